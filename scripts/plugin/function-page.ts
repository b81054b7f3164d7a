/** Generates docs/functions.md from the schema of the plugin: every lookup and action with its arguments and results. */
import { join } from "node:path";
import { z } from "zod";
import { withoutReferences } from "./docstrings.js";

const file = join(__dirname, "../../docs/functions.md");

/** Levels of a result that are listed. Deeper ones are rarely used. */
const DEPTH = 2;

interface ValueSpec {
    readonly $ref?: string | undefined;
    readonly description?: string | undefined;
    readonly deprecationMessage?: string | undefined;
    readonly items?: ValueSpec | undefined;
    readonly properties?: Readonly<Record<string, ValueSpec>> | undefined;
    readonly required?: readonly string[] | undefined;
}

const valueSpec: z.ZodType<ValueSpec> = z.lazy(() =>
    z.object({
        $ref: z.string().optional(),
        description: z.string().optional(),
        deprecationMessage: z.string().optional(),
        items: valueSpec.optional(),
        properties: z.record(z.string(), valueSpec).optional(),
        required: z.array(z.string()).optional(),
    }),
);
const functionSpec = z.object({
    description: z.string(),
    deprecationMessage: z.string().optional(),
    inputs: valueSpec,
    outputs: valueSpec,
});
const schemaOf = z.object({
    functions: z.record(z.string(), functionSpec),
    types: z.record(z.string(), valueSpec),
});

type Schema = z.infer<typeof schemaOf>;

/** Returns the path and the text of the page. @param text the schema of the plugin */
export function functionPage(text: string): [path: string, page: string] {
    const schema = schemaOf.parse(JSON.parse(text));
    const sections = Object.entries(schema.functions).map(
        ([token, spec]) => [token.split(":").at(-1) ?? "", spec] as const,
    );
    const isLookup = ([name]: (typeof sections)[number]): boolean => name.startsWith("get");
    const lists = [sections.filter(isLookup), sections.filter((one) => !isLookup(one))].map((some) =>
        some.map(([name, spec]) => sectionOf(name, spec, schema)).join("\n\n"),
    );
    return [file, `${INTRODUCTION}\n\n${lists[0]}\n\n## Actions\n\n${ACTIONS}\n\n${lists[1]}\n`];
}

const INTRODUCTION = `<!-- Made by npm run generate; do not edit. -->

# Lookups and actions

The lookups and actions that a program can call. Every lookup takes an object of arguments and returns a promise. Its
\`…Output\` form takes outputs of resources and returns an output. A lookup of a single object takes its id or its name,
and throws if it finds none or several. [Waiting for a lookup](programs.md#wait-for-a-lookup) needs an async function.
[Python, YAML and other languages](languages.md#a-program-in-yaml) have the same functions, as \`access.get_user(email=…)\` and \`fn::invoke\`. From
the shell, \`npx --no-install access-governance call\` runs [any operation](operations.md).

If a resource has access levels, every grant on it must name one of them:

\`\`\`ts
import * as access from "pulumi-access-governance";

export = async () => {
    const { resourceId } = await access.getResource({ name: "billing-db" });
    // such as [{ accessLevelName: "read", accessLevelRemoteId: "read" }]
    return { levels: await access.getResourceAccessLevels({ resourceId }) };
};
\`\`\`

## Lookups`;

const ACTIONS = `Actions check first, do nothing if the work is done, and never act in a preview.`;

function sectionOf(name: string, spec: Schema["functions"][string], { types }: Schema): string {
    const args = Object.entries(spec.inputs.properties ?? {}).map(([key, value]) => {
        const need = spec.inputs.required?.includes(key) ? " (required)" : "";
        const keys = keysOf(value, types, DEPTH);
        const notes = [
            oneLine(value.description ?? ""),
            keys && `${value.items ? "A list of objects" : "An object"} with ${keys}.`,
        ];
        const text = notes.filter(Boolean).join(" ");
        return `- \`${key}\`${need}${text === "" ? "" : `: ${text}`}`;
    });
    const results = spec.outputs.properties?.results?.items;
    const keys = keysOf(results ?? spec.outputs, types, DEPTH);
    const answer =
        results && keys === ""
            ? "Returns a list of strings."
            : `Returns ${results ? "a list of objects with " : ""}${keys}.`;
    return [
        `### ${name}`,
        ...(spec.deprecationMessage ? [`**Deprecated.** ${spec.deprecationMessage}`] : []),
        oneLine(spec.description),
        ...(args.length > 0 ? [args.join("\n")] : []),
        answer,
    ].join("\n\n");
}

/** The keys of an object, with those of its objects in parentheses. */
function keysOf(spec: ValueSpec, types: Schema["types"], depth: number): string {
    const inner = spec.items ?? spec;
    const { properties = {} } = types[inner.$ref?.slice("#/types/".length) ?? ""] ?? inner;
    if (depth === 0) return "";
    return Object.entries(properties)
        .map(([key, value]) => {
            const own = keysOf(value, types, depth - 1);
            return `\`${key}\`${own === "" ? "" : ` (${own})`}`;
        })
        .join(", ");
}

function oneLine(text: string): string {
    return withoutReferences(text).replace(/\s+/g, " ").trim();
}
