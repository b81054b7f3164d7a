import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

const settings = {
    dev: { description: "For trying things", escalation: 5 },
    prod: { description: "For customers", escalation: 60 },
};
const { description, escalation } = settings[pulumi.getStack() === "prod" ? "prod" : "dev"];

const owner = new access.Owner("desk", {
    name: "Front desk",
    description,
    accessRequestEscalationPeriod: escalation,
});
new access.Tag("desk", { key: "desk", value: "front" }, { dependsOn: owner });
