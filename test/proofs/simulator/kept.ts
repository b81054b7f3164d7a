import type { ResourceEntry } from "../../../src/local/engine/contract/state.js";
import { kindOf } from "./adapter.js";
import { CATALOGUE, type Claim } from "./catalogue.js";
import { claimsOf } from "./claims.js";
import type { Declaration } from "./program.js";

/** Claims about the service in the state of a resource, if the catalogue has its kind. */
export function claimsIn(state: ResourceEntry): readonly Claim[] {
    const kind = kindOf(state.urn);
    if (!state.custom || !(kind in CATALOGUE)) return [];
    return claimsOf({ name: "", kind, args: argsOf(state) ?? {} }, state.id ?? "", String).claims;
}

/** Whether an id in the state stands for an object that may have been created. */
export function isDoubted(id: string | undefined): boolean {
    return id?.startsWith("unconfirmed") ?? false;
}

/** Arguments in the state. Those of a membership may differ from the program if they are ignored. */
export function argsOf(state: ResourceEntry | undefined): Declaration["args"] | undefined {
    if (!state) return undefined;
    const parts = state.id?.split("/") ?? [];
    const fields = CATALOGUE[kindOf(state.urn)]?.needs ?? [];
    const key = parts.length > 1 ? fields.map((field, index) => [field, parts[index] ?? ""]) : [];
    // The inputs in the state are the arguments of the program with ids in place of references.
    return { ...(state.inputs as Declaration["args"]), ...Object.fromEntries(key) };
}

/** Sets that the state contains as a whole. A refresh adds elements that were added outside. */
export function wholesOf(state: ResourceEntry): string[] {
    return claimsIn(state).flatMap((claim) => ("whole" in claim ? [claim.whole] : []));
}

/** Objects and facts that remain because of `retainOnDelete`. */
export function retainedOf(state: ResourceEntry): string[] {
    return state.retainOnDelete ? holdingsOf(state) : [];
}

/** Facts on the service that belong to the resource: its object and its claims. */
export function holdingsOf(state: ResourceEntry): string[] {
    const { object } = CATALOGUE[kindOf(state.urn)] ?? {};
    const claims = claimsIn(state).map((claim) => ("whole" in claim ? claim.whole : claim.key));
    return [...(object ? [`${object} ${state.id}`] : []), ...claims];
}
