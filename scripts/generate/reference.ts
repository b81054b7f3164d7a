import type { Document, Operation } from "./document.js";
import type { MethodName } from "./names.js";

/** Generates docs/operations.md: every operation by its name in the client and the shell. */
export function reference(document: Document, names: ReadonlyMap<Operation, MethodName>): string {
    const areas = document.tags.map(({ name, description }) => {
        const rows = [...names].filter(([operation]) => operation.tags[0] === name).map(row);
        return `## ${name}\n\n${description}\n\n| name | operation | |\n| --- | --- | --- |\n${rows.join("\n")}`;
    });
    return `<!-- Made by scripts/generate from the OpenAPI documents in api/; do not edit. -->
# Operations

All ${names.size} operations. In TypeScript, each is a method of the client, such as \`client.groups.list()\`. In the shell, use its name with
\`access-governance call\`, such as \`access-governance call groups.list\`. The names are derived from those of the API:

1. The area is the tag of the operation, in camelCase.
2. The method is the name of the operation without the noun of the area, if that noun follows the verb.
3. \`get\` becomes \`list\` if the operation returns a list of items.

So \`getGroups\` is \`groups.list\`, \`startCampaign\` is \`campaigns.start\` and \`getGroupUsers\` is \`groups.listUsers\`.

${areas.join("\n\n")}
`;
}

function row([operation, { area, method }]: [Operation, MethodName]): string {
    const deprecated = operation.deprecated ? " Deprecated." : "";
    return `| \`${area}.${method}\` | \`${operation.method} ${operation.path}\` | ${operation.summary}${deprecated} |`;
}
