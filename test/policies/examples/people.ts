import { asked, type Example, resource, sensitiveGroup, sensitiveResource } from "./example.js";

const ofGroup = { groupId: "Group" };
const id = "id-on-the-service";

/** Examples for the rules about owners and reviewers. */
export const people: Readonly<Record<string, Example>> = {
    "has-admin-owner": {
        failing: [resource("Group", { name: "value of name" }), resource("Resource", { adminOwnerId: null })],
        at: ["group: adminOwnerId", "resource: adminOwnerId"],
        passing: [resource("Group", { adminOwnerId: id }), resource("Owner", {})],
    },
    "has-reviewers": {
        failing: [
            resource("Group", { name: "value of name" }),
            resource("Resource", { reviewerIds: [] }),
            resource("Group/other", { requestConfigurations: [asked()] }),
            resource("GroupReviewerStages", { groupId: id, stages: [{}] }, { groupId: "Group/other" }),
        ],
        at: ["group: requestConfigurations", "resource: requestConfigurations"],
        passing: [
            resource("Group", { requestConfigurations: [asked()] }),
            resource("Group/staged", { name: "value of name" }),
            resource("GroupReviewerStages", { groupId: id, stages: [{}] }, { groupId: "Group/staged" }),
            resource("Resource", { reviewerIds: [id] }),
            resource("Resource/governed", { configurationTemplateId: id }),
            resource("Resource/reviewed", {}),
            resource("ResourceReviewers", { resourceId: id }, { resourceId: "Resource/reviewed" }),
        ],
    },
    "has-description": {
        failing: [resource("Owner", {}), resource("Bundle", { description: "" }), resource("Group", {})],
        at: ["owner: description", "bundle: description", "group: description"],
        passing: [
            resource("Owner", { description: "value of description" }),
            resource("Group", { matchRemoteDescription: true }),
        ],
    },
    "owner-has-people": {
        failing: [
            resource("Owner", { userIds: [] }),
            resource("Owner/nobody", { name: "value of name" }),
            resource("Owner/other", {}),
            resource("OwnerUsers", { ownerId: id, userIds: [] }, { ownerId: "Owner/other" }),
        ],
        at: ["owner: userIds", "nobody: userIds", "ownerusers: userIds"],
        passing: [
            resource("Owner", { userIds: [id] }),
            resource("Owner/followed", { sourceGroupId: id }),
            resource("Owner/other", {}),
            resource("OwnerUsers", { ownerId: id, userIds: [id] }, { ownerId: "Owner/other" }),
        ],
    },
    "owner-has-deputy": {
        failing: [resource("Owner", { userIds: [id] }), resource("OwnerUsers", { userIds: [id, id] })],
        at: ["owner: userIds", "ownerusers: userIds"],
        passing: [
            resource("Owner", { userIds: [id, "id-of-another"] }),
            resource("Owner/followed", {}),
            // Another rule covers an owner without users.
            resource("Owner/nobody", { userIds: [] }),
        ],
    },
    "no-self-review": {
        failing: [
            resource("Campaign", {
                name: "value of name",
                allowSelfReview: true,
                reviewerAssignmentPolicy: "BY_SELF",
            }),
        ],
        at: ["campaign: allowSelfReview", "campaign: reviewerAssignmentPolicy"],
        passing: [resource("Campaign", { allowSelfReview: false }), resource("Campaign/silent", {})],
    },
    "members-do-not-review": {
        failing: [
            resource("Group", {}),
            resource("Owner", { sourceGroupId: id }, { sourceGroupId: "Group" }),
            resource("GroupReviewerStages", { groupId: id, stages: [] }, { ...ofGroup, stages: "Owner" }),
        ],
        at: ["groupreviewerstages: stages"],
        passing: [
            resource("Group", {}),
            resource("Group/other", {}),
            resource("Owner", { sourceGroupId: id }, { sourceGroupId: "Group/other" }),
            resource("GroupReviewerStages", { groupId: id, stages: [] }, { ...ofGroup, stages: "Owner" }),
        ],
    },
    "stage-has-reviewer": {
        failing: [
            resource("GroupReviewerStages", {
                stages: [
                    { operator: "OR", ownerIds: [] },
                    { operator: "OR", ownerIds: [id] },
                ],
            }),
            resource("Group", {
                requestConfigurations: [
                    asked({ reviewerStages: [{ operator: "AND", requireManagerApproval: false }] }),
                ],
            }),
            resource("ResourceReviewerStages", { stages: [] }),
        ],
        at: [
            "groupreviewerstages: stages[0].ownerIds",
            "group: requestConfigurations[0].reviewerStages[0].ownerIds",
            "resourcereviewerstages: stages",
        ],
        passing: [
            resource("ResourceReviewerStages", {
                stages: [
                    { operator: "AND", requireManagerApproval: true },
                    { operator: "AND", requireAdminApproval: true },
                    { operator: "AND", serviceUserIds: [id] },
                ],
            }),
            resource("Group", { requestConfigurations: [asked()] }),
        ],
    },
    "sensitive-reviewed-by-people": {
        failing: [
            sensitiveGroup({
                requestConfigurations: [asked({ reviewerStages: [{ operator: "AND", serviceUserIds: [id] }] })],
            }),
            resource(
                "GroupReviewerStages",
                { stages: [{ operator: "OR", ownerIds: [id], serviceUserIds: [id] }] },
                ofGroup,
            ),
        ],
        at: ["group: requestConfigurations[0].reviewerStages", "groupreviewerstages: stages"],
        passing: [
            sensitiveGroup({ requestConfigurations: [asked()] }),
            resource(
                "GroupReviewerStages",
                {
                    stages: [
                        { operator: "AND", ownerIds: [id], serviceUserIds: [id] },
                        { operator: "OR", serviceUserIds: [id] },
                    ],
                },
                ofGroup,
            ),
        ],
    },
    "sensitive-has-stages": {
        failing: [
            sensitiveGroup({
                requestConfigurations: [asked({ reviewerStages: [{ operator: "OR", ownerIds: [id] }] })],
            }),
        ],
        at: ["group: requestConfigurations[0].reviewerStages"],
        passing: [
            sensitiveGroup({ requestConfigurations: [asked()] }),
            sensitiveResource({ requestConfigurations: [asked({ allowRequests: false, reviewerStages: [{}] })] }),
        ],
    },
    "sensitive-needs-reason": {
        failing: [sensitiveGroup({ requestConfigurations: [asked({ reasonOptional: true })] })],
        at: ["group: requestConfigurations[0].reasonOptional"],
        passing: [
            sensitiveGroup({ requestConfigurations: [asked()] }),
            resource("Resource", { requestConfigurations: [asked({ reasonOptional: true })] }),
        ],
    },
    "campaign-revokes": {
        failing: [resource("Campaign", { revokeOn: "NONE" })],
        at: ["campaign: revokeOn"],
        passing: [resource("Campaign", { revokeOn: "END" })],
    },
    "delegation-ends": {
        failing: [resource("Delegation", { startTime: "2027-07-01T00:00:00Z", endTime: "2027-08-01T00:00:00Z" })],
        at: ["delegation: endTime"],
        passing: [resource("Delegation", { startTime: "2027-07-01T00:00:00Z", endTime: "2027-07-31T00:00:00Z" })],
    },
};
