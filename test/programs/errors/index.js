const access = require("pulumi-access-governance");

// Each run makes objects of its own.
const NAME = `Night shift ${Date.now()}`;
const ID = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";

/** What may go wrong in a program. The outputs keep the program running until all of its resources are registered. */
const cases = {
    "a misspelt name whose result is used in other resources": async () => {
        const app = access.getAppOutput({ name: "misspelt" });
        const group = new access.Group("group", { name: NAME, appId: app.appId, groupType: "SVC_GROUP" });
        const clauses = [{ selectors: [{ connectionId: app.appId, key: "team", value: "night" }] }];
        const rule = new access.AccessRule("rule", {
            name: NAME,
            adminOwnerId: app.appId,
            ruleClauses: { when: { clauses } },
        });
        const bundle = new access.Bundle("bundle", {
            name: group.name,
            description: rule.name,
            adminOwnerId: app.appId,
        });
        return { group: group.id, rule: rule.id, bundle: bundle.id };
    },
    "a misspelt name that is awaited": async () => {
        const app = await access.getApp({ name: "misspelt" });
        return { app: app.appId };
    },
    "several failed lookups": async () => {
        const users = ["ada", "bruno", "chiyo"].map((name) =>
            access.getUserOutput({ email: `${name}@misspelt.example` }),
        );
        const apps = [1, 2, 3].map(() => access.getAppOutput({ name: "misspelt" }));
        const owners = users.map(
            ({ userId }, at) => new access.Owner(`owner-${at}`, { name: `${NAME} ${at}`, userIds: [userId] }),
        );
        return { owners: owners.map(({ id }) => id), apps: apps.map(({ appId }) => appId) };
    },
    "an action on an object that does not exist": async () => {
        const campaign = access.startCampaignOutput({ campaignId: ID });
        const owner = new access.Owner("owner", { name: campaign.name });
        return { owner: owner.id, status: campaign.status };
    },
    "an error in apply": async () => {
        const owner = new access.Owner("owner", { name: NAME });
        const broken = owner.name.apply(() => {
            throw new Error("broken on purpose");
        });
        const group = new access.Group("group", { name: broken, appId: ID, groupType: "SVC_GROUP" });
        const tag = new access.Tag("tag", { key: broken });
        const bundle = new access.Bundle("bundle", { name: group.name, description: tag.key, adminOwnerId: owner.id });
        return { group: group.id, bundle: bundle.id };
    },
    "a promise that is rejected": async () => {
        const name = Promise.reject(new Error("broken on purpose"));
        const owner = new access.Owner("owner", { name });
        const group = new access.Group("group", { name: owner.name, appId: ID, groupType: "SVC_GROUP" });
        return { owner: owner.id, group: group.id };
    },
    "a provider without a token": async () => {
        const provider = new access.Provider("eu", { url: "http://127.0.0.1:9/v1", token: process.env.NO_SUCH_TOKEN });
        const owner = new access.Owner("owner", { name: NAME }, { provider });
        return { owner: owner.id };
    },
    "an output that resolves to a Date": async () => {
        const owner = new access.Owner("owner", { name: NAME });
        const delegation = new access.Delegation("delegation", {
            delegatorUserId: ID,
            delegateUserId: ID,
            startTime: owner.name.apply(() => new Date(0)),
            endTime: "2030-01-01T00:00:00Z",
            reason: "Leave",
        });
        return { delegation: delegation.id };
    },
    "an error that the SDK throws": async () => {
        const owner = new access.Owner("owner", { name: NAME });
        await new Promise((resolve) => owner.urn.apply(resolve));
        owner.id.get();
    },
    "an error that holds much of the memory": async () => {
        const error = new Error("broken on purpose");
        error.response = { request: {} };
        error.response.request.response = error.response;
        error.rows = Array.from({ length: 1000 }, (_, row) => ({
            row,
            of: [error.response],
            text: "x".repeat(10_000),
        }));
        throw error;
    },
    "a thrown string instead of an error": async () => {
        throw "broken on purpose";
    },
};

process.on("exit", () => {
    const used = { megabytes: process.resourceUsage().maxRSS / 1024 };
    require("node:fs").writeFileSync(process.env.USED_FILE, JSON.stringify(used));
});

module.exports = cases[process.env.ERRORS_CASE];
