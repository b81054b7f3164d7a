/**
 * Generates docs/kinds.md and docs/kinds/<kind>.md from the kinds, the comments in their source and the examples in examples/kinds.
 * `npm run generate` writes them. A kind without an example is an error.
 */
import { join } from "node:path";
import { z } from "zod";
import { type OperationTypes, operations } from "../../src/api/generated/operations.gen.js";
import { grouped } from "../../src/common/collections.js";
import { insideOf, marksOf } from "../../src/provider/schema/fields.js";
import type { Kind } from "../../src/provider/shapes/kind.js";
import { kinds } from "../../src/resources/kinds.js";
import { type Described, Source } from "./comments.js";
import { kindExample } from "./examples.js";
import { fileName, kindModules } from "./lists.js";

const root = join(__dirname, "../..");
const MADE = "<!-- Made by scripts/kinds/pages.ts from the kinds and their examples; do not edit. -->";

/** The text of every page, by path. @throws if a kind has no example */
export function kindPages(): Map<string, string> {
    const source = new Source();
    const sorted = [...kinds].sort((one, other) => one.name.localeCompare(other.name));
    return new Map([
        [join(root, "docs/kinds.md"), overview(sorted)],
        ...sorted.map((kind) => [join(root, `docs/kinds/${fileName(kind.name)}.md`), page(kind, source)] as const),
    ]);
}

function overview(sorted: readonly Kind[]): string {
    return `${MADE}
# Kinds

${sorted.length} kinds of declarations. An **entity** is an object with an id of its own. A **subresource** is a document of an object. A **membership**
connects two objects, such as a user and a group.

| about | kinds |
| --- | --- |
${topicRows().join("\n")}

| kind | shape | import | a change replaces | secret | not read back | removed | operations |
| --- | --- | --- | --- | --- | --- | --- | --- |
${sorted.map(row).join("\n")}
`;
}

/** A row for each folder of kinds, with the entities first. */
function topicRows(): string[] {
    const folders = grouped(kindModules(), ({ module }) => module.split("/")[0] ?? "");
    const isPart = (name: string): boolean => kinds.find((kind) => kind.name === name)?.shape !== "entity";
    return [...folders].sort().map(([folder, all]) => {
        const sorted = all.map(({ name }) => name).sort((a, b) => Number(isPart(a)) - Number(isPart(b)));
        return `| ${folder} | ${sorted.map((name) => `[${name}](kinds/${fileName(name)}.md)`).join(", ")} |`;
    });
}

function row(kind: Kind): string {
    const cells = [
        `[${kind.name}](kinds/${fileName(kind.name)}.md)`,
        kind.shape,
        importKey(kind),
        names(kind.replacing),
        names(having(kind, "secret")),
        names(having(kind, "writeOnly")),
        removal(kind),
        kind.operations.map((name) => `\`${name}\``).join(" "),
    ];
    return `| ${cells.map(cell).join(" | ")} |`;
}

function page(kind: Kind, source: Source): string {
    const { typescript, python, yaml } = kindExample(kind.name);
    const rows = Object.keys(kind.fields).flatMap((name) =>
        fieldRows(kind, [name], kind.fields[name], source.field(kind.name, name)),
    );
    const results = kind.results.map((name) => `| \`${name}\` | ${cell(source.result(kind.name, name))} |`);
    return `${MADE}
# ${kind.name}

${source.class(kind.name)}

| | |
| --- | --- |
| shape | ${kind.shape} |
| import | ${importKey(kind)} |
| removed from the program | ${cell(removal(kind))} |

## Example

\`\`\`ts
${typescript}
\`\`\`

The same [in Python and in YAML](../languages.md):

\`\`\`python
${python}
\`\`\`

\`\`\`yaml
${yaml}
\`\`\`

## Fields

| field | type | | |
| --- | --- | --- | --- |
${rows.join("\n")}
${rows.some((row) => row.includes(" or null")) ? NULLS : ""}${results.length > 0 ? `\nOutputs that only the service sets:\n\n| output | |\n| --- | --- |\n${results.join("\n")}\n` : ""}
## Operations

| operation | | |
| --- | --- | --- |
${kind.operations.map(operationRow).join("\n")}
`;
}

function operationRow(name: keyof OperationTypes): string {
    const { method, path, summary } = operations[name];
    return `| \`${name}\` | \`${method} ${path}\` | ${cell(summary)} |`;
}

