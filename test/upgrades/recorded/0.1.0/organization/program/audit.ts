import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

/** Everything that happens, sent to where nobody of this organization can change it. */
export function declareAudit(): access.EventStream {
    return new access.EventStream("archive", {
        name: "Audit archive",
        connectionType: "WEBHOOK",
        webhookUrl: "https://archive.tidewater.example/events",
        authType: "HMAC",
        hmacCredential1: { secret: new pulumi.Config().requireSecret("auditSigningSecret") },
    });
}
