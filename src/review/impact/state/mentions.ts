import type { Facts, Governed } from "../../../access/model/facts/facts.js";
import { NO_FACTS } from "../../../access/model/facts/records.js";
import { referencesIn } from "../../../kernel.js";
import { EFFECTS } from "../effects/kinds.js";
import type { StateDeclaration } from "./state-declarations.js";

/** The people and objects that a program refers to. */
export interface Mentions {
    /** Facts before any declaration is applied. Contains all users, and the objects that are not declared in the program. */
    readonly facts: Facts;
    /** All people and objects, with their names from the state. */
    readonly names: Facts;
}

type Type = "user" | "identity" | "group" | "resource" | "bundle" | "owner";

/** Collects the people and objects that the declarations refer to. */
export function mentionedIn(declarations: readonly StateDeclaration[], at: string): Mentions {
    const ids: Readonly<Record<Type, Set<string>>> = {
        user: new Set(),
        identity: new Set(),
        group: new Set(),
        resource: new Set(),
        bundle: new Set(),
        owner: new Set(),
    };
    const own = new Map<string, StateDeclaration>();
    for (const declaration of declarations) {
        const { kind, id, given } = declaration;
        const type = TYPES[kind.name];
        if (type && kind.shape === "entity") {
            ids[type].add(id);
            own.set(id, declaration);
        }
        for (const reference of referencesIn(kind.fields, given)) {
            const referred = TYPES[reference.to];
            if (referred) ids[referred].add(reference.id);
            // The API treats a non-human identity as a resource.
            if (reference.field === "nonHumanIdentityId") ids.identity.add(reference.id);
        }
        const { targets = [], ownerIds = [] } = EFFECTS[kind.name]?.touches({ id, given }) ?? {};
        for (const target of targets) if (target.id !== "") ids[target.type].add(target.id);
        for (const ownerId of ownerIds) if (ownerId !== "") ids.owner.add(ownerId);
    }
    const isForeign = (id: string): boolean => own.get(id)?.isLookedUp ?? true;
    const named = (id: string) => ({ id, name: declarationName(own.get(id)) });
    const names: Facts = {
        ...NO_FACTS,
        at,
        users: [...ids.user].map((id) => ({ ...named(id), ...emailOf(own.get(id)) })),
        identities: [...ids.identity].map(named),
        // Objects are not visible to anyone until the program declares their visibility.
        groups: [...ids.group].map((id) => ({ ...named(id), ...CLOSED })),
        resources: [...ids.resource].map((id) => ({ ...named(id), ...CLOSED })),
        bundles: [...ids.bundle].map((id) => ({ ...named(id), ...CLOSED, groupIds: [], resourceIds: [] })),
        owners: [...ids.owner].map((id) => ({ ...named(id), userIds: [], escalationMinutes: 0 })),
    };
    const foreign = <T extends { readonly id: string }>(list: readonly T[]): T[] =>
        list.filter(({ id }) => isForeign(id));
    const facts: Facts = {
        ...names,
        groups: foreign(names.groups),
        resources: foreign(names.resources),
        bundles: foreign(names.bundles),
        owners: foreign(names.owners),
        unknowns: (["group", "resource", "bundle", "owner"] as const).flatMap((type) =>
            [...ids[type]].filter(isForeign).map((id) => ({ type, id, because: "this program does not declare it" })),
        ),
    };
    return { facts, names };
}

/** Visible to no one unless the program declares otherwise. */
const CLOSED: Pick<Governed, "visibility"> = { visibility: { type: "LIMITED", groupIds: [] } };

/** Properties that contain the name of an object, by the name of the kind. */
const TYPES: Readonly<Record<string, Type>> = {
    User: "user",
    Paladin: "user",
    Group: "group",
    AccessRule: "group",
    Resource: "resource",
    Bundle: "bundle",
    Owner: "owner",
};

function declarationName(declaration: StateDeclaration | undefined): string {
    const { name, fullName, firstName, lastName } = declaration?.given ?? {};
    const whole = name ?? fullName ?? [firstName, lastName].filter((part) => typeof part === "string").join(" ");
    return typeof whole === "string" ? whole : "";
}

function emailOf(declaration: StateDeclaration | undefined): { readonly email?: string } {
    const email = declaration?.given.email;
    return typeof email === "string" ? { email } : {};
}
