import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import type { Properties } from "../../../common/properties.js";
import { fewerWidens, harmlessWhenNew, irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, resourceSource } from "../../sources.js";

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
/** Properties of a mapping in addition to its key. */
export const mappingFields = {
    /** Name that end users see; null to use the name of the group. */
    alias: irrelevant(z.string()).nullable().optional(),
    /** Hides the group from end users. Default for a new mapping: false. */
    hiddenFromEndUser: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)).optional(),
};

const fields = {
    /** Resource that represents the directory app. */
    appResourceId: unevaluated(id(resourceSource)),
    /** Group to show in the directory app. */
    groupId: unevaluated(id(groupSource)),
    ...mappingFields,
};

// Creates or updates a mapping. Omitted properties stay unchanged.
const upsert = operation("upsertIdpGroupMapping");

/**
 * A mapping that shows a group in a directory app. To declare all mappings of an app at once, use `IdpGroupMappings`; do not use both for
 * the same app. Pulumi id and import id: `<id of the app's resource>/<group id>`. Operations: GET /idp-group-mappings/{app_resource_id},
 * POST and DELETE /idp-group-mappings/{app_resource_id}/groups/{group_id}.
 */
export class IdpGroupMapping extends AccessResource<IdpGroupMappingArgs> {
    static readonly kind = membership({
        name: "IdpGroupMapping",
        noun: "mapping of a group for a directory app",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "none" },
        key: ["appResourceId", "groupId"],
        list: listing("getIdpGroupMappings"),
        add: upsert,
        update: upsert,
        remove: operation("deleteIdpGroupMapping"),
        memberOf: { IdpGroupMappings: "appResourceId" },
        among: isDirectoryApp,
    });
}

export interface IdpGroupMapping extends OutputsOf<typeof mappingFields & typeof fields> {}
export interface IdpGroupMappingArgs extends ArgsOf<typeof mappingFields & typeof fields> {}

/** Whether a resource represents a directory app. */
export function isDirectoryApp({ resourceType }: Properties): boolean {
    return /_APP$/.test(String(resourceType));
}
