/** Builds previews from given effects without evaluating a program. */

import type { RoleImpact } from "../../../src/access/model/change/impact.js";
import type { Shift } from "../../../src/access/model/change/shifts.js";
import type { Target } from "../../../src/access/model/facts/facts.js";
import type { Aspect } from "../../../src/access/model/model.js";
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
    const base = previewOf(facts, []);
    return {
        ...base,
        impact: { ...base.impact, targets: found, roles },
        account: { evaluated: 1, irrelevant: 0, unknown },
    };
}
