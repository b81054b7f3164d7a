/** For tests of your own program: it runs against a local service, with no Pulumi CLI, no account and no network. */
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
    /** The service that the program uses. */
    readonly service: Service;
    /** "local", the default, needs nothing; "pulumi" is the CLI on PATH; "auto" is the CLI if there is one. */
    engine?: "auto" | "pulumi" | "local";
}

/**
 * Opens an empty stack of a program, with the url and token of `service` in its configuration. The settings of a stack file
 * (`Pulumi.dev.yaml`) are not read: `config` gives those that the program needs. Close it when the tests end.
 * @throws EngineError if there is no such program.
 */
export function openStack({ service, engine = "local", config, ...options }: TestOptions): Promise<Stack> {
    const own = { "access-governance:url": service.url, "access-governance:token": { secret: service.token } };
    return open({ ...options, engine, config: { ...own, ...config } });
}

/** An access test failed. The message contains the principals, the targets and the paths. */
export class AccessExpectationError extends Error {
    override readonly name = "AccessExpectationError";
}

/** Principals that an expectation is about. */
export interface ExpectedPrincipals {
    /** Such as `everybody`, `group:Contractors`, `owner:Platform`, `tag:team=data` or an email address. */
    readonly who: string | readonly string[];
    /** Those that it is not about. */
    readonly except?: string | readonly string[];
    /** The result if the API does not return enough to tell. Default: "fail". */
    readonly ifUnknown?: "fail" | "pass";
}

/** What is expected of principals. Each line is that of an access test, such as `reach resource:prod-db at level write`. */
export interface AccessExpectation {
    /** @throws AccessExpectationError if one of them cannot do this, or if nobody knows */
    can(what: string): Promise<void>;
    /** @throws AccessExpectationError if one of them can do this, or if nobody knows */
    cannot(what: string): Promise<void>;
}

/**
 * Starts a local service. Its `close()` throws AccessExpectationError if an expectation about it was not awaited.
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

/** Expectations that are not finished, by the address of their service. */
const pending = new Map<string, Set<{ readonly name: string }>>();

/**
 * Says who can do what in the organization of a service, after `stack.up()` for example:
 * `await expectAccess(service, { who: "group:Contractors" }).cannot("reach tag:data=customer unless approved by 2")`.
 * Each expectation reads the organization again.
 * @param service a local service, or the address and token of another one
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
