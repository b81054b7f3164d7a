const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

// What bench/declared.ts declares, with ids: neither side looks anything up.
const { owners, groups } = JSON.parse(readFileSync(new pulumi.Config("bench").require("declared"), "utf8"));
const byName = new Map(owners.map(({ name, userIds }) => [name, new access.Owner(name, { name, userIds })]));
for (const { name, owner, requestConfigurations, ...group } of groups) {
    const { id } = byName.get(owner);
    const reviewerStages = [{ operator: "OR", ownerIds: [id] }];
    new access.Group(name, {
        name,
        adminOwnerId: id,
        requestConfigurations: requestConfigurations.map((one) => ({ ...one, reviewerStages })),
        ...group,
    });
}
