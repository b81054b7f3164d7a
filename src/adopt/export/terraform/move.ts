import { UsageError } from "../../../common/errors.js";
import type { Kind } from "../../../kernel.js";
import { objectKey } from "../inventory/found.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import type { SelectedObject } from "../inventory/selection.js";
import type { PlannedDeclaration } from "../program/plan.js";
import { parseTerraformState, type TerraformInstance } from "./terraform-state.js";
import { namedBy } from "./terraform-types.js";

/** An entry of a Terraform state, with its object or the reason why it cannot be declared. */
export type Candidate = TerraformInstance & ({ readonly named: SelectedObject } | { readonly because: string });

/** Result for an entry of a Terraform state: its declaration in the program, or the reason why it is not declared. */
export type MoveOutcome = TerraformInstance &
    ({ readonly declaration: PlannedDeclaration } | { readonly because: string });

/**
 * Returns the entries of a Terraform state.
 * @throws UsageError if the text is not a state, or none of its entries can be declared
 */
export function candidatesIn(text: string, kinds: readonly Kind[]): Candidate[] {
    const instances = parseTerraformState(text);
    const candidates = instances.map((one): Candidate => ({ ...one, ...namedOrNot(one, kinds) }));
    if (namedIn(candidates).length > 0) return candidates;
    const what = instances.length === 0 ? "It is empty" : "None of its types has an equivalent here";
    throw new UsageError(`None of the objects in this state can be declared. ${what}.`);
}

/** Returns the objects to declare. */
export function namedIn(candidates: readonly Candidate[]): SelectedObject[] {
    return candidates.flatMap((one) => ("named" in one ? [one.named] : []));
}

/** Returns the results for all entries. */
export function outcomesOf(
    candidates: readonly Candidate[],
    plan: readonly PlannedDeclaration[],
    { undeclared }: OrganizationInventory,
): MoveOutcome[] {
    const declarations = new Map(plan.map((one) => [objectKey(one), one]));
    const reasons = new Map(
        undeclared.filter(({ path }) => path === undefined).map((one) => [objectKey(one), one.because] as const),
    );
    return candidates.map((one): MoveOutcome => {
        if (!("named" in one)) return one;
        const { named, ...instance } = one;
        const declaration = declarations.get(objectKey(named));
        if (declaration) return { ...instance, declaration };
        return { ...instance, because: reasons.get(objectKey(named)) ?? "the service did not return it" };
    });
}

const DEPOSED =
    "it is deposed: Terraform replaced it but has not deleted it. `terraform state rm` also forgets its successor, so delete it first";

function namedOrNot(
    { type, attributes, isManaged, isDeposed }: TerraformInstance,
    kinds: readonly Kind[],
): { readonly named: SelectedObject } | { readonly because: string } {
    if (!isManaged) return { because: "no equivalent here: the program looks up objects by name" };
    if (isDeposed) return { because: DEPOSED };
    const found = namedBy(type, attributes, kinds);
    return "because" in found ? { because: `no equivalent here: ${found.because}` } : { named: found };
}
