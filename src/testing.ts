/** Helpers for testing your own program against a local service, without the Pulumi CLI, an account or network access. */
import { Directory } from "./access/answers/directory.js";
import { accessTestSchema, evidenceFor } from "./access/guarantees/tests/access-test.js";
import { testsText } from "./access/guarantees/tests/reports.js";
import { outcomeOf, runTests } from "./access/guarantees/tests/verdicts.js";
import { AccessModel } from "./access/model/model.js";
import { withEvidence } from "./access/reader/evidence.js";
import { blindSpots } from "./access/reader/limited-token.js";
import { readFacts } from "./access/reader/read-facts.js";
import { Client } from "./api/client.js";
import { UsageError } from "./common/errors.js";
import type { Stack, StackOptions } from "./local/engine/contract/stack.js";
import { openStack as open } from "./local/engine/open-stack.js";
import { type Service, type ServiceOptions, startService as start } from "./local/service/index.js";

export { EngineError } from "./local/engine/contract/project.js";
export type {
    Deployment,
    Diagnostic,
    RefreshOptions,
    Run,
    RunOptions,
    Stack,
    Step,
    UpdateOptions,
} from "./local/engine/contract/stack.js";
export * from "./local/service/index.js";

export interface TestOptions extends StackOptions {
    /** The service that the program calls. */
    readonly service: Service;
    /**
     * "local" (default): the local engine, which needs no installation. "pulumi": the Pulumi CLI on PATH. "auto": the CLI if it is
     * installed, otherwise the local engine.
     */
    engine?: "auto" | "pulumi" | "local";
}

/**
 * Opens an empty stack of a program. Its configuration contains `config`, and the URL and token of `service`. Stack files such as
 * `Pulumi.dev.yaml` are not read. Close the stack when the tests end.
 * @throws EngineError if the program does not exist
 */
export function openStack({ service, engine = "local", config, ...options }: TestOptions): Promise<Stack> {
    const own = { "access-governance:url": service.url, "access-governance:token": { secret: service.token } };
    return open({ ...options, engine, config: { ...own, ...config } });
}

/** Thrown when an access expectation fails. The message lists the principals, the targets and the access paths. */
export class AccessExpectationError extends Error {
    override readonly name = "AccessExpectationError";
}

/** The principals that an expectation is about. */
export interface ExpectedPrincipals {
    /** One or more principals: `everybody`, `group:Contractors`, `owner:Platform`, `tag:team=data` or an email address. */
    readonly who: string | readonly string[];
    /** Principals to exclude. */
    readonly except?: string | readonly string[];
    /** Result of the expectation if the API does not return enough data to decide. Default: "fail". */
    readonly ifUnknown?: "fail" | "pass";
}

/** Expectations about some principals. `what` has the syntax of access tests, such as `reach resource:prod-db at level write`. */
export interface AccessExpectation {
    /** @throws AccessExpectationError if one of the principals does not have this access, or if it could not be determined */
    can(what: string): Promise<void>;
    /** @throws AccessExpectationError if one of the principals has this access, or if it could not be determined */
    cannot(what: string): Promise<void>;
}

/**
 * Starts a local service. Its `close()` throws an AccessExpectationError if an expectation was not awaited.
 * @throws StartError if it cannot start
 */
export async function startService(options?: ServiceOptions): Promise<Service> {
    const service = await start(options);
    const close = service.close.bind(service);
    service.close = async () => {
        const unfinished = [...(pending.get(service.url) ?? [])].map(({ name }) => name);
        pending.delete(service.url);
        await close();
        if (unfinished.length > 0)
            throw new AccessExpectationError(
                `Not awaited: ${unfinished.join("; ")}. Write \`await expectAccess(…)\`, so that the test waits for the result.`,
            );
    };
    return service;
}

/** Expectations that were not awaited yet, by the URL of their service. */
const pending = new Map<string, Set<{ readonly name: string }>>();

/**
 * Checks access in the organization of a service, for example after `stack.up()`: `await expectAccess(service, { who: "group:Contractors"
 * }).cannot("reach tag:data=customer unless approved by 2")`. Each expectation reads the organization again.
 * @param service a local service, or the URL and token of another service
 */
export function expectAccess(
    service: Pick<Service, "url" | "token">,
    principals: ExpectedPrincipals,
): AccessExpectation {
    return {
        can: (what) => expectTest(service, { name: `They can ${what}`, ...principals, can: what }),
        cannot: (what) => expectTest(service, { name: `They cannot ${what}`, ...principals, cannot: what }),
    };
}

async function expectTest(
    service: Pick<Service, "url" | "token">,
    given: { readonly name: string; readonly can?: string; readonly cannot?: string },
): Promise<void> {
    const unfinished = pending.get(service.url) ?? new Set();
    pending.set(service.url, unfinished.add(given));
    try {
        await examine(service, given);
    } finally {
        unfinished.delete(given);
    }
}

async function examine({ url, token }: Pick<Service, "url" | "token">, given: object): Promise<void> {
    const parsed = accessTestSchema.safeParse(given);
    if (!parsed.success) throw new UsageError(`The expectation is not valid: ${parsed.error.issues[0]?.message}.`);
    const client = new Client({ url, token });
    const facts = await withEvidence(client, await readFacts(client), evidenceFor([parsed.data]));
    const [model, directory] = [AccessModel.of(facts), new Directory([facts])];
    const knowledge = { model, directory, isOfProgram: false, limits: [] };
    const results = runTests(knowledge, [parsed.data], blindSpots(model, facts));
    if (outcomeOf(results) !== "passed") throw new AccessExpectationError(testsText(results, directory));
}
