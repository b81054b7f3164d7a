const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

/** Declares one of several small programs, selected by the setting `variant`, for the small organization of the local service. */
module.exports = async () => {
    const config = new pulumi.Config("variants");
    const app = await access.getApp({ name: "Tidewater" });
    const directory = await access.getApp({ name: "Tidewater Directory" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const staff = await access.getGroup({ name: "Office staff" });
    const group = (name, args = {}, options = {}) =>
        new access.Group(name, { name, appId: app.appId, groupType: "SVC_GROUP", ...args }, options);
    const variants = {
        secrets: () => {
            new access.Owner("whispered", { name: "Whispered", description: config.requireSecret("text") });
            new access.Owner(
                "covered",
                { name: "Covered", description: "only for three people" },
                { additionalSecretOutputs: ["description"] },
            );
            new access.EventStream("plain-key", {
                name: "Plain key",
                connectionType: "WEBHOOK",
                webhookUrl: "https://log.example/plain",
                enabled: false,
                authType: "HMAC",
                hmacCredential1: { secret: "a-secret-of-the-receiver" },
            });
            new access.EventStream("closed-key", {
                name: "Closed key",
                connectionType: "WEBHOOK",
                webhookUrl: "https://log.example/closed",
                enabled: false,
                authType: "API_KEY",
                apiKeyCredentials: [{ name: "X-Key", location: "HEADER", value: config.requireSecret("text") }],
            });
        },
        options: () => {
            const administrators = access.Owner.get("administrators", config.require("administrators"));
            const office = { name: "Office staff", appId: directory.appId, groupType: "OKTA_GROUP" };
            new access.Group("imported", office, { import: "Office staff" });
            new access.Group(
                "adopted",
                { name: "Contractors", appId: directory.appId, groupType: "OKTA_GROUP", description: "Adopted" },
                { import: "Contractors", adopt: true },
            );
            const ignoring = group("ignoring", { description: "As declared" }, { ignoreChanges: ["description"] });
            new access.GroupUser(
                "ignoring-ada",
                { groupId: ignoring.id, userId: ada.userId, durationMinutes: 600 },
                { ignoreChanges: ["durationMinutes"] },
            );
            new access.GroupVisibility(
                "ignoring-visibility",
                { groupId: ignoring.id, visibility: "LIMITED", visibilityGroupIds: [staff.groupId] },
                { deleteBeforeReplace: true, dependsOn: [administrators] },
            );
            const other = new access.Provider("other", {
                url: config.require("url"),
                token: config.requireSecret("token"),
            });
            new access.Owner("explicit", { name: "Explicit" }, { provider: other });
        },
        "half-made": () => {
            group("half", { visibility: { visibility: "LIMITED", visibilityGroupIds: [staff.groupId] } });
        },
        lapsed: () => {
            const host = group("host");
            new access.GroupUser("lapsed", { groupId: host.id, userId: ada.userId, durationMinutes: 60 });
            new access.GroupTag("kept", { groupId: host.id, tagId: new access.Tag("kept", { key: "kept" }).id });
        },
        replaced: () => {
            const isLater = config.getBoolean("later") === true;
            group("replaced", isLater ? { name: "Replacement", groupType: "CONNECTOR_GROUP" } : { name: "Replaced" });
            new access.Owner("beside", { name: "Beside" });
        },
    };
    variants[config.require("variant")]();
};
