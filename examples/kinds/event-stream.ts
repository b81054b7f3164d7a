import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

// Sends all audit events to your own endpoint. Its key is a secret in the stack's configuration.
export = () => {
    const config = new pulumi.Config("examples");
    new access.EventStream("siem", {
        name: "Audit log",
        connectionType: "WEBHOOK",
        webhookUrl: "https://events.tidewater.example/in",
        authType: "API_KEY",
        apiKeyCredentials: [{ name: "x-api-key", location: "HEADER", value: config.requireSecret("webhookKey") }],
    });
};
