import type { Program } from "./scenarios.js";
import { Shell } from "./shell.js";

/** The output of `pulumi preview --json` for drift, an intended change, a deletion, an object deleted outside, and a secret. */
export interface Documents {
    plain: unknown;
    refreshed: unknown;
}

const before: Program = {
    prints: { out: "said by the program", err: "complained by the program" },
    resources: [
        { kind: "Entity", name: "drifted", args: { name: "drifted", title: "One" }, outputs: ["size"] },
        {
            kind: "Entity",
            name: "changed",
            args: { name: "changed", title: "Old", list: ["a"], secretNote: { $secretConfig: "token" } },
            outputs: ["size"],
        },
        { kind: "Entity", name: "gone", args: { name: "gone", title: "One" }, outputs: ["size"] },
        { kind: "Facet", name: "ofGone", args: { entity: { $ref: "gone" }, text: "kept" } },
        { kind: "Facet", name: "dropped", args: { entity: { $ref: "changed" }, text: "kept" } },
        { kind: "Entity", name: "renamed", args: { name: "renamed", title: "One" }, outputs: ["size"] },
    ],
    exports: { size: { $ref: "changed", output: "size" }, token: { $secretConfig: "token" } },
};
const edits: Record<string, Record<string, unknown>> = { changed: { title: "New" }, renamed: { name: "other" } };
const after: Program = {
    ...before,
    resources: [
        ...before.resources
            .filter(({ name }) => name !== "dropped")
            .map((one) => ({ ...one, args: { ...one.args, ...edits[one.name] } })),
        {
            kind: "Facet",
            name: "fresh",
            args: { entity: { $ref: "renamed" }, text: { $ref: "changed", output: "size" } },
        },
    ],
};

/** Creates both documents with one `pulumi`, without the values that differ between runs. */
export async function documents(pulumi: "stand-in" | "pulumi"): Promise<Documents> {
    const shell = new Shell(pulumi);
    const type = async (line: string) => {
        const result = await shell.type(line);
        if (result.exitCode !== 0) throw new Error(`pulumi ${line}: ${result.stdout}${result.stderr}`);
        return result;
    };
    try {
        shell.declare(before);
        await type("stack init dev");
        await type("config set --secret probe:token hush");
        await type("config set probe:region north");
        await type("up --yes --skip-preview --non-interactive");
        shell.outside((objects) => {
            objects["Entity:drifted"] = { ...objects["Entity:drifted"], title: "Outside" };
            delete objects["Entity:gone"];
        });
        shell.declare(after);
        const preview = async (flags: string) => comparable((await type(`preview --json ${flags}`)).stdout);
        return {
            plain: await preview("--non-interactive"),
            refreshed: await preview("--refresh --non-interactive"),
        };
    } finally {
        shell.remove();
    }
}

interface Document {
    steps: Record<string, unknown>[];
    diagnostics: { message: string }[];
    [key: string]: unknown;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
/** Properties that differ between runs and machines: times, and positions in the program. */
const PASSING = ["created", "modified", "sourcePosition", "stackTrace"];

function comparable(text: string): unknown {
    const named = text.replace(UUID, (uuid) => (uuid === UNKNOWN ? uuid : "(uuid)"));
    const steady = (key: string, value: unknown) =>
        PASSING.includes(key) ? undefined : key === "dependencies" ? [...(value as string[])].sort() : value; // dependencies are a list of URNs
    const document = JSON.parse(named, steady) as Document; // the document format of the CLI
    const order = (step: Record<string, unknown>) => `${step.op === "refresh" ? 0 : 1} ${step.urn}`;
    const { duration, ...rest } = document;
    return {
        ...rest,
        duration: typeof duration,
        steps: document.steps.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
        diagnostics: document.diagnostics.sort((a, b) => (a.message < b.message ? -1 : 1)),
    };
}
