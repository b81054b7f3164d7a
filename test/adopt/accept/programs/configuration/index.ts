import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

const config = new pulumi.Config();
const description = config.get("description") ?? "From the program";
const escalation = config.getNumber("escalation");
const isProduction = pulumi.getStack() === "prod";

new access.Owner("configured", {
    name: config.get("ownerName") ?? "Configured",
    description,
    accessRequestEscalationPeriod: escalation ?? 20,
});
new access.Tag("stage", { key: "stage", value: isProduction ? "production" : "staging" });