/** The row of a field, and the rows of its nested fields. */
function fieldRows(kind: Kind, path: readonly string[], schema: z.ZodType | undefined, described: Described): string[] {
    const marks =
        path.length === 1
            ? [...marksText(schema), ...(kind.replacing.includes(path[0] ?? "") ? ["a change replaces"] : [])]
            : marksText(schema);
    const here = `| \`${path.join(".")}\` | ${cell(typeText(schema))} | ${cell(marks.join("; "))} | ${cell(described.comment)} |`;
    const { shape, element } = insideOf(schema);
    const inner = shape ?? insideOf(element).shape;
    if (!inner) return [here];
    const isPlain = Object.keys(inner).every(
        (name) => described.inside(name).comment === "" && !insideOf(inner[name]).shape,
    );
    // Nested fields without comments, such as those that identify an object in its end system, are only listed.
    if (isPlain) {
        const inside = Object.keys(inner).map((name) => `\`${name}\`${isOptional(inner[name]) ? "?" : ""}`);
        return [here.replace("| object |", `| object of ${inside.join(", ")} |`)];
    }
    const last = `${path.at(-1)}${shape ? "" : "[]"}`;
    return [
        here,
        ...Object.keys(inner).flatMap((name) =>
            fieldRows(kind, [...path.slice(0, -1), last, name], inner[name], described.inside(name)),
        ),
    ];
}

/** Whether a field may be omitted. */
export function isOptional(schema: z.ZodType | undefined): boolean {
    return marksOf(schema).default !== undefined || (schema?.safeParse(undefined).success ?? true);
}

function marksText(schema: z.ZodType | undefined): string[] {
    const marks = marksOf(schema);
    const { onChange } = marks;
    return [
        ...(isOptional(schema) ? [] : ["required"]),
        ...(onChange === "ignore" ? ["used only on creation"] : []),
        ...(typeof onChange === "object" ? [`cannot change: ${onChange.refuse}`] : []),
        ...(marks.secret ? ["secret"] : []),
        ...(marks.writeOnly ? ["not read back"] : []),
        ...(marks.list?.unordered ? [orderText(schema)] : []),
        ...(marks.standard === undefined ? [] : [`default: \`${JSON.stringify(marks.standard)}\``]),
        ...(onChange === "local" ? ["not sent to the service"] : []),
    ];
}

/** An omitted rank is derived from the position in the list, so the order matters then. */
/** Shown if a field accepts null. */
const NULLS =
    '\nIn other languages than TypeScript, `""` stands for null in a text, a number or an id: see [languages](../languages.md).\n';

function orderText(schema: z.ZodType | undefined): string {
    const { shape = {} } = insideOf(insideOf(schema).element);
    const ranks = Object.keys(shape).filter((name) => {
        const standard = marksOf(shape[name]).default;
        return typeof standard === "function" && standard.length > 1;
    });
    return ranks.length === 0 ? "order is ignored" : `order is ignored if ${names(ranks)} is given`;
}

function typeText(schema: z.ZodType | undefined): string {
    if (schema instanceof z.ZodOptional) return typeText(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodLazy) return typeText(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodNullable) return `${typeText(schema.unwrap() as z.ZodType)} or null`;
    if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`${option}\``).join(", ");
    if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `\`${value}\``).join(", ");
    if (schema instanceof z.ZodUnion) return schema.options.map((option) => typeText(option as z.ZodType)).join(" or ");
    if (schema instanceof z.ZodArray) return `list of ${typeText(schema.element as z.ZodType)}`;
    if (schema instanceof z.ZodObject) return "object";
    if (schema instanceof z.ZodRecord) return "object";
    if (schema instanceof z.ZodGUID) return "id";
    if (schema instanceof z.ZodBoolean) return "boolean";
    if (schema instanceof z.ZodNumber) return "number";
    return "text";
}

/** Properties that identify an object on import without the rest of its natural key, which the program provides. */
const IDENTIFYING = ["name", "email", "key", "remoteId", "sourceGroupId"];

function importKey({ shape, key }: Kind): string {
    if (shape !== "entity") return names(key).replaceAll(", ", " / ");
    const identifying = IDENTIFYING.find((name) => key.includes(name));
    return identifying ? `id, or \`${identifying}\`` : "id";
}

function removal({ removal }: Kind): string {
    return removal.does === "delete" ? removal.says : `stays: ${removal.because}`;
}

function having(kind: Kind, mark: "secret" | "writeOnly"): string[] {
    const walk = (fields: Kind["fields"], before: string): string[] =>
        Object.entries(fields).flatMap(([name, schema]) => {
            const { shape, element } = insideOf(schema);
            const inner = shape ?? insideOf(element).shape;
            const path = `${before}${name}`;
            return [
                ...(marksOf(schema)[mark] ? [path] : []),
                ...(inner ? walk(inner, `${path}${shape ? "" : "[]"}.`) : []),
            ];
        });
    return walk(kind.fields, "");
}

function names(list: readonly string[]): string {
    return list.map((name) => `\`${name}\``).join(", ");
}

/** Text for a cell of a table. */
function cell(text: string): string {
    return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").trim();
}
