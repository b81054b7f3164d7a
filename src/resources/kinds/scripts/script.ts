import type { ID, Output } from "@pulumi/pulumi";
import { operation } from "../../../api/calls.js";
import { zOpalScriptTypeEnum } from "../../../api/generated/zod.gen.js";
import { irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, memberOf, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { ownerSource, scriptSource } from "../../sources.js";

const fields = {
    /** Name of the script. */
    name: irrelevant(textField()),
    /**
     * Type of the script: `REQUEST_REVIEW` decides on requests, `REQUEST_DELEGATION_CONDITION` decides when a delegation applies,
     * `CONTEXT_PROVIDER` provides context for reviewers. A change replaces the script.
     */
    scriptType: irrelevant(field(memberOf(zOpalScriptTypeEnum()), { onChange: "replace" })),
    /** Source code of the script, in Starlark. A change creates a new version of the same script. */
    script: unevaluated(textField()),
    /**
     * Owner of the service user that reviews on behalf of the script. Required for `REQUEST_REVIEW`, and not allowed for other types. The
     * service does not return the owner, so changes outside the program are not detected. A change replaces the script.
     */
    ownerId: unevaluated(field(id(ownerSource), { onChange: "replace", writeOnly: true })).optional(),
};

/**
 * A script that automates decisions about access. A script that reviews requests has a service user, whose id the API does not return. The
 * script cannot be deleted while a reviewer stage or a delegation refers to this user. Import id: its id or name. Operations: GET and POST
 * /opal-scripts, GET, PUT and DELETE /opal-scripts/{opal_script_id}.
 */
export class Script extends AccessObject<ScriptArgs> {
    static readonly kind = entity({
        noun: "script",
        source: scriptSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        rules: [
            [
                "ownerId",
                "an owner is required for REQUEST_REVIEW, and not allowed for other types",
                ({ scriptType, ownerId }) =>
                    !isKnownType(scriptType) || (scriptType === "REQUEST_REVIEW") === (ownerId !== undefined),
            ],
        ],
        key: ["name", "scriptType"],
        create: operation("createOpalScript"),
        update: operation("updateOpalScript"),
        remove: operation("deleteOpalScript"),
    });

    /** Id of the script; same as `id`. */
    get opalScriptId(): Output<ID> {
        return this.id;
    }
}

export interface Script extends OutputsOf<typeof fields> {}
export interface ScriptArgs extends ArgsOf<typeof fields> {}

/**
 * Returns whether the type is known. Rules are not checked for a type that is unknown until `pulumi up`, or that this version does not
 * support.
 */
function isKnownType(type: unknown): boolean {
    return zOpalScriptTypeEnum().options[0].options.some((known) => known === type);
}
