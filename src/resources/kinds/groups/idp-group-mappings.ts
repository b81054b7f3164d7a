import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { unevaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource, resourceSource } from "../../sources.js";
import { IdpGroupMapping, isDirectoryApp, mappingFields } from "./idp-group-mapping.js";

const mapping = z.strictObject({
    /** Group to show in the directory app. */
    groupId: unevaluated(id(groupSource)),
    ...mappingFields,
});

const fields = {
    /** Resource that represents the directory app. */
    appResourceId: unevaluated(id(resourceSource)),
    /** Mappings of the app (complete list). */
    mappings: unevaluated(setField(mapping, ["groupId"])),
};

type MappingBody = { group_id: string; alias?: string | null; hidden_from_end_user?: boolean };

/**
 * The complete list of groups that a directory app shows. All other mappings of the app are removed. To declare single mappings, use
 * `IdpGroupMapping`; do not use both for the same app. Removing the declaration removes the declared mappings. Pulumi id and import id: the
 * id of the app's resource. Operations: GET and PUT /idp-group-mappings/{app_resource_id}.
 */
export class IdpGroupMappings extends AccessResource<IdpGroupMappingsArgs> {
    static readonly kind = memberSet({
        name: "IdpGroupMappings",
        noun: "group mapping list of a directory app",
        parent: resourceSource,
        parentField: "appResourceId",
        fields,
        access: { created: "mayWiden", deleted: "none" },
        of: IdpGroupMapping.kind,
        elements: "mappings",
        rewrite: operation("updateIdpGroupMappings", (id: string, body: { mappings?: MappingBody[] }) => ({
            path: { app_resource_id: id },
            body: {
                mappings: (body.mappings ?? []).map(({ group_id, alias, hidden_from_end_user }) => {
                    return { group_id, alias: alias || undefined, hidden_from_end_user };
                }),
            },
        })),
        among: isDirectoryApp,
    });
}

export interface IdpGroupMappings extends OutputsOf<typeof fields> {}
export interface IdpGroupMappingsArgs extends ArgsOf<typeof fields> {}
