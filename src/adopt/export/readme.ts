import { markdown } from "../../common/markdown.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { objectName } from "../../provider/schema/names.js";
import { unreadOf } from "../../provider/shapes/arguments.js";
import type { Kind } from "../../provider/shapes/kind.js";
import type { Undeclared } from "./inventory/found.js";
import type { OrganizationInventory } from "./inventory/inventory.js";
import type { ProgramText } from "./program/program.js";

/** Input for the README of an exported program. */
export interface ReadmeOptions {
    readonly project: string;
    readonly stack: string;
    /** Path of the file with the stack's state, relative to the folder of the program. */
    readonly state: string;
    readonly inventory: OrganizationInventory;
    readonly program: ProgramText;
    readonly kinds: readonly Kind[];
    /** Number of declarations. */
    readonly count: number;
    /** Additional Markdown blocks. */
    readonly sections?: readonly string[];
}

/** Returns the README of an exported program: next steps, and objects that are not declared. */
export function readmeText(options: ReadmeOptions): string {
    const { project, stack, state, inventory, program, kinds, count, sections = [] } = options;
    const faults = inventory.undeclared.filter(({ isFault }) => isFault);
    const left = inventory.undeclared.filter(({ isFault }) => !isFault);
    return [
        `# ${project}`,
        `${count} declarations, exported from an existing organization. They match what the service returned, so a first preview shows no changes${
            program.secrets.length > 0 ? " except the secrets" : ""
        }.`,
        "## Next steps",
        [
            "```sh",
            "npm install",
            `pulumi stack init ${stack}`,
            `pulumi config set access-governance:url <address of the API, ending in /v1>`,
            `pulumi config set --secret access-governance:token <token>`,
            ...program.secrets.map(({ key }) => `pulumi config set --secret ${key} <value>`),
            `pulumi stack import --file ${state}   # a new stack`,
            `pulumi preview${program.secrets.length > 0 ? "" : " --expect-no-changes"}`,
            "```",
        ].join("\n"),
        "If the export imported the stack, only `npm install` and the preview remain. For a stack that already has resources, use `pulumi import --file state/import.json --generate-code=false --protect=false` instead of `pulumi stack import`.",
        ...secretsText(program),
        ...sections,
        ...section(
            "## Could not be declared",
            faults,
            ({ path, because }) => (path ? prose`${path}: ${plain(because)}` : plain(because)),
            inventory,
        ),
        ...leftText(left, inventory),
        ...unreadText(kinds, inventory),
    ]
        .join("\n\n")
        .concat("\n");
}

function secretsText({ secrets }: ProgramText): string[] {
    if (secrets.length === 0) return [];
    const rows = secrets.map(({ key, resource }) => `| ${cell(key)} | ${cell(resource)} |`);
    return [
        "## Secrets to set",
        "The service never returns these. Set them in the configuration; the first `pulumi up` sends them.",
        ["| setting | resource |", "| --- | --- |", ...rows].join("\n"),
    ];
}

function section(
    title: string,
    all: readonly Undeclared[],
    text: (one: Undeclared) => Phrase,
    { things }: OrganizationInventory,
): string[] {
    if (all.length === 0) return [];
    const rows = all.map((one) => {
        const [root = one.id] = one.id.split("/");
        const name = objectName(things.get(root)?.live ?? {}) ?? one.id;
        return `| ${one.kind.name} | ${cell(name)} | ${cell(one.id)} | ${cell(text(one))} |`;
    });
    return [title, ["| kind | name | id | reason |", "| --- | --- | --- | --- |", ...rows].join("\n")];
}

/** Returns a table of intentionally undeclared objects, counted by kind and reason. */
function leftText(left: readonly Undeclared[], { things }: OrganizationInventory): string[] {
    if (left.length === 0) return [];
    const counts = new Map<string, number>();
    for (const { kind, id, because } of left) {
        const reason = because.replace(/ on \d{4}-\d\d-\d\d.*$/, "");
        // Derived members were not read, so the objects that they belong to are counted.
        const of = kind.shape === "membership" && things.has(id) ? `all of one ${things.get(id)?.source.name}` : "each";
        const key = `| ${kind.name} | ${cell(plain(reason))} | ${of} |`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const rows = [...counts].map(([key, count]) => `${key} ${count} |`);
    return [
        "## Left out on purpose",
        "These stay unmanaged: they are never compared and never written.",
        ["| kind | reason | what counts | count |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    ];
}

/** Returns a section about fields that the service does not return, so that it is unknown whether they are set. */
function unreadText(kinds: readonly Kind[], { declarable }: OrganizationInventory): string[] {
    const used = new Set(declarable.map(({ kind }) => kind));
    const rows = kinds
        .filter((kind) => used.has(kind))
        .flatMap((kind) => unreadOf(kind).map((name) => `| ${kind.name} | \`${name}\` |`));
    if (rows.length === 0) return [];
    return [
        "## Never returned",
        "The service does not return these, so it is unknown whether they are set. They stay unchanged until the program sets them.",
        ["| kind | property |", "| --- | --- |", ...rows].join("\n"),
    ];
}

/** Escapes `|` in a table cell: otherwise it would end the column, even inside code. */
function cell(text: string | Phrase): string {
    return `${markdown`${text}`}`.replace(/\|/g, "\\|");
}
