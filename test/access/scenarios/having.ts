/** Scenarios about members of groups and holders of resources. */
import { expect } from "vitest";
import { scenario } from "./scenario.js";
import type { Stage } from "./stage.js";

scenario(
    [1],
    "API",
    "a grant gives access to the resource, and a membership puts the user in the group",
    async (stage) => {
        const [group, resource] = [await stage.group("Team"), await stage.resource("Ledger")];
        await stage.add(group, "Bruno");
        await stage.add(resource, "Chiyo");
        expect(await stage.members(group)).toEqual(["Bruno"]);
        expect(await stage.holders(resource)).toEqual(["Chiyo"]);
        expect(await stage.modelPeople("has", group)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("has", resource)).toEqual(["Chiyo"]);
    },
);

scenario([2], "API", "a grant counts until its date", async (stage) => {
    const resource = await stage.resource("Ledger");
    await stage.add(resource, "Chiyo", 30);
    expect(await stage.accessOf("Chiyo", resource)).toBe("AUTHORIZED");
    stage.pass(31);
    expect(await stage.accessOf("Chiyo", resource)).toBe("UNAUTHORIZED");
    expect(await stage.modelPeople("has", resource)).toEqual([]);
});

scenario([3], "opal-101", "a group gives its resources to its members", async (stage) => {
    const [group, resource] = [await stage.group("Team"), await stage.resource("Ledger")];
    await stage.add(group, "Bruno");
    await stage.link(group, resource);
    expect(await stage.holders(resource)).toEqual(["Bruno+"]);
    expect(await stage.accessOf("Bruno", resource)).toBe("AUTHORIZED");
    expect(await stage.modelPeople("has", resource)).toEqual(["Bruno"]);
});

scenario(
    [3],
    "assumption",
    "access through a group ends with the membership or the link, whichever is earlier",
    async (stage) => {
        const [group, resource] = [await stage.group("Team"), await stage.resource("Ledger")];
        await stage.add(group, "Bruno", 120);
        await stage.link(group, resource, 60);
        stage.pass(61);
        expect(await stage.holders(resource)).toEqual([]);
        expect(await stage.members(group)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("has", resource)).toEqual([]);
    },
);

scenario(
    [4],
    "nested-groups",
    "members of a nested group have what the containing group gives, but are not in its list of members",
    async (stage) => {
        const [inner, outer] = [await stage.group("Inner"), await stage.group("Outer")];
        const resource = await stage.resource("Ledger");
        await stage.add(inner, "Bruno");
        await stage.link(outer, resource);
        await stage.nest(inner, outer);
        expect(await stage.members(outer)).toEqual([]);
        expect(await stage.holders(resource)).toEqual(["Bruno+"]);
        expect(await stage.modelPeople("has", outer)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("has", resource)).toEqual(["Bruno"]);
    },
);

scenario(
    [4],
    "nested-groups",
    "nesting does not work in reverse: members of the containing group do not have what the nested one gives",
    async (stage) => {
        const [inner, outer] = [await stage.group("Inner"), await stage.group("Outer")];
        const resource = await stage.resource("Ledger");
        await stage.add(outer, "Bruno");
        await stage.link(inner, resource);
        await stage.nest(inner, outer);
        expect(await stage.holders(resource)).toEqual([]);
        expect(await stage.modelPeople("has", resource)).toEqual([]);
    },
);

scenario([5], "nested-groups", "lists do not return the end of a nesting", async (stage) => {
    const [inner, outer] = [await stage.group("Inner"), await stage.group("Outer")];
    const body = { containing_group_id: outer.id, duration_minutes: 60 };
    await stage.call("POST", `/groups/${inner.id}/containing-groups`, body);
    await stage.add(inner, "Bruno");
    const read = await stage.call("GET", `/groups/${inner.id}/containing-groups`);
    expect(JSON.stringify(read)).not.toMatch(/expir|duration/);
    const set = (await stage.model()).holders(outer);
    expect([set.size, set.endAt(0)]).toEqual([1, Number.POSITIVE_INFINITY]);
});

scenario([6], "manage-groups-in-opal", "a leader of a group is not a member", async (stage) => {
    const group = await stage.group("Team", { group_leader_user_ids: [stage.id("Bruno")] });
    const resource = await stage.resource("Ledger");
    await stage.link(group, resource);
    expect(await stage.members(group)).toEqual([]);
    expect(await stage.holders(resource)).toEqual([]);
    expect(await stage.accessOf("Bruno", resource)).toBe("UNAUTHORIZED");
    expect(await stage.modelPeople("has", group)).toEqual([]);
    expect(await stage.modelPeople("has", resource)).toEqual([]);
});

