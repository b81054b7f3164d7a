import { z } from "zod";
import type { Operation } from "../live/operation.js";
import { field, type Properties, rule } from "../schema/fields.js";
import { type Subresource, type SubresourceSpec, subresource } from "../shapes/subresource.js";
import { ids } from "./values.js";

export const visibilityFields = {
    /** `GLOBAL`: everybody sees it. `LIMITED`: only the groups of `visibilityGroupIds`, administrators, and those who have access. */
    visibility: z.enum(["GLOBAL", "LIMITED"]),
    /** Groups whose members see it; with `LIMITED` only. */
    visibilityGroupIds: field(ids(), { unordered: true }).optional(),
};

/** What the PUT of a visibility takes: both fields together; groups left out are none. */
type VisibilityBody = {
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
        rules: visibilityRules,
        write: {
            name: write.name,
            send: (client, id, body: VisibilityBody) => write.send(client, id, visibilityBody(body)),
        },
        ending: { because: "to open it to everybody would give access that nobody declared" },
    });
}

function visibilityRules<Schema extends z.ZodType>(schema: Schema): Schema {
    return rule(schema, "visibilityGroupIds", "leave it out with visibility GLOBAL, which everybody sees", groupsFit);
}

/** Visibility as a field of the object it belongs to. */
export function visibilityPart() {
    return visibilityRules(z.strictObject(visibilityFields));
}

/** Groups left over from a time when it was LIMITED mean nothing with GLOBAL, and are not sent back. */
export function visibilityBody(body: VisibilityBody): VisibilityBody {
    return body.visibility === "GLOBAL" ? { visibility: "GLOBAL", visibility_group_ids: [] } : body;
}

function groupsFit({ visibility, visibilityGroupIds: groups }: Properties): boolean {
    return visibility !== "GLOBAL" || groups === undefined || (Array.isArray(groups) && groups.length === 0);
}
