const access = require("pulumi-access-governance");
const pulumi = require("@pulumi/pulumi");

const config = new pulumi.Config();
// What is declared: as text, or as nothing at all once the line is taken out.
const { stream, owner } = JSON.parse(config.require("declared"));
const secret = config.requireSecret("description");

const made = new access.EventStream("stream", {
    name: "Audit",
    connectionType: "WEBHOOK",
    webhookUrl: "https://hooks.tidewater.example/audit",
    ...stream,
});
new access.Owner("owner", { name: "Vault", ...(owner ? { description: secret } : {}) });

exports.credentials = made.apiKeyCredentials;
exports.first = made.hmacCredential1;
