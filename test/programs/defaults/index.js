/** Groups that get owner, MFA and tags by defaults: of the stack's provider, and of one of the program's own. */
const { Group, Provider, setDefaultTags, Tag } = require("pulumi-access-governance");

const { APP = "", OTHER_OWNER = "", ACCESS_GOVERNANCE_URL = "", ACCESS_GOVERNANCE_TOKEN = "" } = process.env;

const environment = new Tag("environment", { key: "environment", value: "production" });
setDefaultTags({ environment: environment.id });

new Group("plain", { name: "Plain", appId: APP, requestConfigurations: [{}] });

const provider = new Provider("strict", {
    url: ACCESS_GOVERNANCE_URL,
    token: ACCESS_GOVERNANCE_TOKEN,
    defaults: { adminOwnerId: OTHER_OWNER, requireMfaToApprove: true },
});
new Group("strict", { name: "Strict", appId: APP }, { provider });
