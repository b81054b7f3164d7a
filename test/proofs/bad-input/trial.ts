import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import type { LoggedCall, Organization } from "../../../src/local/service/index.js";
import { dynamicProvider } from "../../../src/provider/dynamic.js";
import { Session } from "../../../src/provider/run/session.js";
import { inMemory, type Transport } from "../../support/transport.js";
import type { Subject } from "../conformance/subject.js";
import { World } from "../conformance/world.js";
import { type ArgumentSet, type Arguments, UNKNOWN } from "./arguments.js";

export type Verdict =
    /** Rejected in check, with path and reason, before any request. `badlySaid` is the reason if the message is unreadable. */
    | { readonly is: "refused"; readonly badlySaid?: string }
    /** Accepted by check, and by the service if all values are known. */
    | { readonly is: "accepted" }
    /** Accepted by check but rejected by the service. */
    | { readonly is: "refused by the service"; readonly reason: string; readonly isItsOwnKnowledge: boolean }
    /** A defect: a raw error, a stack trace, a 5xx, an incomplete or late rejection, an exposed secret, or changes after `up`. */
    | { readonly is: "crashed"; readonly reason: string };

/** Reasons that depend on the content of the organization, so that only the service can know them. */
const ITS_OWN = /there is no|does not exist|is called .* already|is in .* already|access_level_remote_id must be/i;

/** Time limit for a response of the provider process. It ends what hangs, also on a slow machine. */
const PATIENCE_MS = 120_000;

/** Tests argument sets of a kind one by one. */
export class Trial {
    private constructor(
        readonly subject: Subject,
        private readonly world: World,
        private readonly transport: Transport,
        private readonly before: Organization,
        /** Valid declarations. */
        readonly bases: readonly Arguments[],
    ) {}

    static async open(subject: Subject): Promise<Trial> {
        const world = await World.start();
        const transport = inMemory(world.service, world.service.url);
        const { args, least } = await subject.stage(world);
        return new Trial(subject, world, transport, world.service.snapshot(), [args, least]);
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.world.close();
    }

    async judge(set: ArgumentSet): Promise<Verdict> {
        const { service } = this.world;
        service.calls.clear();
        const said: string[] = [];
        const provider = this.provider(said);
        const inputs = { ...set.given, ...metadataOf(set) };
        let verdict: Verdict;
        const start = performance.now();
        try {
            verdict = await inTime(this.decide(provider, set, inputs, said));
        } catch (error) {
            verdict = this.judgeError(error, said);
        }
        // A timer cannot interrupt synchronous work, so its duration is checked afterwards.
        if (performance.now() - start > PATIENCE_MS)
            verdict = { is: "crashed", reason: `took longer than ${PATIENCE_MS} ms` };
        if (service.calls.writes().length > 0) service.store.restore(this.before);
        const shown = secretsOf(set).find((secret) => said.some((line) => line.includes(secret)));
        return shown === undefined ? verdict : { is: "crashed", reason: "a secret is shown" };
    }

    private async decide(
        provider: Required<ResourceProvider>,
        set: ArgumentSet,
        inputs: Arguments,
        said: string[],
    ): Promise<Verdict> {
        const { calls } = this.world.service;
        const { failures = [], inputs: checked } = await provider.check({}, inputs);
        said.push(...failures.map(({ reason }) => reason));
        if (failures.length > 0) return this.judgeRefusal(set, said.slice(-failures.length));
        if (calls.writes().length > 0) return { is: "crashed", reason: "check writes" };
        // Pulumi creates an object only after all values are known.
        if (hasUnknown(set.given)) return { is: "accepted" };
        const { id, outs } = await provider.create(checked);
        if (typeof id !== "string" || id === "") return { is: "crashed", reason: "create answers no id" };
        const kept = JSON.parse(JSON.stringify(outs));
        const next: string[] = [];
        const diff = await this.provider(next).diff(id, kept, JSON.parse(JSON.stringify(checked)));
        said.push(...next);
        if (diff.changes) return { is: "crashed", reason: `not clean after up: ${general(next.join("; "))}` };
        return { is: "accepted" };
    }

