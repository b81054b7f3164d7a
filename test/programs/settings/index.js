const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

const config = new pulumi.Config();
const stack = new pulumi.Config("access-governance");
const isPlugin = config.require("form") === "plugin";

function owner(name, provider) {
    const inputs = { name, description: config.get("description") };
    if (isPlugin) new PluginOwner(name, inputs, { provider });
    else new access.Owner(name, inputs, { provider });
}

class PluginOwner extends pulumi.CustomResource {
    constructor(name, inputs, options) {
        super("access-governance:index:Owner", name, inputs, options);
    }
}

function provider(name, token) {
    const settings = { url: stack.require("url"), token, formerUrl: stack.get("formerUrl") };
    return isPlugin
        ? new pulumi.ProviderResource("access-governance", name, settings)
        : new access.Provider(name, settings);
}

const own = config.getBoolean("explicit") ? provider("own", stack.requireSecret("token")) : undefined;
for (const name of config.require("owners").split(",")) owner(name, own);
// A second provider, with a token that the tests do not change.
if (config.get("other")) owner("Other", provider("other", config.requireSecret("other")));
