import { facet } from "../provider/facet.js";
import { field } from "../provider/fields.js";
import { operation } from "../provider/operation.js";
import { AccessResource, type ArgsOf, type OutputsOf, type ResourceOptions } from "../provider/resource.js";
import { resources } from "./sources.js";
import { id, ids } from "./values.js";

/** Owners who review requests for a resource. */
export const reviewerIds = field(ids(), { unordered: true });

/**
 * Reviewers, reviewer stages and request configurations of a resource say the same in three ways: what one of them writes, the others read.
 * So they are one document.
 */
export const reviewDocument = "ResourceReviewers";

/** Why the end of a declaration writes nothing. */
export const reviewStays = { because: "a request must be reviewed by somebody" };

const fields = {
    /** Resource whose reviewers these are. */
    resourceId: id(),
    /** Owners who review requests for the resource in the first stage, all of them. */
    reviewerIds,
};

export const resourceReviewers = facet({
    name: "ResourceReviewers",
    noun: "set of a resource's reviewers",
    parent: resources,
    fields,
    document: reviewDocument,
    read: operation("getResourceReviewers", (id: string) => ({ path: { resource_id: id } })),
    value: (ownerIds) => ({ reviewerIds: ownerIds }),
    write: operation("setResourceReviewers", (id: string, body: { reviewer_ids: string[] }) => ({
        path: { resource_id: id },
        body,
    })),
    ending: reviewStays,
});

/**
 * The owners who review requests for a resource, in the first stage of review. For all stages use `ResourceReviewerStages`; for a resource
 * of the same program, give `reviewerIds` or `requestConfigurations` to `Resource` instead. More than one of these for one resource is
 * refused. Taking the declaration away leaves the reviewers as they are. Id and import: the resource's id.
 * Operations: GET and PUT /resources/{resource_id}/reviewers.
 */
export class ResourceReviewers extends AccessResource {
    static readonly kind = resourceReviewers;

    constructor(name: string, args: ResourceReviewersArgs, options?: ResourceOptions) {
        super(resourceReviewers, name, args, options);
    }
}

export interface ResourceReviewers extends OutputsOf<typeof fields> {}
export interface ResourceReviewersArgs extends ArgsOf<typeof fields> {}
