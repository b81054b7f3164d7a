import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Teams } from "./teams";

/** The databases and roles of the company, and their access levels. */
export function declareEstate({ apps, groups, channels, resources }: Directory, { platform, data, security }: Teams) {
    const ledgers = new access.Resource("ledgers", {
        name: "Ledgers",
        description: "Who owes what to whom",
        appId: apps.native,
        resourceType: "AWS_RDS_POSTGRES_CLUSTER",
        adminOwnerId: data.owner.id,
        requireMfaToConnect: true,
        riskSensitivityOverride: "HIGH",
        ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false, ticketProvider: "JIRA" },
        visibility: { visibilityGroupIds: [data.members.id, platform.members.id] },
        messageChannelIds: [channels.audit],
        reviewerIds: [data.owner.id, security.id],
    });
    const database = (name: string) =>
        new access.Resource(name.toLowerCase(), {
            name,
            appId: apps.native,
            resourceType: "AWS_RDS_POSTGRES_INSTANCE",
            adminOwnerId: data.owner.id,
            parentResourceId: ledgers.id,
        });
    const invoices = database("Invoices");
    const payroll = database("Payroll");
    const deployer = new access.Resource("deployer", {
        name: "Deployer",
        appId: apps.native,
        resourceType: "AWS_IAM_ROLE",
        adminOwnerId: platform.owner.id,
        remoteInfo: { awsIamRole: { arn: "arn:aws:iam::111111111111:role/Deployer" } },
    });

    // Analysts can read the invoices, but not the payroll on the same cluster.
    const analyst = new access.CustomAccessLevel("ledgers-analyst", {
        resourceId: ledgers.id,
        accessLevelRemoteId: "analyst",
        accessLevelName: "Analyst",
        policy: "GRANT SELECT ON ALL TABLES IN SCHEMA public",
        memberResourceIds: [invoices.id],
    });
    new access.ResourceNonHumanIdentity("tracker-deployer", {
        resourceId: resources.tracker,
        nonHumanIdentityId: deployer.id,
    });

    // These two resources existed before. The program leaves properties that it does not declare unchanged.
    new access.ResourceReviewers("tracker-reviewers", {
        resourceId: resources.tracker,
        reviewerIds: [platform.owner.id],
    });
    new access.ResourceVisibility("archive-visibility", {
        resourceId: resources.archive,
        visibilityGroupIds: [groups.staff],
    });
    new access.ResourceMessageChannels("archive-channels", {
        resourceId: resources.archive,
        messageChannelIds: [channels.audit],
    });
    new access.ResourceReviewerStages("archive-stages", {
        resourceId: resources.archive,
        stages: [
            { operator: "OR", ownerIds: [data.owner.id] },
            { operator: "AND", ownerIds: [security.id], requireManagerApproval: true },
        ],
    });
    return { ledgers, invoices, payroll, deployer, analyst };
}

export type Estate = ReturnType<typeof declareEstate>;
