import { UsageError } from "../../../common/errors.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import { keyOf } from "../found.js";
import type { Inventory } from "../inventory.js";
import type { Declaration } from "../program/plan.js";
import { type Named, nameOf } from "../selection.js";
import { parseTerraformState, type TerraformInstance } from "./terraform-state.js";
import { namedBy } from "./terraform-types.js";

/** Something in a Terraform state, with the object that it is, or why it is none to declare. */
export type Candidate = TerraformInstance & ({ readonly named: Named } | { readonly because: string });

/** Result for a resource of a Terraform state: how the program declares it, or why it does not. */
export type Outcome = TerraformInstance & ({ readonly declaration: Declaration } | { readonly because: string });

/** What a Terraform state holds, one by one. @throws UsageError if it is no state, or if nothing in it can be declared */
export function candidatesIn(text: string, kinds: readonly Kind[]): Candidate[] {
    const instances = parseTerraformState(text);
    const candidates = instances.map((one): Candidate => ({ ...one, ...namedOrNot(one, kinds) }));
    if (namedIn(candidates).length > 0) return candidates;
    const what = instances.length === 0 ? "It is empty" : "None of its types has an equivalent here";
    throw new UsageError(`This state manages nothing that could be declared. ${what}.`);
}

/** What of a state is to be declared. */
export function namedIn(candidates: readonly Candidate[]): Named[] {
    return candidates.flatMap((one) => ("named" in one ? [one.named] : []));
}

/** What came of everything in a state. */
export function outcomesOf(
    candidates: readonly Candidate[],
    plan: readonly Declaration[],
    { undeclared }: Inventory,
): Outcome[] {
    const declarations = new Map(plan.map((one) => [keyOf(one), one]));
    const reasons = new Map(
        undeclared.filter(({ path }) => path === undefined).map((one) => [keyOf(one), one.because] as const),
    );
    return candidates.map((one): Outcome => {
        if (!("named" in one)) return one;
        const { named, ...instance } = one;
        const declaration = declarations.get(nameOf(named));
        if (declaration) return { ...instance, declaration };
        return { ...instance, because: reasons.get(nameOf(named)) ?? "the service did not give it back" };
    });
}

const DEPOSED =
    "it is deposed: Terraform replaced it and was still to delete it. `terraform state rm` forgets it together with its successor: delete it before";

function namedOrNot(
    { type, attributes, isManaged, isDeposed }: TerraformInstance,
    kinds: readonly Kind[],
): { readonly named: Named } | { readonly because: string } {
    if (!isManaged) return { because: "no equivalent here: the program looks up what it refers to by name" };
    if (isDeposed) return { because: DEPOSED };
    const found = namedBy(type, attributes, kinds);
    return "because" in found ? { because: `no equivalent here: ${found.because}` } : { named: found };
}
