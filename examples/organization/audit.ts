import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

/** Sends all audit events to an archive that nobody in this organization can change. */
export function declareAudit(): access.EventStream {
    return new access.EventStream("archive", {
        name: "Audit archive",
        connectionType: "WEBHOOK",
        webhookUrl: "https://archive.tidewater.example/events",
        authType: "HMAC",
        hmacCredential1: { secret: new pulumi.Config().requireSecret("auditSigningSecret") },
    });
}
