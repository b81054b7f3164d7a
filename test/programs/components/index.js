const { readdirSync } = require("node:fs");
const { join } = require("node:path");
const pulumi = require("@pulumi/pulumi");
const access = require("pulumi-access-governance");

require("ts-node").register({ transpileOnly: true, project: join(__dirname, "../../../tsconfig.json") });

const folder = join(__dirname, "../../../examples/components");

/** What the setting `case` names. */
const cases = {
    /** The example of every component, in one stack. */
    examples: async () => {
        for (const file of readdirSync(folder)) {
            if (file.endsWith(".ts")) await require(join(folder, file))();
        }
    },
    /** Every id that a component takes is one of an object of the same run, and so are whole lists and a duration. */
    "ids that are known later": async () => {
        const app = await access.getApp({ name: "Tidewater" });
        const user = new access.User("new", {
            email: "new@tidewater.example",
            firstName: "New",
            lastName: "Hand",
            role: "MEMBER",
        });
        const resource = new access.Resource("crane", { name: "Crane", appId: app.appId, resourceType: "CUSTOM" });
        const channel = new access.MessageChannel("told", { thirdPartyProvider: "SLACK", remoteId: "C0TOLD" });
        const crew = new access.AccessTeam("crew", {
            name: user.firstName.apply((name) => `${name} crew`),
            appId: app.appId,
            reviewerIds: [user.id],
            memberIds: user.id.apply((id) => [id]),
            leaderIds: [user.id],
            auditChannelIds: [channel.id],
            resources: { crane: { resourceId: resource.id } },
        });
        new access.JustInTimeAccess("crane-now", {
            name: "Crane, now",
            appId: app.appId,
            adminOwnerId: crew.owner.id,
            groups: { crew: crew.group.id },
            requesterGroupIds: crew.group.id.apply((id) => [id]),
            stages: [{ ownerIds: [crew.owner.id], operator: "OR" }],
            maxDurationMinutes: user.id.apply(() => access.minutes(45)),
        });
        new access.BreakGlass("crane-glass", {
            name: crew.group.name.apply((name) => `${name} glass`),
            appId: app.appId,
            adminOwnerId: crew.owner.id,
            userIds: user.id.apply((id) => [id]),
            resources: [{ resourceId: resource.id }],
            auditChannelIds: [channel.id],
            visibleTo: crew.group.id.apply((id) => [id]),
            stages: [{ ownerIds: [crew.owner.id] }],
        });
        new access.VendorAccess("crane-vendor", {
            name: "Crane vendor",
            appId: app.appId,
            reviewerIds: [user.id],
            people: { one: { userId: user.id, durationMinutes: user.id.apply(() => access.days(2)) } },
            resources: { crane: { resourceId: resource.id } },
        });
        new access.QuarterlyReview("crane-review", { name: "Crane review", reviewedIds: [resource.id, crew.group.id] });
        new access.Onboarding("crane-new", {
            name: "New at the crane",
            adminOwnerId: crew.owner.id,
            visibleTo: [crew.group.id],
            resources: { crane: { resourceId: resource.id } },
        });
    },
    /** One team, by both names that its type of group has. */
    "as the local service spells it": () => night(),
    "as the vendor spells it": () => night({}, { groupType: "OPAL_GROUP" }),
    /** Every way in which a component changes its children. */
    transformed: () => night({ transformations: [described] }),
    "transformed by the engine": () => night({ transforms: [described] }),
    /** The children of a component are with the provider of the component. */
    "at another organization": async () => {
        const elsewhere = { url: process.env.ELSEWHERE, token: "local-token" };
        const provider = new access.Provider("elsewhere", elsewhere);
        const app = await access.getApp({ name: "Tidewater" }, elsewhere);
        const ada = await access.getUser({ email: "ada@tidewater.example" }, elsewhere);
        const args = { name: "Night", appId: app.appId, reviewerIds: [ada.userId], memberIds: [] };
        new access.AccessTeam("night", args, { provider });
    },
    /** What was written out by hand before it became a component. */
    "by hand": async () => {
        const { app, ada } = await whoAndWhere();
        const owner = new access.Owner("old-owner", { name: "Night", userIds: [ada] });
        const native = { appId: app, groupType: "SVC_GROUP", adminOwnerId: owner.id };
        const group = new access.Group("old-group", { name: "Night", ...native });
        new access.GroupUsers("old-members", { groupId: group.id, users: [{ userId: ada }] });
    },
    "by a component": async () => {
        const { app, ada } = await whoAndWhere();
        const before = { Owner: "old-owner", Group: "old-group", GroupUsers: "old-members" };
        const moved = ({ type, props, opts }) => {
            const name = before[type.split(":").at(-1)];
            return name && { props, opts: { ...opts, aliases: [{ name, parent: pulumi.rootStackResource }] } };
        };
        const args = { name: "Night", appId: app, reviewerIds: [ada], memberIds: [ada] };
        new access.AccessTeam("night", args, { transformations: [moved] });
    },
    /** A duration that means no end is seen only once it is known. */
    "no end, known later": async () => {
        const hugo = await access.getUser({ email: "hugo@tidewater.example" });
        const app = await access.getApp({ name: "Tidewater" });
        const tag = new access.Tag("later", { key: "later" });
        const vendor = new access.VendorAccess("endless", {
            name: "Endless",
            appId: app.appId,
            reviewerIds: [hugo.userId],
            people: { hugo: { userId: hugo.userId, durationMinutes: tag.id.apply(() => 0) } },
        });
        return { hugo: vendor.people.hugo.id };
    },
    /** What weakens a component is seen only once it is known. */
    "weaker, known later": async () => {
        const hugo = await access.getUser({ email: "hugo@tidewater.example" });
        const app = await access.getApp({ name: "Tidewater" });
        const tag = new access.Tag("weaker", { key: "weaker" });
        const owner = new access.Owner("weaker", { name: "Weaker", userIds: [hugo.userId] });
        const later = (value) => tag.id.apply(() => value);
        const group = new access.Group("weaker", { name: "Requesters", appId: app.appId, groupType: "SVC_GROUP" });
        const common = { appId: app.appId, adminOwnerId: owner.id, requesterGroupIds: [group.id] };
        const resources = { one: { resourceId: (await access.getResources())[0].resourceId } };
        new access.JustInTimeAccess("usual", {
            ...common,
            name: "Usual",
            resources,
            stages: [{ ownerIds: [owner.id] }],
            requireMfaToRequest: later(undefined),
            maxDurationMinutes: later(undefined),
        });
        const weak = {
            stage: () =>
                new access.JustInTimeAccess("stage", {
                    ...common,
                    name: "Weak",
                    resources,
                    stages: [{ ownerIds: later([]) }],
                }),
            reviewers: () =>
                new access.AccessTeam("reviewers", {
                    name: "Weak",
                    appId: app.appId,
                    reviewerIds: later([]),
                    memberIds: [],
                    resources: {},
                }),
            secret: () =>
                new access.AccessTeam("secret", {
                    name: "Weak",
                    appId: app.appId,
                    reviewerIds: pulumi.secret(["hush-hush"]),
                    memberIds: [],
                    resources: {},
                }),
            channels: () =>
                new access.BreakGlass("channels", {
                    name: "Weak",
                    appId: app.appId,
                    adminOwnerId: owner.id,
                    userIds: [hugo.userId],
                    resources: [resources.one],
                    auditChannelIds: later([]),
                }),
        };
        weak[process.env.WEAK]?.();
    },
    /** An owner comes first, and is not made either. */
    wrong: async () => {
        new access.Owner("fine", { name: "Fine" });
        new access.AccessTeam("yard", { name: "Yard", appId: "x", reviewerIds: [], memberIds: [], memberId: [] });
    },
};

async function night(options, more) {
    const { app, ada } = await whoAndWhere();
    new access.AccessTeam("night", { name: "Night", appId: app, reviewerIds: [ada], memberIds: [], ...more }, options);
}

async function whoAndWhere() {
    const app = await access.getApp({ name: "Tidewater" });
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    return { app: app.appId, ada: ada.userId };
}

function described({ type, props, opts }) {
    return type.endsWith(":Group") ? { props: { ...props, description: "By its component" }, opts } : undefined;
}

module.exports = () => cases[new pulumi.Config().require("case")]();
