import type { Declarer } from "../../common/names.js";
import { unknownValue } from "../../common/unknown.js";
import type { DeclaredResource } from "../metadata.js";
import type { Kind, MembershipSet } from "../shapes/kind.js";

/**
 * Returns what a resource declares: itself, and the memberships in its sets, each as if a resource of its own declared it. The object of a
 * set that is a property belongs to the resource itself.
 */
export function declaredMemberships(kind: Kind, program: DeclaredResource): (readonly [Kind, DeclaredResource])[] {
    const { given, ids, resource } = program;
    const own = kind.set
        ? membershipsIn(kind.set, program, given[kind.set.parent], ids[kind.set.parent])
        : Object.values(kind.sets ?? {}).flatMap((set) => membershipsIn(set, program, unknownValue, resource));
    return [[kind, program], ...own];
}

function membershipsIn(
    set: MembershipSet,
    program: DeclaredResource,
    parentId: unknown,
    owner: Declarer | undefined,
): (readonly [Kind, DeclaredResource])[] {
    const { given, ids } = program;
    const elements = given[set.elements];
    if (!Array.isArray(elements)) return [];
    return elements.map((element, at) => {
        const prefix = `${set.elements}[${at}]`;
        const inside = Object.entries(ids).flatMap(([path, declarer]) => {
            if (path === prefix) return [[set.elementKey ?? "", declarer] as const];
            return path.startsWith(`${prefix}.`) ? [[path.slice(prefix.length + 1), declarer] as const] : [];
        });
        const more = owner ? { [set.parent]: owner } : {};
        const single = {
            ...program,
            given: set.membership(parentId, element),
            ids: { ...Object.fromEntries(inside), ...more },
        };
        return [set.of, single] as const;
    });
}
