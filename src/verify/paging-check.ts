import { type OperationName, operations } from "../api/generated/operations.gen.js";
import { nextOf } from "../api/list.js";
import type { OperationEntry, Paging } from "../api/operation.js";
import type { Parts } from "../api/parameters.js";
import { type Caller, itemsOf, type Seen } from "./caller.js";
import type { Findings } from "./finding.js";

/** Reads two pages of one item each from a list with several items, and reports paging that differs from the API. */
export async function checkPaging(
    operation: OperationName,
    seen: readonly Seen[],
    caller: Caller,
    findings: Findings,
): Promise<void> {
    const { paging }: OperationEntry = operations[operation];
    const size = paging && sizeOf(paging);
    if (!paging || size === undefined) return;
    const whole = seen.find(({ value }) => itemsOf(operation, value).length > 1);
    if (!whole) return;
    const first = await caller.look(operation, asking(whole.parts, paging, { [size]: 1 }));
    if (first.value === undefined) return;
    const items = itemsOf(operation, first.value);
    if (items.length > 1) return findings.add("paging", operation, `${size} is ignored: more items than asked for`);
    if (paging.style === "limit") return;
    const next = nextOf(first.value, paging);
    if (next === undefined)
        return findings.add("paging", operation, "no next page although there are more items", placeOfNext(paging));
    const position = paging.style === "relay" ? "after" : "cursor";
    const second = await caller.look(operation, asking(whole.parts, paging, { [size]: 1, [position]: next }));
    if (second.value === undefined)
        return findings.add("paging", operation, "the next page cannot be read", placeOfNext(paging));
    const isSame = JSON.stringify(itemsOf(operation, second.value)) === JSON.stringify(items);
    if (nextOf(second.value, paging) === next || isSame)
        findings.add("paging", operation, "the cursor leads to the same page again", placeOfNext(paging));
}

function sizeOf(paging: Paging): string | undefined {
    return paging.request?.find((one) => one === "page_size" || one === "limit" || one === "first");
}

function asking(parts: Parts, paging: Paging, more: Readonly<Record<string, unknown>>): Parts {
    const place = paging.inBody ? "body" : "query";
    return { ...parts, [place]: { ...Object(parts[place]), ...more } };
}

function placeOfNext(paging: Paging): string {
    return paging.style === "relay" ? "pageInfo" : (paging.next ?? "");
}
