import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

// An in-house system, managed through your own connector. Deleting an app deletes everything in it.
export = async () => {
    const config = new pulumi.Config("examples");
    const administrators = await access.getOwner({ name: "Administrators" });
    new access.App("berths", {
        name: "Berth planner",
        description: "Who may move which ship",
        adminOwnerId: administrators.ownerId,
        appType: "CUSTOM_CONNECTOR",
        customConnector: {
            identifier: "berths",
            baseUrl: "https://berths.tidewater.example/connector",
            signingSecret: config.requireSecret("webhookKey"),
        },
    });
};
