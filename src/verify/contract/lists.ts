import { type OperationName, operations } from "../../api/generated/operations.gen.js";
import { same } from "../../common/properties.js";
import { fieldName } from "../../common/wire-names.js";
import { type Kind, kindSources } from "../../kernel.js";
import type { Findings } from "../finding.js";
import { pageParameters } from "../samples.js";
import { type ContractCaller, listedItems, type Seen } from "./caller.js";

/** Compares items of a list with the same objects read by id, to find lists that are out of date. */
export async function compareLists(
    kinds: readonly Kind[],
    reads: ReadonlyMap<OperationName, readonly Seen[]>,
    caller: ContractCaller,
    findings: Findings,
): Promise<void> {
    const byName = new Map(kinds.flatMap(kindSources).map((source) => [source.name, source]));
    await Promise.all(
        [...byName.values()].map(async ({ id, list, read }) => {
            if (!list || !read) return;
            const seen = reads.get(read.name) ?? [];
            const isImplemented = seen.some(({ value }) => value !== undefined);
            const compare = async (isAgain: boolean) => {
                const page = await (isAgain
                    ? caller.lookAgain(list.name, pageParameters(list.name))
                    : caller.look(list.name, pageParameters(list.name)));
                const items = listedItems(list.name, page.value);
                const now = isAgain
                    ? await Promise.all(seen.map(({ parts }) => caller.lookAgain(read.name, parts)))
                    : seen;
                return now.flatMap((one) => differencesOf(id, items, one, isImplemented));
            };
            const found = await compare(false);
            if (found.length === 0) return;
            // Compares again, because an object may have changed between the two reads.
            const still = new Set(await compare(true));
            for (const place of found.filter((one) => still.has(one)))
                if (place === ABSENT)
                    findings.add("lists", list.name, `contains an object for which ${read.name} returns 404`);
                else
                    findings.add(
                        "lists",
                        list.name,
                        `differs from the response of ${read.name}`,
                        `${operations[list.name].paging?.items ?? ""}[].${place}`,
                    );
        }),
    );
}

const ABSENT = "(absent)";

/** Returns the names of fields that are in both responses and have different values. */
function differencesOf(idName: string, items: readonly object[], read: Seen, isImplemented: boolean): string[] {
    const { parts, status, value } = read;
    const parameters = Object.values({ ...parts.path, ...parts.query });
    const item = items.find((one) =>
        Object.entries(one).some(([name, inner]) => fieldName(name) === idName && parameters.includes(inner)),
    );
    if (!item) return [];
    if (status === 404 && isImplemented) return [ABSENT];
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(item)
        .filter(([name, inner]) => name in value && !same(inner, Reflect.get(value, name)))
        .map(([name]) => name);
}