scenario(
    [6],
    "group-projects",
    "a leader can add people to the group, including themselves, so they get what it gives without approval",
    async (stage) => {
        const group = await stage.group("Team", { group_leader_user_ids: [stage.id("Bruno")] });
        const resource = await stage.resource("Ledger");
        await stage.link(group, resource);
        expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("getsWithoutApproval", group)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("getsWithoutApproval", resource)).toEqual(["Bruno"]);
        const path = `/groups/${group.id}/users/${stage.id("Bruno")}`;
        expect(await stage.status("POST", path, { duration_minutes: 0 }, "Chiyo")).toBe(403);
        expect(await stage.status("POST", path, { duration_minutes: 0 }, "Bruno")).toBe(200);
        expect(await stage.holders(resource)).toEqual(["Bruno+"]);
    },
);

scenario(
    [7],
    "manage-groups-in-opal",
    "a link between groups gives the members of the source nothing",
    async (stage) => {
        const [source, linked] = [await stage.group("Source"), await stage.group("Linked")];
        const resource = await stage.resource("Ledger");
        await stage.add(source, "Bruno");
        await stage.link(linked, resource);
        await stage.bind(source, linked);
        expect(await stage.members(linked)).toEqual([]);
        expect(await stage.holders(resource)).toEqual([]);
        expect(await stage.accessOf("Bruno", resource)).toBe("UNAUTHORIZED");
        expect(await stage.modelPeople("has", linked)).toEqual([]);
        expect(await stage.modelPeople("has", resource)).toEqual([]);
    },
);

scenario(
    [7],
    "manage-groups-in-opal",
    "a link between groups gives the members of the linked group nothing",
    async (stage) => {
        const [source, linked] = [await stage.group("Source"), await stage.group("Linked")];
        const resource = await stage.resource("Ledger");
        await stage.add(linked, "Bruno");
        await stage.link(source, resource);
        await stage.bind(source, linked);
        expect(await stage.members(source)).toEqual([]);
        expect(await stage.holders(resource)).toEqual([]);
        expect(await stage.modelPeople("has", source)).toEqual([]);
    },
);

scenario([7], "linked-groups", "a person who loses access to one linked group loses access to all", async (stage) => {
    const [source, linked] = [await stage.group("Source"), await stage.group("Linked")];
    await stage.add(source, "Bruno");
    await stage.add(linked, "Bruno");
    await stage.bind(source, linked);
    await stage.call("DELETE", `/groups/${linked.id}/users/${stage.id("Bruno")}`);
    expect(await stage.members(source)).toEqual([]);
    expect(await stage.modelPeople("has", source)).toEqual([]);
});

scenario([8], "access-rules", "the members of an access rule match when and do not match unless", async (stage) => {
    const [team, out] = [await newTag(stage, "squad", "red"), await newTag(stage, "leave", "yes")];
    for (const person of ["Bruno", "Chiyo"] as const) await tag(stage, team, person);
    await tag(stage, out, "Chiyo");
    const rule = await newRule(stage, [["squad", "red"]], [["leave", "yes"]]);
    expect(await stage.members(rule)).toEqual(["Bruno"]);
    expect(await stage.modelPeople("has", rule)).toEqual(["Bruno"]);
});

scenario([8], "access-rules", "all clauses must match, and any selector of a clause", async (stage) => {
    const [red, blue, tall] = [
        await newTag(stage, "squad", "red"),
        await newTag(stage, "squad", "blue"),
        await newTag(stage, "tall", ""),
    ];
    await tag(stage, red, "Bruno");
    await tag(stage, blue, "Chiyo");
    await tag(stage, tall, "Chiyo");
    const either = await newRule(stage, [
        ["squad", "red"],
        ["squad", "blue"],
    ]);
    expect(await stage.members(either)).toEqual(["Bruno", "Chiyo"]);
    expect(await stage.modelPeople("has", either)).toEqual(["Bruno", "Chiyo"]);
});

scenario(
    [9],
    "API",
    "a selector may name the app of a tag, but no operation returns a tag's app, so whether it excludes a user is unknown",
    async (stage) => {
        const [team, out] = [await newTag(stage, "squad", "red"), await newTag(stage, "leave", "yes")];
        await tag(stage, team, "Bruno");
        await tag(stage, out, "Bruno");
        const rule = await newRule(stage, [["squad", "red"]], [["leave", "yes"]]);
        const tags = JSON.stringify(await stage.call("GET", "/tags"));
        expect([tags.includes("squad"), tags.includes("connection_id")]).toEqual([true, false]);
        expect(await stage.modelPeople("has", rule)).toEqual([]);
        expect((await stage.unknown("has", rule)).join()).toContain("which app a user's tag comes from");
    },
);

