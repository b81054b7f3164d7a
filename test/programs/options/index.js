const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

const config = new pulumi.Config("options");

/** Pulumi's options on an owner, a group, its visibility and a member; `step` says how far the stack has come. */
module.exports = () => {
    const step = config.require("step");
    const home = config.requireObject("home");
    const isLater = step === "second";

    if (step === "missing") {
        access[home.kind].get("lost", home.missing);
        return;
    }
    if (step === "twice") {
        const group = new access.Group("twice", {
            name: "Twice",
            appId: home.app,
            groupType: "SVC_GROUP",
            visibility: { visibility: "LIMITED" },
        });
        new access.GroupVisibility("twice-visibility", { groupId: group.groupId, visibility: "GLOBAL" });
        return;
    }
    if (step === "unprotected") {
        four("protected", home);
        return;
    }
    if (step === "providers") {
        const away = config.requireObject("away");
        const second = new access.Provider("second", {
            url: away.url,
            token: config.requireSecret("awayToken"),
        });
        four("home", home);
        four("away", away, () => ({ provider: second }));
        const administrators = access.Owner.get("away-administrators", away.owner, { provider: second });
        return { administrators: administrators.name };
    }

    const { imported } = home;
    // Whoever imported something takes the option away some day.
    four("imported", { ...home, title: "Found" }, (shape) => (isLater ? {} : { import: imported[shape] }));
    new access.Owner("imported-by-id", { name: "Known" }, { import: imported.ownerById });
    new access.Group(
        "imported-by-name",
        { name: "Known", appId: home.app, groupType: "SVC_GROUP" },
        { import: "Known" },
    );

    const ignored = {
        owner: ["description"],
        group: ["description"],
        visibility: ["visibilityGroupIds"],
        member: ["durationMinutes"],
    };
    const other = { title: "Another name", description: "Edited", groups: [home.otherGroup], minutes: 60 };
    four("ignored", { ...home, minutes: 600, ...(isLater ? other : {}) }, (shape) => ({
        ignoreChanges: ignored[shape],
    }));

    four(isLater ? "renamed-now" : "renamed", { ...home, title: "Renamed" }, (shape) =>
        isLater ? { aliases: [{ name: `renamed-${shape}` }] } : {},
    );

    four("protected", home, () => ({ protect: true }));

    if (!isLater) four("retained", home, () => ({ retainOnDelete: true }));

    const secret = {
        owner: ["description"],
        group: ["description", "remoteName"],
        visibility: ["visibilityGroupIds"],
        member: ["durationMinutes", "expirationDate"],
    };
    four("secret", { ...home, minutes: 600, description: "only-for-three-people" }, (shape) => ({
        additionalSecretOutputs: secret[shape],
    }));

    // A group of another type is a new group, and what is in it goes along.
    const type = isLater ? "CONNECTOR_GROUP" : "SVC_GROUP";
    four("first", { ...home, type }, (shape) => (shape === "group" ? { deleteBeforeReplace: true } : {}));
    four("last", { ...home, type });
    // Two visibilities that change places, and members who are other users.
    const hosts = ["here", "there"].map(
        (name) => new access.Group(`host-${name}`, { name: `Host ${name}`, appId: home.app, groupType: "SVC_GROUP" }),
    );
    for (const deleteBeforeReplace of [true, undefined]) {
        const suffix = deleteBeforeReplace ? "first" : "last";
        const host = hosts[isLater === (suffix === "first") ? 0 : 1];
        const visibilityGroupIds = suffix === "first" ? home.groups : [home.otherGroup];
        const userId = isLater ? home.otherUser : home.user;
        new access.GroupVisibility(
            `moved-${suffix}`,
            { groupId: host.id, visibility: "LIMITED", visibilityGroupIds },
            { deleteBeforeReplace },
        );
        new access.GroupUser(
            `member-${suffix}`,
            { groupId: hosts[suffix === "first" ? 0 : 1].id, userId, durationMinutes: 0 },
            { deleteBeforeReplace },
        );
    }

    const administrators = access.Owner.get("administrators", home.owner);
    const staff = access.Group.get("staff", home.groups[0]);
    return { administrators: administrators.name, staff: staff.name, staffType: staff.groupType };
};

/** One of each shape, `options` by the name of the shape. */
function four(name, args, options = () => ({})) {
    const { title = name, description = "As declared", app, type = "SVC_GROUP", groups, user, minutes = 0 } = args;
    new access.Owner(`${name}-owner`, { name: title, description }, options("owner"));
    const group = new access.Group(
        `${name}-group`,
        {
            name: title,
            description,
            appId: app,
            groupType: type,
        },
        options("group"),
    );
    new access.GroupVisibility(
        `${name}-visibility`,
        { groupId: group.id, visibility: "LIMITED", visibilityGroupIds: groups },
        options("visibility"),
    );
    new access.GroupUser(
        `${name}-member`,
        { groupId: group.id, userId: user, durationMinutes: minutes },
        options("member"),
    );
}
