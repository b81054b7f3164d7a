const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

class Nothing extends pulumi.CustomResource {
    constructor(name, args) {
        const provider = 'exports.handler = () => require("./provider.js").handler()';
        super("pulumi-nodejs:dynamic/nothing:Nothing", name, {
            ...args,
            label: name,
            secrets: [],
            __provider: provider,
        });
    }
}

/** As many additional outputs as a class of the package has. */
const outputs = (count) =>
    Object.fromEntries(Array.from({ length: count }, (_, number) => [`output${number}`, undefined]));

const config = new pulumi.Config("bench");
const declared = config.get("declared");
const counts = declared
    ? Object.entries(JSON.parse(readFileSync(declared, "utf8"))).map(([kind, all]) => [kind, all.length])
    : ["owners", "groups"].map((kind) => [kind, config.requireNumber(kind)]);
const { owners, groups } = Object.fromEntries(counts);
for (let number = 0; number < owners; number += 1) {
    new Nothing(`owner-${number}`, { ...outputs(4), name: `Owner ${number}`, userIds: [] });
}
const owner = new Nothing("owner", {
    ...outputs(4),
    name: "Owner of all groups",
    description: config.get("edited") ?? "Owns them",
});
for (let number = 0; number < groups; number += 1) {
    new Nothing(`group-${number}`, {
        ...outputs(14),
        name: `Group ${number}`,
        appId: "app",
        groupType: "SVC_GROUP",
        description: config.get("description") ?? "A group of the bench",
        adminOwnerId: owner.id,
        visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
        messageChannelIds: [],
        onCallScheduleIds: [],
    });
}
