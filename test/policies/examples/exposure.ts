import { asked, type Example, resource, sensitiveGroup, sensitiveResource } from "./example.js";

const ofGroup = { groupId: "Group" };
const governed = { configurationTemplateId: "ConfigurationTemplate" };
const id = "id-on-the-service";
const limited = { visibility: "LIMITED", visibilityGroupIds: [id] };
const clauses = (...selectors: object[]) => ({ when: { clauses: [{ selectors }] } });

/** Examples for the rules about MFA, visibility, events and broad access. */
export const exposure: Readonly<Record<string, Example>> = {
    "sensitive-mfa-to-approve": {
        failing: [sensitiveGroup(), sensitiveResource({ requireMfaToApprove: false, configurationTemplateId: id })],
        at: ["group: requireMfaToApprove", "resource: requireMfaToApprove"],
        passing: [
            sensitiveGroup({ requireMfaToApprove: true }),
            sensitiveResource({ configurationTemplateId: id }, governed),
            resource("ConfigurationTemplate", { requireMfaToApprove: true }),
            resource("Group/plain", {}),
        ],
    },
    "sensitive-mfa-to-connect": {
        failing: [
            sensitiveResource({ configurationTemplateId: id }, governed),
            resource("ConfigurationTemplate", { requireMfaToConnect: false }),
        ],
        at: ["resource: requireMfaToConnect"],
        passing: [
            sensitiveResource({ requireMfaToConnect: true }),
            sensitiveGroup(),
            resource("Resource/elsewhere", { riskSensitivityOverride: "HIGH", configurationTemplateId: id }),
        ],
    },
    "sensitive-mfa-to-request": {
        failing: [sensitiveGroup({ requestConfigurations: [asked({ requireMfaToRequest: undefined })] })],
        at: ["group: requestConfigurations[0].requireMfaToRequest"],
        passing: [sensitiveGroup({ requestConfigurations: [asked()] })],
    },
    "template-mfa-to-approve": {
        failing: [resource("ConfigurationTemplate", { requireMfaToApprove: false })],
        at: ["configurationtemplate: requireMfaToApprove"],
        passing: [resource("ConfigurationTemplate", { requireMfaToApprove: true })],
    },
    "sensitive-not-global": {
        failing: [
            sensitiveGroup({ visibility: { visibility: "GLOBAL" } }),
            sensitiveResource(),
            resource("Resource/tagged", {}),
            resource("ResourceTag", { resourceId: id, tagId: id }, { resourceId: "Resource/tagged", tagId: "Tag" }),
            resource("Tag", { key: "tier", value: "production" }),
            resource("ResourceVisibility", { visibility: "GLOBAL" }, { resourceId: "Resource/tagged" }),
        ],
        at: ["group: visibility.visibility", "resource: visibility", "resourcevisibility: visibility"],
        passing: [
            sensitiveGroup({ visibility: limited }),
            sensitiveResource(),
            resource("ResourceVisibility", { resourceId: id, ...limited }, { resourceId: "Resource" }),
            resource("Resource/plain", { visibility: { visibility: "GLOBAL" } }),
        ],
        settings: { sensitiveTags: ["tier=production"] },
    },
    "sensitive-bundle-not-global": {
        failing: [
            sensitiveGroup(),
            resource("Bundle", { name: "value of name" }),
            resource("BundleGroup", { bundleId: id, groupId: id }, { ...ofGroup, bundleId: "Bundle" }),
        ],
        at: ["bundle: visibility"],
        passing: [
            sensitiveGroup(),
            resource("Bundle", { visibility: limited }),
            resource("BundleGroup", { bundleId: id, groupId: id }, { ...ofGroup, bundleId: "Bundle" }),
            resource("Bundle/harmless", {}),
        ],
    },
    "limited-names-groups": {
        failing: [
            resource("Group", { visibility: { visibility: "LIMITED" } }),
            resource("BundleVisibility", { visibility: "LIMITED", visibilityGroupIds: [] }),
        ],
        at: ["group: visibility.visibilityGroupIds", "bundlevisibility: visibilityGroupIds"],
        passing: [resource("Group", { visibility: limited }), resource("BundleVisibility", { visibility: "GLOBAL" })],
    },
    "values-have-effect": {
        failing: [
            resource("Group", {
                visibility: { ...limited, visibility: "GLOBAL" },
                description: "Crew",
                matchRemoteDescription: true,
                requestConfigurations: [{ recommendedDurationMinutes: 0 }],
            }),
            resource("BundleVisibility", { ...limited, visibility: "GLOBAL" }),
            resource("ScopedRolePermissions", { permissions: [{ allowAll: true, targetIds: [id] }] }),
            resource("Resource", { ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false } }),
            resource("MessageChannel", { remoteId: "" }),
            resource("IdpGroupMappings", { mappings: [{ groupId: id, alias: "" }] }),
            resource("AccessRule", { ruleClauses: clauses({ key: "", value: "sea" }) }),
            resource("RequestTemplate", {
                customFields: [
                    { name: "", type: "SHORT_TEXT" },
                    { type: "CALLOUT", metadata: { calloutData: { text: "" } } },
                    { name: "Why?", type: "MULTI_CHOICE", metadata: { multiChoiceData: { options: ["yes", ""] } } },
                ],
            }),
        ],
        at: [
            "group: visibility.visibilityGroupIds",
            "group: description",
            "group: requestConfigurations[0].recommendedDurationMinutes",
            "bundlevisibility: visibilityGroupIds",
            "scopedrolepermissions: permissions[0].targetIds",
            "resource: ticketPropagation.ticketProvider",
            "messagechannel: remoteId",
            "idpgroupmappings: mappings[0].alias",
            "accessrule: ruleClauses.when.clauses[0].selectors[0].key",
            "requesttemplate: customFields[0].name",
            "requesttemplate: customFields[1].metadata.calloutData.text",
            "requesttemplate: customFields[2].metadata.multiChoiceData.options",
        ],
        passing: [
            resource("Group", { visibility: limited, matchRemoteDescription: true }),
            resource("BundleVisibility", { visibility: "GLOBAL", visibilityGroupIds: [] }),
            resource("ScopedRolePermissions", { permissions: [{ allowAll: false, targetIds: [id] }] }),
            resource("Resource", {
                description: "Ledger",
                ticketPropagation: { enabledOnGrant: true, enabledOnRevocation: false, ticketProvider: "JIRA" },
            }),
            resource("MessageChannel", { remoteId: "C0123" }),
            resource("IdpGroupMapping", { alias: null }),
            resource("AccessRule", { ruleClauses: clauses({ key: "team", value: "" }) }),
        ],
    },
    "event-stream-enabled": {
        failing: [resource("EventStream", { enabled: false })],
        at: ["eventstream: enabled"],
        passing: [resource("EventStream", {})],
    },
    "event-stream-authenticated": {
        failing: [resource("EventStream", { authType: "NONE" }), resource("EventStream/silent", {})],
        at: ["eventstream: authType", "silent: authType"],
        passing: [resource("EventStream", { authType: "HMAC", hmacCredential1: { secret: "a secret" } })],
    },
    "event-stream-encrypted": {
        failing: [resource("EventStream", { webhookUrl: "http://audit.example/a-secret-path" })],
        at: ["eventstream: webhookUrl"],
        passing: [resource("EventStream", { webhookUrl: "https://audit.example/a-secret-path" })],
    },
    "no-wildcard-rules": {
        failing: [
            resource("AccessRule", {
                ruleClauses: clauses({ key: "team", value: "*" }, { key: "team", value: "sea" }),
            }),
            resource("AccessRule/attributes", {
                ruleClauses: {
                    when: {
                        clauses: [
                            { attributeSelectors: [{ attribute: "HR_IDP_STATUS", values: ["full-time", ".*"] }] },
                        ],
                    },
                },
            }),
        ],
        at: [
            "accessrule: ruleClauses.when.clauses[0].selectors[0].value",
            "attributes: ruleClauses.when.clauses[0].attributeSelectors[0].values",
        ],
        passing: [resource("AccessRule", { ruleClauses: clauses({ key: "team", value: "platform" }) })],
    },
    "no-permission-on-all": {
        failing: [resource("ScopedRolePermissions", { permissions: [{ targetType: "GROUP", allowAll: true }] })],
        at: ["scopedrolepermissions: permissions[0].allowAll"],
        passing: [resource("ScopedRolePermissions", { permissions: [{ allowAll: false, targetIds: [id] }] })],
    },
    "scoped-role-reads-what-it-edits": {
        failing: [
            resource("ScopedRolePermissions", {
                permissions: [
                    { targetType: "GROUP", permissionName: "EDIT_ASSIGNMENTS" },
                    { targetType: "RESOURCE", permissionName: "READ" },
                ],
            }),
        ],
        at: ["scopedrolepermissions: permissions[0].permissionName"],
        passing: [
            resource("ScopedRolePermissions", {
                permissions: [
                    { targetType: "GROUP", permissionName: "EDIT_ASSIGNMENTS" },
                    { targetType: "GROUP", permissionName: "READ" },
                ],
            }),
        ],
    },
    "no-new-administrators": {
        failing: [resource("User", { email: "somebody@audit.example", role: "ADMIN" })],
        at: ["user: role"],
        passing: [resource("User", { email: "somebody@audit.example", role: "MEMBER" })],
    },
};
