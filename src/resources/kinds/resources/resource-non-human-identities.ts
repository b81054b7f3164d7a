import { z } from "zod";
import { resourcesReached } from "../../../api/holders.js";
import { evaluated, moreWidens } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { accessLevel, endField } from "../../fields/grants.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";
import { ResourceNonHumanIdentity } from "./resource-non-human-identity.js";

const identity = z.strictObject({
    /** Non-human identity that has access: the id of a resource such as an `AWS_IAM_ROLE`. */
    nonHumanIdentityId: evaluated(id(resourceSource)),
    /** Access level on the resource, by its id in the end system. Required if the resource has levels. */
    accessLevelRemoteId: evaluated(accessLevel("resourceId")),
    ...endField,
});

/** Non-human identities with direct access to a resource. */
export const identityList = evaluated(
    setField(identity, ["nonHumanIdentityId", "accessLevelRemoteId"], { exported: "always" }),
    moreWidens,
);

const fields = {
    /** Resource that the identities have access to. */
    resourceId: evaluated(id(resourceSource)),
    /** Non-human identities with direct access (complete list). New access does not expire; existing access keeps its expiration date. */
    nonHumanIdentities: identityList,
};

/**
 * The complete list of non-human identities with direct access to a resource. All others lose their direct access. To declare single
 * identities, use `ResourceNonHumanIdentity`; do not use both for the same resource. Removing the declaration revokes the declared access.
 * Pulumi id and import id: the resource's id. Operations: GET /resources/{resource_id}/non-human-identities, POST and DELETE
 * /resources/{resource_id}/non-human-identities/{non_human_identity_id}.
 */
export class ResourceNonHumanIdentities extends AccessResource<ResourceNonHumanIdentitiesArgs> {
    static readonly kind = memberSet({
        name: "ResourceNonHumanIdentities",
        noun: "non-human identity list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        of: ResourceNonHumanIdentity.kind,
        elements: "nonHumanIdentities",
        holders: resourcesReached,
    });
}

export interface ResourceNonHumanIdentities extends OutputsOf<typeof fields> {}
export interface ResourceNonHumanIdentitiesArgs extends ArgsOf<typeof fields> {}
