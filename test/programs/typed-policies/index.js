const { PolicyPack } = require("@pulumi/policy");
const access = require("pulumi-access-governance");
const { typedPolicies } = require("./policies.js");

// Names of properties that no resource may declare.
const forbidden = (process.env.FORBIDDEN_PROPERTIES ?? "").split(",");

new PolicyPack("typed-policies", {
    policies: typedPolicies(access, (props) => forbidden.some((name) => name in props)),
});
