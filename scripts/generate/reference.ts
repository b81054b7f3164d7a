import type { Document, Operation } from "./document.js";
import type { MethodName } from "./names.js";

/** The text of docs/operations.md: every operation by the name under which people call it. */
export function reference(document: Document, names: ReadonlyMap<Operation, MethodName>): string {
    const areas = document.tags.map(({ name, description }) => {
        const rows = [...names].filter(([operation]) => operation.tags[0] === name).map(row);
        return `## ${name}\n\n${description}\n\n| name | operation | |\n| --- | --- | --- |\n${rows.join("\n")}`;
    });
    return `<!-- Made by scripts/generate from the OpenAPI documents in api/; do not edit. -->
# Operations

All ${names.size} operations. In TypeScript each is a method of the client, \`client.groups.list()\`; in the shell the name behind
\`access-governance call\`, \`access-governance call groups.list\`. The names follow from those of the API by one rule:

1. The area is the tag of the operation, in camelCase.
2. The method is the name of the operation without the area's own noun, where that noun follows the verb.
3. \`get\` becomes \`list\` where the operation answers a list of items.

So \`getGroups\` is \`groups.list\`, \`startCampaign\` is \`campaigns.start\` and \`getGroupUsers\` is \`groups.listUsers\`.

${areas.join("\n\n")}
`;
}

function row([operation, { area, method }]: [Operation, MethodName]): string {
    const deprecated = operation.deprecated ? " Deprecated." : "";
    return `| \`${area}.${method}\` | \`${operation.method} ${operation.path}\` | ${operation.summary}${deprecated} |`;
}
