import type { ReviewerStage } from "../../api/generated/types.gen.js";
import { same } from "../../common/properties.js";
import { toWireNames } from "../../common/wire-names.js";
import type { InCamelCase } from "../fields/values.js";
import { lookupOutput } from "../lookups/lookup.js";
import { action } from "./action.js";

/** Arguments of `setGroupReviewers`. */
export interface SetGroupReviewersArgs {
    /** Id of the group. */
    groupId: string;
    /** Owners who review requests for the group (complete list). */
    ownerIds: string[];
}

/** Arguments of `setGroupReviewerStages`. */
export interface SetGroupReviewerStagesArgs {
    /** Id of the group. */
    groupId: string;
    /** Review stages in order (complete list). */
    stages: InCamelCase<ReviewerStage>[];
}

/**
 * Sets the owners who review requests for a group, unless they are already set. Returns the owners. In a preview it does not write, and
 * returns the current owners. Operations: GET and PUT /groups/{group_id}/reviewers.
 * @deprecated Declare `requestConfigurations` on `Group` instead.
 */
export const setGroupReviewers = action(
    "setGroupReviewers",
    ["getGroupReviewers", "setGroupReviewers"],
    ["groupId", "ownerIds"],
    {
        read: ({ one }, { groupId }: SetGroupReviewersArgs): Promise<string[]> =>
            one("getGroupReviewers", { path: { group_id: groupId } }),
        isDone: (now, { ownerIds }) => same([...now].sort(), [...new Set(ownerIds)].sort()),
        act: ({ one }, { groupId, ownerIds }) =>
            one("setGroupReviewers", { path: { group_id: groupId }, body: { reviewer_ids: ownerIds } }),
        describe: ({ groupId }) => `sets the reviewers of the group ${groupId}`,
    },
);

/**
 * Sets the review stages of requests for a group, unless they are already set. Returns the stages. In a preview it does not write, and
 * returns the current stages. Operations: GET and PUT /groups/{group_id}/reviewer-stages.
 * @deprecated Declare `requestConfigurations` on `Group` instead.
 */
export const setGroupReviewerStages = action(
    "setGroupReviewerStages",
    ["getGroupReviewerStages", "setGroupReviewerStages"],
    ["groupId", "stages"],
    {
        read: ({ one }, { groupId }: SetGroupReviewerStagesArgs): Promise<InCamelCase<ReviewerStage>[]> =>
            one("getGroupReviewerStages", { path: { group_id: groupId } }),
        isDone: (now, { stages }) => now.length === stages.length && stages.every((stage, at) => fits(stage, now[at])),
        act: ({ one }, { groupId, stages }) => {
            // The cast is safe: the property names match the API, and the client validates the body before sending it.
            const body = { stages: stages.map((stage) => toWireNames(stage) as ReviewerStage) };
            return one("setGroupReviewerStages", { path: { group_id: groupId }, body });
        },
        describe: ({ groupId }) => `sets the review stages of the group ${groupId}`,
    },
);

/**
 * Like `setGroupReviewers`, but accepts outputs of other resources as arguments.
 * @deprecated Declare `requestConfigurations` on `Group` instead.
 */
export const setGroupReviewersOutput = lookupOutput(setGroupReviewers);
/**
 * Like `setGroupReviewerStages`, but accepts outputs of other resources as arguments.
 * @deprecated Declare `requestConfigurations` on `Group` instead.
 */
export const setGroupReviewerStagesOutput = lookupOutput(setGroupReviewerStages);

/**
 * Returns whether all specified properties have their value on the service. Omitted properties are ignored, because the service determines
 * them.
 */
function fits(given: object, live: object | undefined): boolean {
    return Object.entries(given).every(
        ([name, value]) => value === undefined || same(value, (live as Record<string, unknown> | undefined)?.[name]),
    );
}
