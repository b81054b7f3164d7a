import { z } from "zod";
import type { Operation } from "../../api/calls.js";
import { evaluated, harmlessWhenNew, lastWidens, moreWidens } from "../../provider/schema/access.js";
import { defaulted, field } from "../../provider/schema/fields.js";
import type { RiskOf } from "../../provider/schema/risk.js";
import type { SubresourceSpec } from "../../provider/shapes/subresource.js";
import { groupSource } from "../sources.js";
import { idSet } from "./values.js";

/** Risk of a change to the visibility groups, which have no effect while all users can see the object. */
export const shownTo: RiskOf = (from, to, siblings) =>
    siblings.visibility === "GLOBAL" ? "none" : moreWidens(from, to, siblings);

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
export const visibilityFields = {
    /**
     * `GLOBAL`: all users can see the object. `LIMITED`: only members of `visibilityGroupIds`, administrators, and users with access can
     * see it. Required unless `visibilityGroupIds` is set, which implies `LIMITED`.
     */
    visibility: evaluated(
        defaulted(field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }), ({ visibilityGroupIds: groups }) =>
            groups === undefined || groups === null ? undefined : "LIMITED",
        ),
        lastWidens("LIMITED", "GLOBAL"),
    ),
    /** Groups whose members can see the object. They have no effect with `GLOBAL`. */
    visibilityGroupIds: harmlessWhenNew(
        evaluated(
            field(idSet(groupSource), { wire: { sentBackWith: ({ visibility }) => visibility !== "GLOBAL" } }),
            shownTo,
        ),
    ).optional(),
};

/** Body of the PUT request for visibility. It sets both fields: omitting the groups removes them. */
export type VisibilityBody = {
    visibility: "GLOBAL" | "LIMITED";
    visibility_group_ids?: string[];
};

/** Returns the parts of the specification that all visibility subresources share. */
export function visibilityDocument({ name, send }: Operation<[id: string, body: VisibilityBody], unknown>) {
    return {
        write: {
            name,
            send: (client, id, body: VisibilityBody) => send(client, id, visibilityBody(body)),
        },
        ending: {
            because: "making the object visible to all users would grant access that the program does not declare",
        },
    } satisfies Pick<SubresourceSpec, "write" | "ending">;
}

/** Schema for visibility as a field of its parent object. */
export function visibilityPart() {
    return z.strictObject(visibilityFields);
}

/** Removes undeclared groups if visibility is GLOBAL, since they have no effect then. */
export function visibilityBody(body: VisibilityBody): VisibilityBody {
    return body.visibility === "GLOBAL" ? { visibility_group_ids: [], ...body } : body;
}
