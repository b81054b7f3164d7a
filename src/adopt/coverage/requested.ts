import type { Client } from "../../api/client.js";
import { grouped } from "../../common/collections.js";
import { type Kind, Live } from "../../kernel.js";
import { setKind } from "../export/inventory/found.js";
import type { UndeclaredFinding } from "./findings.js";

/**
 * Returns the findings without memberships that belong to others, such as those with an approved request. Reads the sets that contain them,
 * and GET /requests for each object that people requested.
 */
export async function withoutRequested(
    findings: readonly UndeclaredFinding[],
    kinds: readonly Kind[],
    client: Client,
): Promise<UndeclaredFinding[]> {
    const live = new Live(client);
    const holders = findings.flatMap((finding) => {
        const kind = kinds.find(({ name }) => name === finding.kind);
        const set = kind?.shape === "membership" ? setKind(kind, kinds) : undefined;
        const parent = set && kind?.memberOf(kind.keyOf(finding.id)).find(({ document }) => document === set.document);
        return set?.set && parent ? [{ set: set.set, of: parent.of, key: `${set.name} ${parent.of}` }] : [];
    });
    const left = new Set<string>();
    await Promise.all(
        [...grouped(holders, ({ key }) => key).values()].map(async ([holder]) => {
            const found = await holder?.set.found(live, holder.of);
            for (const { id } of found?.left ?? []) left.add(`${holder?.set.of.name} ${id}`);
        }),
    );
    return findings.filter(({ kind, id }) => !left.has(`${kind} ${id}`));
}
