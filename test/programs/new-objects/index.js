const access = require("pulumi-access-governance");
const pulumi = require("@pulumi/pulumi");

/** What the service would refuse is declared only if the configuration asks for it. */
const config = new pulumi.Config();
const isWrong = config.getBoolean("wrong") ?? false;
const appId = config.require("app");
const userId = config.require("user");
const [outerId, innerId] = [config.require("outer"), config.require("inner")];

const group = (name) => new access.Group(name, { name, appId, groupType: "SVC_GROUP" });
const nest = (name, inner, outer) =>
    new access.ContainingGroup(name, { groupId: inner.groupId ?? inner, containingGroupId: outer.groupId ?? outer });
const [one, two, three, four, five] = ["one", "two", "three", "four", "five"].map(group);

new access.GroupUsers("users", { groupId: one.groupId, users: [{ userId }] });
new access.GroupUser("user", { groupId: two.groupId, userId });
nest("one-in-two", one, two);
nest("two-in-three", two, three);
nest("inner-in-four", innerId, four);
nest("five-in-inner", five, innerId);

const resource = new access.Resource("ledger", { name: "Ledger", appId, resourceType: "CUSTOM" });
const { resourceId } = resource;
const level = new access.CustomAccessLevel("reader", {
    resourceId,
    accessLevelRemoteId: "reader",
    accessLevelName: "Reader",
});
new access.ResourceUser("reads", { resourceId, userId, accessLevelRemoteId: level.accessLevelRemoteId });
const declareWriter = (accessLevelRemoteId) =>
    new access.CustomAccessLevel("writer", { resourceId, accessLevelRemoteId, accessLevelName: "Writer" });
// A grant that does not mention its level waits for it in another way.
const writer = isWrong ? undefined : declareWriter("writer");
new access.ResourceUser(
    "writes",
    { resourceId, userId, accessLevelRemoteId: "writer" },
    { dependsOn: writer ? [writer] : [] },
);

if (isWrong) {
    new access.GroupUsers("users-again", { groupId: one.groupId, users: [{ userId }] });
    new access.GroupUser("user-again", { groupId: two.groupId, userId });
    nest("two-in-itself", two, two);
    nest("three-in-one", three, one);
    nest("outer-in-inner", outerId, innerId);
    nest("four-in-five", four, five);
}
