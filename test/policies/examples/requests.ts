import { asked, type Example, resource, sensitiveGroup, sensitiveResource } from "./example.js";

const ofGroup = { groupId: "Group" };
const ofResource = { resourceId: "Resource" };
const id = "id-on-the-service";
const noEnd = asked({ maxDurationMinutes: -1 });

/** Examples for the rules about requests and the duration of access. */
export const requests: Readonly<Record<string, Example>> = {
    "sensitive-no-auto-approval": {
        failing: [
            sensitiveGroup({ requestConfigurations: [asked(), asked({ priority: 1, autoApproval: true })] }),
            sensitiveResource({ configurationTemplateId: id }, { configurationTemplateId: "ConfigurationTemplate" }),
            resource("ConfigurationTemplate", { requestConfigurations: [asked({ autoApproval: true })] }),
        ],
        at: [
            "group: requestConfigurations[1].autoApproval",
            "configurationtemplate: requestConfigurations[0].autoApproval",
        ],
        passing: [
            sensitiveGroup({ requestConfigurations: [asked(), asked({ allowRequests: false, autoApproval: true })] }),
            resource("Group/break-glass", {
                riskSensitivityOverride: "CRITICAL",
                requestConfigurations: [asked({ autoApproval: true })],
            }),
        ],
    },
    "no-auto-approval-for-all": {
        failing: [resource("Group", { requestConfigurations: [asked({ autoApproval: true })] })],
        at: ["group: requestConfigurations[0].autoApproval"],
        passing: [resource("Group", { requestConfigurations: [asked(), asked({ priority: 1, autoApproval: true })] })],
    },
    "sensitive-level-asked-for": {
        failing: [
            sensitiveResource(),
            resource("CustomAccessLevel", { resourceId: id, requestableByDefault: true }, ofResource),
        ],
        at: ["customaccesslevel: requestableByDefault"],
        passing: [
            sensitiveResource(),
            resource("CustomAccessLevel", { resourceId: id, requestableByDefault: false }, ofResource),
            resource("CustomAccessLevel/elsewhere", { resourceId: id, requestableByDefault: true }),
        ],
    },
    "paladin-has-no-access": {
        failing: [
            resource("Paladin", {}),
            resource("ResourceUser", { userId: id, resourceId: "id-of-admin" }, { userId: "Paladin" }),
            resource("GroupUser", { userId: id, groupId: id }, { userId: "Paladin" }),
            resource("GroupUsers", { groupId: id, users: [{ userId: id }] }, { users: "Paladin" }),
        ],
        at: ["resourceuser: userId", "groupuser: userId", "groupusers: users"],
        settings: { paladinResourceIds: ["id-of-read-only-admin"] },
        passing: [
            resource("Paladin", {}),
            resource("User", {}),
            resource("ResourceUser", { userId: id, resourceId: "id-of-read-only-admin" }, { userId: "Paladin" }),
            resource("GroupUser", { userId: id, groupId: id }, { userId: "User" }),
        ],
    },
    "paladin-advises": {
        failing: [resource("Paladin", { monitorMode: false })],
        at: ["paladin: monitorMode"],
        passing: [resource("Paladin", {})],
    },
    "sensitive-requests-end": {
        failing: [
            sensitiveGroup({
                requestConfigurations: [
                    noEnd,
                    asked({ maxDurationMinutes: null }),
                    asked({ maxDurationMinutes: 1441 }),
                    asked({ maxDurationMinutes: 0 }),
                ],
            }),
        ],
        at: [
            "group: requestConfigurations[0].maxDurationMinutes",
            "group: requestConfigurations[1].maxDurationMinutes",
            "group: requestConfigurations[2].maxDurationMinutes",
            "group: requestConfigurations[3].maxDurationMinutes",
        ],
        passing: [
            sensitiveGroup({ requestConfigurations: [asked({ maxDurationMinutes: 1440 })] }),
            resource("Resource", { requestConfigurations: [noEnd] }),
        ],
        settings: { sensitiveMaximumMinutes: 1440 },
    },
    "sensitive-extensions-end": {
        failing: [sensitiveGroup({ requestConfigurations: [asked({ extensionsDurationInMinutes: 1441 })] })],
        at: ["group: requestConfigurations[0].extensionsDurationInMinutes"],
        passing: [sensitiveGroup({ requestConfigurations: [asked({ extensionsDurationInMinutes: 1440 }), asked()] })],
    },
    "requests-end": {
        failing: [resource("ConfigurationTemplate", { requestConfigurations: [noEnd] })],
        at: ["configurationtemplate: requestConfigurations[0].maxDurationMinutes"],
        passing: [resource("Group", { requestConfigurations: [asked(), asked({ maxDurationMinutes: 1_000_000 })] })],
    },
    "sensitive-grants-end": {
        failing: [
            sensitiveGroup(),
            sensitiveResource(),
            resource("GroupUser", { groupId: id, userId: id }, ofGroup),
            resource("ResourceUser", { resourceId: id, durationMinutes: 0 }, ofResource),
            resource("ResourceNonHumanIdentity", { resourceId: id }, ofResource),
        ],
        at: [
            "groupuser: durationMinutes",
            "resourceuser: durationMinutes",
            "resourcenonhumanidentity: durationMinutes",
        ],
        passing: [
            sensitiveGroup(),
            resource("GroupUser", { groupId: id, userId: id, durationMinutes: 60 }, ofGroup),
            resource("ResourceUser", { resourceId: id }),
        ],
    },
    "sensitive-grants-expire": {
        failing: [sensitiveGroup(), resource("GroupUser", { groupId: id, durationMinutes: 60, renew: true }, ofGroup)],
        at: ["groupuser: renew"],
        passing: [sensitiveGroup(), resource("GroupUser", { groupId: id, durationMinutes: 60 }, ofGroup)],
    },
    "vendor-access-ends": {
        failing: [
            resource("Group", { name: "External auditors" }),
            resource("GroupUser", { groupId: id, userId: id }, ofGroup),
            resource("GroupUser/long", { groupId: id, durationMinutes: 90 * 24 * 60 + 1 }, ofGroup),
            resource("GroupUsers", { groupId: id, users: [{ userId: id }] }, ofGroup),
        ],
        at: ["groupuser: durationMinutes", "long: durationMinutes", "groupusers: users"],
        passing: [
            resource("Group", { name: "External auditors" }),
            resource("GroupUser", { groupId: id, durationMinutes: 90 * 24 * 60 }, ofGroup),
            resource("GroupUsers", { groupId: id, users: [] }, ofGroup),
        ],
    },
    "vendor-requests-end": {
        failing: [resource("Group/vendor", { requestConfigurations: [noEnd] })],
        at: ["vendor: requestConfigurations[0].maxDurationMinutes"],
        passing: [
            resource("Group/vendor", { requestConfigurations: [asked()] }),
            resource("Group", { name: "value of name", requestConfigurations: [noEnd] }),
        ],
    },
    "break-glass-audited": {
        failing: [
            resource("Group/break-glass", { messageChannelIds: [] }),
            resource("Group", { name: "Emergency" }),
            resource(
                "Group/break-glass-2",
                { configurationTemplateId: id },
                { configurationTemplateId: "ConfigurationTemplate" },
            ),
            resource("ConfigurationTemplate", { name: "value of name" }),
        ],
        at: ["break-glass: messageChannelIds", "group: messageChannelIds", "break-glass-2: messageChannelIds"],
        passing: [
            resource("Group/break-glass", { messageChannelIds: [id] }),
            resource("Group", { name: "Emergency" }),
            resource(
                "Group/break-glass-2",
                { configurationTemplateId: id },
                { configurationTemplateId: "ConfigurationTemplate" },
            ),
            resource("ConfigurationTemplate", { linkedAuditMessageChannelIds: [id] }),
            resource("GroupMessageChannels", { groupId: id, messageChannelIds: [id] }, ofGroup),
        ],
    },
    "template-break-glass-audited": {
        failing: [resource("ConfigurationTemplate", { breakGlassUserIds: [id], linkedAuditMessageChannelIds: [] })],
        at: ["configurationtemplate: linkedAuditMessageChannelIds"],
        passing: [
            resource("ConfigurationTemplate", { breakGlassUserIds: [id], linkedAuditMessageChannelIds: [id] }),
            resource("ConfigurationTemplate/none", { breakGlassUserIds: [] }),
        ],
    },
    "break-glass-short": {
        failing: [resource("Group/break-glass", { requestConfigurations: [asked({ maxDurationMinutes: 241 })] })],
        at: ["break-glass: requestConfigurations[0].maxDurationMinutes"],
        passing: [resource("Group/break-glass", { requestConfigurations: [asked({ maxDurationMinutes: 240 })] })],
    },
};
