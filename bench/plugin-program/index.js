const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

// What bench/declared.ts declares, as an SDK of the plugin registers it.
const make = (kind, name, inputs) => new pulumi.CustomResource(`access-governance:index:${kind}`, name, inputs);
const { owners, groups } = JSON.parse(readFileSync(new pulumi.Config("bench").require("declared"), "utf8"));
const byName = new Map(owners.map(({ name, userIds }) => [name, make("Owner", name, { name, userIds })]));
for (const { name, owner, requestConfigurations, ...group } of groups) {
    const { id } = byName.get(owner);
    const reviewerStages = [{ operator: "OR", ownerIds: [id] }];
    make("Group", name, {
        name,
        adminOwnerId: id,
        requestConfigurations: requestConfigurations.map((one) => ({ ...one, reviewerStages })),
        ...group,
    });
}
