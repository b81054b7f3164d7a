import { z } from "zod";
import type { Operation } from "../../provider/live/operation.js";
import { evaluated, lastWidens, moreWidens } from "../../provider/schema/access.js";
import { defaulted, field, rule } from "../../provider/schema/fields.js";
import type { RiskOf } from "../../provider/schema/risk.js";
import type { Rule } from "../../provider/shapes/described.js";
import type { SubresourceSpec } from "../../provider/shapes/subresource.js";
import { groups } from "../sources.js";
import { idSet } from "./values.js";

/** Visibility groups have no effect while all users see the object. */
export const shownTo: RiskOf = (from, to, siblings) =>
    siblings.visibility === "GLOBAL" ? "none" : moreWidens(from, to, siblings);

// Each kind also names this type in its interfaces, because TypeScript drops the comments of spread fields from
// declaration files.
export const visibilityFields = {
    /**
     * `GLOBAL`: all users see it. `LIMITED`: only the groups of `visibilityGroupIds`, administrators, and users with access. Required,
     * unless `visibilityGroupIds` is given, which implies `LIMITED`.
     */
    visibility: evaluated(
        defaulted(field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }), ({ visibilityGroupIds: groups }) =>
            groups === undefined || groups === null ? undefined : "LIMITED",
        ),
        lastWidens("LIMITED", "GLOBAL"),
    ),
    /** Groups whose members can see it. Only with `LIMITED`. */
    visibilityGroupIds: evaluated(idSet(groups), shownTo, { isHarmlessWhenNew: true }).optional(),
};

/** Body of a PUT of visibility, which sets both fields. Default for groups: none. */
export type VisibilityBody = {
    visibility: "GLOBAL" | "LIMITED";
    visibility_group_ids?: string[];
};

/** Members that all visibility subresources share. */
export function visibilityDocument({ name, send }: Operation<[id: string, body: VisibilityBody], unknown>) {
    return {
        rules: [groupsFit],
        write: {
            name,
            send: (client, id, body: VisibilityBody) => send(client, id, visibilityBody(body)),
        },
        ending: { because: "opening it to all users would give access that no one declared" },
    } satisfies Pick<SubresourceSpec, "rules" | "write" | "ending">;
}

export const groupsFit: Rule = [
    "visibilityGroupIds",
    "requires visibility LIMITED: with GLOBAL, all users see it",
    ({ visibility, visibilityGroupIds: groups }) =>
        (visibility !== undefined && visibility !== "GLOBAL") ||
        groups === undefined ||
        (Array.isArray(groups) && groups.length === 0),
];

/** Visibility as a field of the object it belongs to. */
export function visibilityPart() {
    return rule(z.strictObject(visibilityFields), ...groupsFit);
}

/** Clears the groups with GLOBAL: those left over from LIMITED have no effect then. */
export function visibilityBody(body: VisibilityBody): VisibilityBody {
    return body.visibility === "GLOBAL" ? { visibility: "GLOBAL", visibility_group_ids: [] } : body;
}
