/** Builds previews from given effects without evaluating a program. */

import type { RoleImpact } from "../../../src/access/model/change/impact.js";
import type { Shift } from "../../../src/access/model/change/shifts.js";
import type { Target } from "../../../src/access/model/facts/facts.js";
import type { Aspect } from "../../../src/access/model/model.js";
import { ORGANIZATION_ROLES } from "../../../src/access/model/rules/roles.js";
import { prose } from "../../../src/common/phrase.js";
import type { UnknownChange } from "../../../src/review/impact/account.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { previewOf, user } from "./organization.js";

export const facts = factsWith({
    users: [user("ada"), { ...user("bob"), email: "bob@example.com" }, user("cyn")],
    groups: [{ id: "vault", name: "Vault", tags: [{ key: "env", value: "prod" }], sensitivity: "HIGH" }],
    resources: [
        {
            id: "db",
            name: "Database",
            tags: [
                { key: "tier", value: "1" },
                { key: "env", value: "dev" },
            ],
        },
        { id: "bare", name: "Bare" },
    ],
    bundles: [{ id: "kit", name: "Kit", groupIds: [], resourceIds: [] }],
});
const targets: Readonly<Record<string, Target>> = {
    vault: { type: "group", id: "vault" },
    db: { type: "resource", id: "db" },
    bare: { type: "resource", id: "bare" },
    kit: { type: "bundle", id: "kit" },
};

/** A shift in access to the target with this id. */
export type On = readonly [targetId: string, shift: Shift];

export function shift(
    aspect: Aspect,
    fate: Shift["fate"],
    ids: readonly string[] = [],
    more: Partial<Shift> = {},
): Shift {
    const people = () => ids.map((id) => ({ id }));
    return { aspect, fate, count: ids.length, isForEverybody: false, people, ...more };
}

/** A shift for unknown people. */
export function open(aspect: Aspect, isWider = true): Shift {
    return shift(aspect, "unknown", [], { unknown: { isWider, because: "it is hidden" } });
}

const base = previewOf(facts, []);

export interface Found {
    readonly on?: readonly On[];
    readonly roles?: readonly RoleImpact[];
    readonly unknown?: readonly UnknownChange[];
}

export function preview({ on = [], roles = [], unknown = [] }: Found): PreviewImpact {
    const ids = [...new Set(on.map(([id]) => id))];
    const found = ids.map((id) => ({
        target: targets[id] ?? { type: "group", id },
        shifts: on.filter(([other]) => other === id).map(([, one]) => one),
    }));
    return {
        ...base,
        impact: { ...base.impact, targets: found, roles },
        account: { evaluated: 1, irrelevant: 0, unknown },
    };
}

/**
 * Effects in words, such as `vault: has gained ada, bob; admin: has lost cyn; db: sees mayGain; change: anything`: of targets, of roles in
 * the organization, for unknown people, and of unknown changes.
 */
export function given(text: string): Found {
    const parts = text.split("; ").flatMap((part) => {
        const [, place = "", aspect = "", fate = "", ids = ""] = /^(\w+): (\w+) ?(\w*) ?(.*)$/.exec(part) ?? [];
        return place ? [{ place, aspect, fate, ids: ids.split(", ") }] : [];
    });
    const changes = parts.filter(({ place }) => place === "change");
    // The casts are safe because the table contains only aspects, fates and what an unknown change concerns.
    const shifts = parts.map(({ place, aspect, fate, ids }): On => {
        const isOpen = fate.startsWith("may") && !fate.startsWith("maybe");
        const one = isOpen ? open(aspect as Aspect, fate === "mayGain") : undefined;
        return [place, one ?? shift(aspect as Aspect, fate as Shift["fate"], ids)];
    });
    const isOf = (names: readonly string[]) => shifts.filter(([place]) => names.includes(place));
    const roles = ORGANIZATION_ROLES.filter((role) => isOf([role]).length > 0);
    return {
        on: isOf(Object.keys(targets)),
        roles: roles.map((role) => ({ role, shifts: isOf([role]).map(([, one]) => one) })),
        unknown: changes.map(({ aspect }) => ({
            words: prose`a change is unknown`,
            concerns: aspect as UnknownChange["concerns"],
        })),
    };
}
