const { setTimeout: sleep } = require("node:timers/promises");
const access = require("pulumi-access-governance");
const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config();

/** Declares an owner, as a dynamic resource or with the plugin. */
function declareOwner(resource, name, options) {
    if (process.env.FORM === "dynamic") new access.Owner(resource, { name }, options);
    else new pulumi.CustomResource("access-governance:index:Owner", resource, { name }, options);
}

/** Each owner is `[resource, name]`. The resource `ignored` ignores changes of its name. Those of `later` are registered after the program has waited. */
module.exports = async () => {
    const ignored = config.get("ignored");
    for (const [resource, name] of config.requireObject("owners"))
        declareOwner(resource, name, { ignoreChanges: resource === ignored ? ["name"] : [] });
    const later = config.getObject("later") ?? [];
    if (later.length > 0) await sleep(1_000);
    for (const [resource, name] of later) declareOwner(resource, name);
};
