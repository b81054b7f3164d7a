/** What a newer document of the API changes for this package: as a list (`--compare`), and as an addition to our documents (`--merge`). */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse, stringify } from "yaml";
import { kinds } from "../../src/resources/kinds.js";
import { type ApiDifference, apiDifferences, lackingPart, SECTIONS } from "./compare.js";
import { type Document, joined, readDocument } from "./document.js";

const root = join(__dirname, "../..");
const ADDITIONS = join(root, "api/additional-operations.openapi.yaml");

/** Prints the differences. Returns whether each has a written reason. */
export function compareApi(file: string): boolean {
    const newer = readNewer(file);
    const differences = apiDifferences(readDocument(join(root, "api")), newer, isOurs(newer));
    for (const [section, title] of Object.entries(SECTIONS)) {
        const rows = differences.filter((one) => one.section === section);
        if (rows.length > 0) console.log(`${title} (${rows.length})\n\n${rows.map(rowText).join("\n")}\n`);
    }
    const open = differences.filter(({ reason }) => reason === undefined).length;
    console.log(`${differences.length} differences, ${open} of them without a reason.`);
    return open === 0;
}

/**
 * Adds what our documents lack to the additional operations. Describe what has no description yet, then run the generator.
 * @param source where the newer document comes from, for `x-sources`: a key, a colon and a sentence
 */
export function mergeApi(file: string, source: string): void {
    const [key = "", about = ""] = source.split(/: (.*)/s);
    const newer = readNewer(file);
    const differences = apiDifferences(readDocument(join(root, "api")), newer, isOurs(newer));
    const part = lackingPart(differences, key, isOurs(newer));
    const additions: unknown = parse(readFileSync(ADDITIONS, "utf8"));
    const merged = joined({ ...(additions as object), info: withSource(additions, key, about) }, part, "");
    writeFileSync(ADDITIONS, stringify(merged, { indent: 4, lineWidth: 0, aliasDuplicateObjects: false }));
    const left = differences.filter(({ additions, reason }) => additions.length === 0 && reason === undefined);
    console.log(
        `Written to api/${basename(ADDITIONS)}. Not merged, because joining cannot say it:\n${left.map(rowText).join("\n") || "nothing"}`,
    );
}

/** The rules of docs/access.md about what a schema describes. */
export const ACCESS_RULES: Readonly<Record<string, readonly number[]>> = {
    AccessRule: [8, 10],
    Bundle: [13],
    BundleGroup: [13],
    BundleResource: [13],
    ConfigurationTemplate: [27],
    Delegation: [23],
    Group: [6, 14, 28],
    GroupBinding: [7, 19],
    GroupContainingGroup: [4, 5],
    GroupResource: [3],
    GroupUser: [1, 2],
    Owner: [24, 28],
    Paladin: [21, 22],
    RequestConfiguration: [17, 18, 20],
    Resource: [12, 26, 28],
    ResourceAccessUser: [1, 2],
    ReviewerStage: [20, 21, 22],
    ReviewerStageEscalation: [21],
    RuleClauses: [8, 9],
    ScopedRolePermission: [25],
    TagSelector: [9],
    User: [8, 21, 29],
    VisibilityInfo: [15, 16],
};

function rowText({ place, what, operations, reason }: ApiDifference): string {
    const rules = ACCESS_RULES[place.split(/[ .]/)[0] ?? ""] ?? [];
    const concerned = [
        [
            "kinds",
            kinds.filter((kind) => kind.operations.some((name) => operations.includes(name))).map(({ name }) => name),
        ],
        ["local service", foldersOf(operations)],
        ["rules", rules.map(String)],
        ["reason", reason === undefined ? [] : [reason]],
    ] as const;
    const lines = concerned
        .filter(([, names]) => names.length > 0)
        .map(([title, names]) => `    ${title}: ${names.join(", ")}`);
    return [`${place}: ${what}`, ...lines].join("\n");
}

/** The folders of the local service that handle operations. */
function foldersOf(operations: readonly string[]): string[] {
    handled ??= readdirSync(join(root, "src/local/service"), { recursive: true, encoding: "utf8" })
        .filter((file) => /^\w[^/]*\/.*\.ts$/.test(file))
        .map(
            (file) => [file.split("/")[0] ?? "", readFileSync(join(root, "src/local/service", file), "utf8")] as const,
        );
    const of = (operation: string) =>
        handled?.filter(([, text]) => new RegExp(`^    (async )?${operation}\\b[(:,]`, "m").test(text)) ?? [];
    return [...new Set(operations.flatMap(of).map(([folder]) => folder))].sort();
}
let handled: readonly (readonly [folder: string, text: string])[] | undefined;

interface Newer extends Document {
    readonly info: object;
    /** Whole schemas that joining cannot express as additions. */
    readonly "x-replacements"?: Pick<Document, "components">;
}

function readNewer(file: string): Newer {
    // Checked by nobody: a document of the vendor, or a part in its form.
    const { paths = {}, info = {}, tags = [], ...rest } = parse(readFileSync(file, "utf8")) as Partial<Newer>;
    const schemas = { ...rest["x-replacements"]?.components.schemas, ...rest.components?.schemas };
    return { tags, info, paths, components: { schemas } };
}

/** Whether the descriptions of a document are the project's own: then it says where its parts come from. */
function isOurs({ info }: Newer): boolean {
    return "x-sources" in info;
}

function withSource(additions: unknown, key: string, about: string): object {
    const { info } = additions as { readonly info: { readonly "x-sources": Readonly<Record<string, string>> } };
    return { ...info, "x-sources": { ...info["x-sources"], [key]: about } };
}
