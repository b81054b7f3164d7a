const pulumi = require("@pulumi/pulumi");

class AccessResource extends pulumi.CustomResource {
    constructor(kind, name, inputs, options) {
        super(`access-governance:index:${kind}`, name, inputs, options);
    }
}

const config = new pulumi.Config();
const appId = config.require("app");
const userId = config.require("lead");

const platform = new AccessResource("Owner", "platform", { name: "Platform", userIds: [userId] });
new AccessResource("Owner", "hidden", { name: "Hidden", description: pulumi.secret("hush-hush") });
const team = new AccessResource(
    "Group",
    "team",
    {
        name: "Engineers",
        appId,
        groupType: "SVC_GROUP",
        adminOwnerId: platform.id,
        visibility: { visibility: "LIMITED" },
        description: config.get("description"),
    },
    { replaceOnChanges: ["description"] },
);
if (config.getBoolean("member"))
    new AccessResource("GroupUser", "member", { groupId: team.id, userId, durationMinutes: 600 });

const provider = new pulumi.ProviderResource("access-governance", "own", {
    url: new pulumi.Config("access-governance").require("url"),
    token: new pulumi.Config("access-governance").requireSecret("token"),
});
new AccessResource("Owner", "through-its-own-provider", { name: "Own" }, { provider });

// Imports an existing object by the id in the configuration of the stack.
const found = config.get("found");
const name = config.get("foundName") ?? "Found";
if (found) new AccessResource("Owner", "found", { name, description: "Ours" }, { import: found });

const night = new pulumi.ComponentResource(
    "access-governance:components:AccessTeam",
    "night",
    { name: "Night", appId, reviewerIds: [userId], memberIds: [userId], groupId: undefined },
    {},
    true,
);

const lead = pulumi.runtime.invoke("access-governance:index:getUser", { userId });

exports.team = team.id;
exports.night = night.groupId;
exports.lead = lead.then(({ email }) => email);
