import { operation } from "../../../api/calls.js";
import { evaluated } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { effectOfRemoval, liveAdministratorId, reviewDocument } from "../../fields/review.js";
import { id, idSet } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { ownerSource, resourceSource } from "../../sources.js";

const fields = {
    /** Resource that the reviewers belong to. */
    resourceId: evaluated(id(resourceSource)),
    /** Owners who review requests for the resource in the first stage (complete list). */
    reviewerIds: evaluated(idSet(ownerSource)),
};

/**
 * The owners who review requests for a resource in the first review stage. To declare all stages, use `ResourceReviewerStages`. If the
 * resource is declared in the same program, set `reviewerIds` or `requestConfigurations` on `Resource` instead. Use only one of these for
 * the same resource. Removing the declaration makes the admin owner of the resource the only reviewer of the first stage. Pulumi id and
 * import id: the resource's id. Operations: GET and PUT /resources/{resource_id}/reviewers.
 */
export class ResourceReviewers extends AccessResource<ResourceReviewersArgs> {
    static readonly kind = subresource({
        name: "ResourceReviewers",
        noun: "reviewer list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        document: reviewDocument,
        read: operation("getResourceReviewers"),
        value: (ownerIds) => ({ reviewerIds: ownerIds }),
        write: operation("setResourceReviewers"),
        ending: {
            writes: async (now, live, id) => {
                const administrator = await liveAdministratorId(live, resourceSource, id);
                return administrator === undefined ? now : { reviewerIds: [administrator] };
            },
            says: effectOfRemoval("resource"),
        },
    });
}

export interface ResourceReviewers extends OutputsOf<typeof fields> {}
export interface ResourceReviewersArgs extends ArgsOf<typeof fields> {}