scenario([10], "access-rules", "a paused rule keeps its members and adds none", async (stage) => {
    const team = await newTag(stage, "squad", "red");
    await tag(stage, team, "Bruno");
    const rule = await newRule(stage, [["squad", "red"]]);
    const { name, description, admin_owner_id, ruleClauses } = await stage.call("GET", `/access-rules/${rule.id}`);
    const paused = { name, description, admin_owner_id, ruleClauses, status: "PAUSED" };
    await stage.call("PUT", `/access-rules/${rule.id}`, paused);
    await tag(stage, team, "Chiyo");
    expect(await stage.members(rule)).toEqual(["Bruno"]);
    expect(await stage.modelPeople("has", rule)).toEqual(["Bruno"]);
});

scenario([11], "API", "if there are several paths, the one that lasts longest counts", async (stage) => {
    const [group, resource] = [await stage.group("Team"), await stage.resource("Ledger")];
    await stage.add(group, "Bruno");
    await stage.link(group, resource);
    await stage.add(resource, "Bruno", 30);
    stage.pass(31);
    expect(await stage.holders(resource)).toEqual(["Bruno+"]);
    expect(await stage.modelPeople("has", resource)).toEqual(["Bruno"]);
});

scenario([12], "assumption", "access to a resource includes the resources below it", async (stage) => {
    const above = await stage.resource("Database");
    const below = await stage.resource("Table", { parent_resource_id: above.id });
    await stage.add(above, "Bruno");
    expect(await stage.holders(below)).toEqual(["Bruno+"]);
    expect(await stage.holders(above)).toEqual(["Bruno"]);
    expect(await stage.accessOf("Bruno", below)).toBe("AUTHORIZED");
    expect(await stage.modelPeople("has", below)).toEqual(["Bruno"]);
});

scenario([12], "assumption", "access to a resource does not include its parent", async (stage) => {
    const above = await stage.resource("Database");
    const below = await stage.resource("Table", { parent_resource_id: above.id });
    await stage.add(below, "Bruno");
    expect(await stage.holders(above)).toEqual([]);
    expect(await stage.modelPeople("has", above)).toEqual([]);
});

scenario([13], "assumption", "a bundle gives no access to its items", async (stage) => {
    const resource = await stage.resource("Ledger");
    const bundle = { name: "Starter", admin_owner_id: stage.nobody };
    const { bundle_id: id } = await stage.call<{ bundle_id: string }>("POST", "/bundles", bundle);
    await stage.call("POST", `/bundles/${id}/resources`, { resource_id: resource.id });
    expect(await stage.holders(resource)).toEqual([]);
    expect(await stage.modelPeople("has", { type: "bundle", id })).toEqual([]);
});

scenario([14], "pagerduty-entitlements", "no operation returns who is on call", async (stage) => {
    const group = await stage.group("On call");
    const { on_call_schedules } = await stage.call<{ on_call_schedules: { on_call_schedule_id: string }[] }>(
        "GET",
        "/on-call-schedules",
    );
    const ids = on_call_schedules.slice(0, 1).map((one) => one.on_call_schedule_id);
    await stage.call("PUT", `/groups/${group.id}/on-call-schedules`, { on_call_schedule_ids: ids });
    expect(await stage.members(group)).toEqual([]);
    expect((await stage.unknown("has", group)).join()).toContain("who is on call");
});

async function newTag(stage: Stage, key: string, value: string): Promise<string> {
    return (await stage.call<{ tag_id: string }>("POST", "/tag", { tag_key: key, tag_value: value })).tag_id;
}

async function tag(stage: Stage, id: string, person: Parameters<Stage["id"]>[0]): Promise<void> {
    await stage.call("POST", `/tags/${id}/users/${stage.id(person)}`);
}

/** An active access rule for users who have one of the tags in `when` and none of those in `unless`. */
async function newRule(
    stage: Stage,
    when: readonly (readonly [string, string])[],
    unless: readonly (readonly [string, string])[] = [],
) {
    const clause = (tags: typeof when) => ({
        clauses: [{ selectors: tags.map(([key, value]) => ({ key, value, connection_id: stage.appId })) }],
    });
    const { access_rule_id: id } = await stage.call<{ access_rule_id: string }>("POST", "/access-rules", {
        name: "Rule",
        description: "",
        admin_owner_id: stage.nobody,
        status: "ACTIVE",
        ruleClauses: { when: clause(when), ...(unless.length > 0 && { unless: clause(unless) }) },
    });
    return { type: "group", id } as const;
}
