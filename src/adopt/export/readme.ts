import { grouped } from "../../common/collections.js";
import { markdown } from "../../common/markdown.js";
import { objectName } from "../../common/names.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { type Kind, unreadOf } from "../../kernel.js";
import type { Undeclared } from "./inventory/found.js";
import type { OrganizationInventory } from "./inventory/inventory.js";
import type { ProgramText } from "./program/outline.js";

/** Input for the README of an exported program. */
export interface ReadmeOptions {
    readonly project: string;
    readonly stack: string;
    /** The command that installs what the program needs. */
    readonly install: string;
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
    const { project, stack, install, state, inventory, program, kinds, count, sections = [] } = options;
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
            install,
            `pulumi stack init ${stack}`,
            `pulumi config set access-governance:url <address of the API, ending in /v1>`,
            `pulumi config set --secret access-governance:token <token>`,
            ...program.secrets.map(({ key }) => `pulumi config set --secret ${key} <value>`),
            `pulumi stack import --file ${state}   # a new stack`,
            `pulumi preview${program.secrets.length > 0 ? "" : " --expect-no-changes"}`,
            "```",
        ].join("\n"),
        `If the export imported the stack, only \`${install}\` and the preview remain. For a stack that already has resources, use \`pulumi import --file state/import.json --generate-code=false --protect=false\` instead of \`pulumi stack import\`.`,
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
    return [
        "## Secrets to set",
        "The service never returns these. Set them in the configuration; the first `pulumi up` sends them.",
        readmeTable(
            ["setting", "resource"],
            secrets.map(({ key, resource }) => [readmeCell(key), readmeCell(resource)]),
        ),
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
        return [one.kind.name, readmeCell(name), readmeCell(one.id), readmeCell(text(one))];
    });
    return [title, readmeTable(["kind", "name", "id", "reason"], rows)];
}

/** Returns a table of intentionally undeclared objects, counted by kind and reason. */
function leftText(left: readonly Undeclared[], { things }: OrganizationInventory): string[] {
    if (left.length === 0) return [];
    const rows = left.map(({ kind, id, because }) => {
        const reason = because.replace(/ on \d{4}-\d\d-\d\d.*$/, "");
        // Derived members were not read, so the objects that they belong to are counted.
        const of = kind.shape === "membership" && things.has(id) ? `all of one ${things.get(id)?.kind.name}` : "each";
        return [kind.name, readmeCell(plain(reason)), of];
    });
    return [
        "## Left out on purpose",
        "These stay unmanaged: they are never compared and never written.",
        readmeTable(["kind", "reason", "what counts", "count"], countedRows(rows)),
    ];
}

/** Returns a section about fields that the service does not return, so that it is unknown whether they are set. */
function unreadText(kinds: readonly Kind[], { declarable }: OrganizationInventory): string[] {
    const used = new Set(declarable.map(({ kind }) => kind));
    const rows = kinds
        .filter((kind) => used.has(kind))
        .flatMap((kind) => unreadOf(kind).map((name) => [kind.name, `\`${name}\``]));
    if (rows.length === 0) return [];
    return [
        "## Never returned",
        "The service does not return these, so it is unknown whether they are set. They stay unchanged until the program sets them.",
        readmeTable(["kind", "property"], rows),
    ];
}

/** Cells of a row, as Markdown. */
type ReadmeRow = readonly string[];

/** Returns a table in Markdown. */
export function readmeTable(head: ReadmeRow, rows: readonly ReadmeRow[]): string {
    return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns each different row once, with the number of its occurrences as the last cell. */
export function countedRows(rows: readonly ReadmeRow[]): ReadmeRow[] {
    const equal = grouped(rows, (row) => JSON.stringify(row));
    return [...equal.values()].map(([row = [], ...others]) => [...row, `${1 + others.length}`]);
}

/** Formats a text as a cell. Escapes `|`: otherwise it would end the column, even inside code. */
export function readmeCell(text: string | Phrase): string {
    return `${markdown`${text}`}`.replaceAll("|", "\\|");
}
