import { operation } from "../../../api/calls.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated, fewerWidens } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { reviewerStages } from "../../fields/request-configurations.js";
import { effectOfRemoval, reviewDocument, stagesAfterRemoval } from "../../fields/review.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";

const fields = {
    /** Resource that the stages belong to. */
    resourceId: evaluated(id(resourceSource)),
    /** Review stages in order, three at most. Without a stage, only those who may approve any request decide. */
    stages: evaluated(reviewerStages, fewerWidens),
};

/**
 * The review stages of requests for a resource. For a single stage with owners, `ResourceReviewers` is simpler. If the resource is declared
 * in the same program, set `requestConfigurations` on `Resource` instead. Use only one of these for the same resource. Removing the
 * declaration makes the admin owner of the resource the only reviewer. Pulumi id and import id: the resource's id. Operations: GET and PUT
 * /resources/{resource_id}/reviewer-stages.
 */
export class ResourceReviewerStages extends AccessResource<ResourceReviewerStagesArgs> {
    static readonly kind = subresource({
        name: "ResourceReviewerStages",
        noun: "review stage list of a resource",
        parent: resourceSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        document: reviewDocument,
        read: operation("getResourceReviewerStages"),
        value: (stages) => ({ stages: stages.map(fromWire) }),
        write: operation("setResourceReviewerStages"),
        ending: {
            writes: (now, live, id) => stagesAfterRemoval(now, live, resourceSource, id),
            says: effectOfRemoval("resource"),
        },
    });
}

export interface ResourceReviewerStages extends OutputsOf<typeof fields> {}
export interface ResourceReviewerStagesArgs extends ArgsOf<typeof fields> {}
