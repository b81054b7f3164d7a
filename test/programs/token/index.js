const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

class PluginResource extends pulumi.CustomResource {
    constructor(kind, name, inputs) {
        super(`access-governance:index:${kind}`, name, { signedToken: undefined, ...inputs });
    }
}

const config = new pulumi.Config();
const declare = (kind, name, inputs) =>
    config.get("form") === "plugin" ? new PluginResource(kind, name, inputs) : new access[kind](name, inputs);

const watch = declare("ServiceUserToken", "watch", {
    userId: config.require("user"),
    tokenLabel: "watch",
    accessLevel: "FULL_ACCESS",
    rotateEveryDays: 30,
    overlapDays: 5,
});
declare("EventStream", "receiver", {
    name: "Receiver",
    connectionType: "WEBHOOK",
    webhookUrl: "https://hooks.tidewater.example/receiver",
    authType: "API_KEY",
    apiKeyCredentials: [{ name: "x-token", location: "HEADER", value: watch.signedToken }],
});

exports.secret = watch.signedToken;
