const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");
const components = require("../components/index.js");
const everyKind = require("../all-kinds/index.js");
// The package exports this function only to the plugin.
const { declareForPlugin } = require("../../../dist/resources/program/resource.js");

module.exports = async () => {
    const config = new pulumi.Config();
    const settings = new pulumi.Config("access-governance");
    const [url, token] = [settings.require("url"), settings.requireSecret("token")];
    if (config.get("form") === "plugin") {
        declareForPlugin();
        new pulumi.ProviderResource("access-governance", "own", { url, token });
        const args = {
            name: "Night",
            appId: config.require("app"),
            reviewerIds: [config.require("user")],
            memberIds: [],
        };
        // A component that the plugin creates.
        new pulumi.ComponentResource("access-governance:components:AccessTeam", "night", args, {}, true);
    } else {
        new access.Provider("own", { url, token });
    }
    await everyKind();
    await components();
};
