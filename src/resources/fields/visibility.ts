import { z } from "zod";
import type { Operation } from "../../live/operation.js";
import { field, rule } from "../../schema/fields.js";
import type { Rule } from "../../shapes/kind.js";
import { type Subresource, type SubresourceSpec, subresource } from "../../shapes/subresource.js";
import { idSet } from "./values.js";

// The interfaces of a kind name it beside the kind's own fields, because a declaration file keeps no comments of what is spread into them.
export const visibilityFields = {
    /** `GLOBAL`: everybody sees it. `LIMITED`: only the groups of `visibilityGroupIds`, administrators, and those who have access. */
    visibility: field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }),
    /** Groups whose members see it; with `LIMITED` only. */
    visibilityGroupIds: idSet().optional(),
};

/** What the PUT of a visibility takes: both fields together; groups left out are none. */
export type VisibilityBody = {
    visibility: "GLOBAL" | "LIMITED";
    visibility_group_ids?: string[];
};

/** The visibility of the objects of `parent`, as a kind of its own. */
export function visibilityOf(
    spec: Pick<SubresourceSpec, "name" | "noun" | "parent" | "fields" | "read"> & {
        readonly write: Operation<[id: string, body: VisibilityBody], unknown>;
    },
): Subresource {
    const { write } = spec;
    return subresource({
        ...spec,
        rules: [groupsFit],
        write: {
            name: write.name,
            send: (client, id, body: VisibilityBody) => write.send(client, id, visibilityBody(body)),
        },
        ending: { because: "to open it to everybody would give access that nobody declared" },
    });
}

export const groupsFit: Rule = [
    "visibilityGroupIds",
    "leave it out with visibility GLOBAL, which everybody sees",
    ({ visibility, visibilityGroupIds: groups }) =>
        visibility !== "GLOBAL" || groups === undefined || (Array.isArray(groups) && groups.length === 0),
];

/** Visibility as a field of the object it belongs to. */
export function visibilityPart() {
    return rule(z.strictObject(visibilityFields), ...groupsFit);
}

/** Groups left over from a time when it was LIMITED mean nothing with GLOBAL, and are not sent back. */
export function visibilityBody(body: VisibilityBody): VisibilityBody {
    return body.visibility === "GLOBAL" ? { visibility: "GLOBAL", visibility_group_ids: [] } : body;
}
