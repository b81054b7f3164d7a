const access = require("pulumi-access-governance");

/** Five groups of an organization that may have groups of these names, an owner that may be there and differ, and arguments that are wrong. */
const apps = access.getAppsOutput();
const appId = apps.apply(([app]) => app.appId);
for (const name of ["One", "Two", "Three", "Four", "Five"]) {
    const group = new access.Group(name.toLowerCase(), { name, appId, groupType: "SVC_GROUP" });
    new access.GroupVisibility(`${name.toLowerCase()}-visibility`, { groupId: group.groupId, visibility: "GLOBAL" });
}
new access.Owner("owner", { name: "Owner", description: "Ours" }, { import: process.env.OWNER });
new access.Owner("nameless", { name: "" });
new access.Group("ruleless", { name: "Ruleless", appId, groupType: "SVC_GROUP", requestConfigurations: [] });