    private judgeRefusal(set: ArgumentSet, reasons: readonly string[]): Verdict {
        const calls = this.world.service.calls.all();
        if (calls.length > 0) {
            // Conflicts with existing objects are found only by requests to the service.
            const refused = calls.find(({ status }) => status >= 400);
            if (!refused && reasons.every((reason) => /already has|both declare/.test(reason)))
                return { is: "refused" };
            if (refused) return judgeStatus(refused, reasons.join("; "));
            return { is: "crashed", reason: `refused after a call: ${general(reasons[0] ?? "")}` };
        }
        const names = [...Object.keys(this.subject.kind.fields), ...Object.keys(set.given)];
        for (const reason of reasons) {
            const path = names.find(
                (name) => reason.startsWith(name) && /^(\.|\[|: | is required| was )/.test(reason.slice(name.length)),
            );
            // Names that are not identifiers are quoted in paths.
            if (path === undefined && !/both declare|^\["|^… and \d+ more\b/.test(reason)) {
                return { is: "crashed", reason: `no path: ${general(reason)}` };
            }
        }
        const text = reasons.join("");
        if (UNPRINTABLE.test(text))
            return { is: "refused", badlySaid: "control characters or marks of direction, printed as they are" };
        if (reasons.some(({ length }) => length > READABLE))
            return { is: "refused", badlySaid: `more than ${READABLE} characters` };
        return { is: "refused" };
    }

    private judgeError(error: unknown, said: string[]): Verdict {
        const message = error instanceof Error ? error.message : String(error);
        said.push(message);
        if (!(error instanceof Error) || error.name !== "Error" || /\n\s+at /.test(error.stack ?? "")) {
            const name = error instanceof Error ? error.name : typeof error;
            const [frame = ""] = /at .*/.exec(error instanceof Error ? (error.stack ?? "") : "") ?? [];
            return { is: "crashed", reason: `${name}: ${general(message)} ${place(frame)}`.trim() };
        }
        const refused = this.world.service.calls.all().findLast(({ status }) => status >= 400);
        return refused ? judgeStatus(refused, message) : { is: "crashed", reason: `not sent: ${general(message)}` };
    }

    private provider(said: string[]): Required<ResourceProvider> {
        const { service } = this.world;
        const session = new Session(
            (line) => said.push(line),
            { retryDelayMs: 0 },
            () => this.world.now(),
        );
        const config: Readonly<Record<string, string>> = {
            "access-governance:url": service.url,
            "access-governance:token": service.token,
            "access-governance:retries": "0",
            "access-governance:readsPerSecond": "1000000",
            "access-governance:writesPerSecond": "1000000",
        };
        session.configure({ get: (key) => config[key] });
        // All methods are implemented, but they are optional in the SDK's type.
        return dynamicProvider(this.subject.kind, session) as Required<ResourceProvider>;
    }
}

/** Control characters can move the cursor of a terminal, and direction marks can reverse its text. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}]/u;

/** Maximum characters of a reason, about one screen. */
const READABLE = 1_100;

function judgeStatus(call: LoggedCall, message: string): Verdict {
    const reason = `${call.operation ?? `${call.method} an unknown path`} ${call.status}: ${general(message)}`;
    if (call.status >= 500) return { is: "crashed", reason };
    return {
        is: "refused by the service",
        reason,
        isItsOwnKnowledge: call.operation !== null && (call.status === 404 || ITS_OWN.test(message)),
    };
}

function metadataOf({ kind, secrets }: ArgumentSet): Arguments {
    return {
        __provider: `exports.handler = () => require("pulumi-access-governance/provider").kind(${JSON.stringify(kind)})`,
        __label: "subject",
        __secrets: secrets,
    };
}

/** Secret texts that must not be printed. Short ones are excluded, since they occur in any message. */
function secretsOf({ given, secrets }: ArgumentSet): string[] {
    return secrets.flatMap((name) => textsOf(given[name])).filter((text) => text.length >= 8 && text !== UNKNOWN);
}

function textsOf(value: unknown, depth = 0): string[] {
    if (typeof value === "string") return [value];
    if (typeof value !== "object" || value === null || depth > 50) return [];
    return Object.values(value)
        .slice(0, 50)
        .flatMap((inner) => textsOf(inner, depth + 1));
}

function hasUnknown(value: unknown): boolean {
    const left = [value];
    for (let one = left.pop(); left.length > 0 || one !== undefined; one = left.pop()) {
        if (one === UNKNOWN) return true;
        if (typeof one === "object" && one !== null) for (const inner of Object.values(one)) left.push(inner);
    }
    return false;
}

/** Removes the parts of a message that differ from run to run. */
function general(message: string): string {
    return message
        .replace(/^.*? returned \d+: /s, "")
        .replace(/\(request [^)]*\).*$/s, "")
        .replace(/(\[secret\])+/g, "*")
        .replace(/"(?:[^"\\]|\\.)*"/g, "“…”")
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "<id>")
        .replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/g, "N")
        .replace(/[^\x20-\x7e“”…]+/g, "¿")
        .slice(0, 240);
}

function place(frame: string): string {
    return frame.replace(/\(?[^( ]*\/(src|node_modules)\//, "($1/").replace(/:\d+\)?$/, ")");
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new RangeError(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    });
    try {
        return await Promise.race([work, late]);
    } finally {
        clearTimeout(timer);
    }
}
