import type { State } from "../../../src/local/engine/contract/state.js";
import { kindOf } from "./adapter.js";
import { CATALOGUE, type Claim } from "./catalogue.js";
import { claimsOf } from "./claims.js";
import type { Declaration } from "./program.js";

/** What the state says of the service, for a resource of a kind that is known here. */
export function claimsIn(state: State): readonly Claim[] {
    const kind = kindOf(state.urn);
    if (!state.custom || !(kind in CATALOGUE)) return [];
    return claimsOf({ name: "", kind, args: argsOf(state) ?? {} }, state.id ?? "", String).claims;
}

/** Whether an id in the state is that of what may have been made. */
export function isDoubted(id: string | undefined): boolean {
    return id?.startsWith("unconfirmed") ?? false;
}

/** What the state has of the arguments. What it has of a membership may be another one than the program gave, if that is ignored. */
export function argsOf(state: State | undefined): Declaration["args"] | undefined {
    if (!state) return undefined;
    const parts = state.id?.split("/") ?? [];
    const fields = CATALOGUE[kindOf(state.urn)]?.needs ?? [];
    const key = parts.length > 1 ? fields.map((field, index) => [field, parts[index] ?? ""]) : [];
    // What the state keeps is what the program gave, with ids in place of references.
    return { ...(state.inputs as Declaration["args"]), ...Object.fromEntries(key) };
}

/** The sets that the state has as a whole: what somebody else put into one is part of it once it was refreshed. */
export function wholesOf(state: State): string[] {
    return claimsIn(state).flatMap((claim) => ("whole" in claim ? [claim.whole] : []));
}

/** What is left behind when the resource ends, as the program wants it. */
export function retainedOf(state: State): string[] {
    return state.retainOnDelete ? holdingsOf(state) : [];
}

/** What the service has because of the resource: its object, and whatever it says of this or another one. */
export function holdingsOf(state: State): string[] {
    const { object } = CATALOGUE[kindOf(state.urn)] ?? {};
    const claims = claimsIn(state).map((claim) => ("whole" in claim ? claim.whole : claim.key));
    return [...(object ? [`${object} ${state.id}`] : []), ...claims];
}
