/** Compares how this package and the vendor's Terraform provider handle drift, with the same objects and the same edits outside. */

import { parseTerraformState } from "../src/adopt/export/terraform/terraform-state.js";
import { namedBy, terraformKind } from "../src/adopt/export/terraform/terraform-types.js";
import type { Properties } from "../src/common/properties.js";
import { DEFAULT_TOKEN } from "../src/local/service/index.js";
import type { Kind } from "../src/provider/shapes/kind.js";
import type { Subject } from "../test/proofs/conformance/subject.js";
import { subjects } from "../test/proofs/conformance/subject.js";
import type { World } from "../test/proofs/conformance/world.js";
import { type Deployer, deletionOf, EDITS, type Result, rowsOf } from "../test/proofs/drift/rows.js";
import { driftSection, writeDriftSection } from "./drift-page.js";
import type { Deployed } from "./peer.js";
import { TerraformCli } from "./terraform-cli.js";
import {
    type Attributes,
    attributesByType,
    isSupported,
    supportedPart,
    terraformAttributes,
} from "./terraform-program.js";

export interface DriftOptions {
    readonly cli: string;
    readonly provider?: string;
    /** Kinds to compare, such as `Owner`. Default: all that both sides have. */
    readonly kinds?: readonly string[];
    readonly onProgress: (words: string) => void;
}

/** A result of this package, and that of the provider. */
export type Pair = readonly [ours: Result, theirs: Result];

export interface ComparedKind {
    readonly kind: string;
    readonly type: string;
    readonly deleted: Pair;
    readonly rows: readonly { readonly property: string; readonly results: readonly Pair[] }[];
}

/** Prints the section of docs/comparison.md on drift, and writes it there if `write` is given. */
export async function measureDrift({ write, ...options }: DriftOptions & { readonly write?: true }): Promise<void> {
    const { kinds, ...versions } = await compareDrift(options);
    const measured = { ...versions, date: new Date().toISOString().slice(0, 10) };
    options.onProgress("");
    console.log(driftSection(kinds, measured));
    if (write) writeDriftSection(kinds, measured);
}

/** Edits every property that both sides support, of every kind that both support. Reports why an edit failed with Terraform. */
async function compareDrift({ kinds, onProgress, ...options }: DriftOptions): Promise<{
    readonly kinds: readonly ComparedKind[];
    readonly cli: string;
    readonly provider: string;
}> {
    const cli = await TerraformCli.open({ ...options, token: DEFAULT_TOKEN });
    try {
        const types = attributesByType(await cli.json("providers", "schema"));
        const compared: ComparedKind[] = [];
        const own = subjects.map(({ kind }) => kind);
        for (const [type, attributes] of types) {
            const subject = subjects.find(({ kind }) => kind === terraformKind(type, own));
            if (!subject || kinds?.includes(subject.kind.name) === false) continue;
            onProgress(subject.kind.name);
            compared.push(await comparedKind(subject, new TerraformKind(cli, type, attributes, onProgress)));
        }
        if (compared.length === 0) throw new Error(`No kind that both sides have is called ${kinds?.join(" or ")}.`);
        return { ...(await cli.versions()), kinds: compared.sort((a, b) => (a.kind < b.kind ? -1 : 1)) };
    } finally {
        cli.close();
    }
}

async function comparedKind(subject: Subject, terraform: TerraformKind): Promise<ComparedKind> {
    const both = terraform.restricted(subject);
    const open = (kind: Kind, world: World) => terraform.open(kind, world);
    const theirs = new Map((await rowsOf(both, open)).map((row) => [row.property, row]));
    const rows = (await rowsOf(both)).flatMap(({ property, results }) => {
        const other = theirs.get(property);
        if (!other || !terraform.has(property)) return [];
        return [{ property, results: EDITS.map((edit): Pair => [results[edit], other.results[edit]]) }];
    });
    const deleted: Pair = [await deletionOf(both), await deletionOf(both, open)];
    return { kind: subject.kind.name, type: terraform.type, deleted, rows };
}

/** Properties whose plans always show changes: the provider loses the duration at its first read, and replaces the object in each run. */
const UNSETTLED: Readonly<Record<string, readonly string[]>> = {
    opal_group_containing_group: ["durationMinutes"],
};

/** A resource type of the provider. */
class TerraformKind {
    /** Declarations whose plan right after the create had no changes. */
    readonly #settled = new Set<string>();

    constructor(
        private readonly cli: TerraformCli,
        readonly type: string,
        private readonly attributes: Attributes,
        private readonly onProblem: (words: string) => void,
    ) {}

    has(property: string): boolean {
        return !UNSETTLED[this.type]?.includes(property) && isSupported(this.attributes, property);
    }

    /** Returns the subject without what the provider cannot declare, and with the spelling that it accepts. */
    restricted(subject: Subject): Subject {
        const part = (declared: Properties): Properties =>
            Object.fromEntries(
                Object.entries(supportedPart(this.attributes, declared)).flatMap(([name, value]) =>
                    this.has(name) ? [[name, typeof value === "string" ? value.replace(/^SVC_/, "OPAL_") : value]] : [],
                ),
            );
        const stage = async (world: World) => {
            const { args, least, edits, outside, ...stage } = await subject.stage(world);
            const paths = Object.entries(outside).filter(([path]) => this.has(path.split(/[.[]/)[0] ?? ""));
            return {
                ...stage,
                args: part(args),
                least: part(least),
                edits: part(edits),
                outside: Object.fromEntries(paths),
            };
        };
        return { ...subject, stage };
    }

    /** Opens a deployer without state. One at a time: all use the same folder. */
    open(kind: Kind, world: World): Deployer {
        const { cli, type, attributes, onProblem } = this;
        const settled = this.#settled;
        cli.forget();
        const failed = (run: string, { output }: Deployed) => {
            onProblem(
                `${type}: ${run}: ${output
                    .slice(output.indexOf("Error: "))
                    .replace(/[│\s]+/g, " ")
                    .trim()}`,
            );
            return { action: "failed" };
        };
        const declare = (declared: Properties) =>
            cli.declare(world.service.url, { [type]: { subject: terraformAttributes(attributes, declared) } });
        const deployer: { -readonly [Name in keyof Deployer]: Deployer[Name] } = {
            state: undefined,
            async up(declared) {
                declare(declared);
                const run = await cli.apply();
                if (run.exitCode !== 0) return failed("apply", run);
                const isNew = deployer.state === undefined;
                const [instance] = parseTerraformState(cli.state());
                const named = instance && namedBy(type, instance.attributes, [kind]);
                if (!named || "because" in named) throw new Error(`${type}: the Terraform state contains no id.`);
                deployer.state = { id: named.id };
                if (!isNew) return { action: "update" };
                const key = JSON.stringify(declared);
                if (settled.has(key)) return { action: "create" };
                const again = await cli.plan();
                // A plan that always has changes says nothing about an edit.
                if (again.exitCode !== 0 || again.hasChanges) return failed("plan after create", again);
                settled.add(key);
                return { action: "create" };
            },
            async preview(declared) {
                declare(declared);
                const plan = await cli.plan();
                if (plan.exitCode !== 0) return failed("plan", plan);
                return { action: plan.hasChanges ? "update" : "same" };
            },
        };
        return deployer;
    }
}
