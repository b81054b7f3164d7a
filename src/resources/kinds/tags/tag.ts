import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { tagSource } from "../../sources.js";

const fields = {
    /** Key of the tag, such as `team`. */
    key: evaluated(z.string().min(1, "it must not be empty")),
    /** Value of the tag, such as `platform`. Default: none. */
    value: evaluated(field(z.string(), { standard: "", wire: { cleared: "" } })).optional(),
};

/**
 * A tag for groups, resources and users. Every change replaces it. Deleting a tag removes it from all objects. Import id: the tag's id or
 * key. Operations: GET /tags, POST /tag, GET and DELETE /tag/{tag_id}.
 */
export class Tag extends AccessObject<TagArgs> {
    static readonly kind = entity({
        noun: "tag",
        source: tagSource,
        fields,
        access: { created: "none", deleted: "none" },
        results: ["createdAt", "updatedAt", "userCreatorId"],
        key: ["key", "value"],
        create: operation("createTag", ({ key, value = "" }: { key: string; value?: string }) => ({
            body: { tag_key: key, tag_value: value },
        })),
        remove: operation("deleteTag"),
    });

    /** Creation date in ISO format. */
    declare readonly createdAt: Output<string | null>;
    /** Date of the last change in ISO format. */
    declare readonly updatedAt: Output<string | null>;
    /** User who created the tag. */
    declare readonly userCreatorId: Output<string | null>;

    /** Id of the tag; same as `id`. */
    get tagId(): Output<ID> {
        return this.id;
    }
}

export interface Tag extends OutputsOf<typeof fields> {}
export interface TagArgs extends ArgsOf<typeof fields> {}
