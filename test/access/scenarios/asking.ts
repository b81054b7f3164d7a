/** Scenarios about who sees a target, who may request it and who approves. */
import { expect } from "vitest";
import { scenario } from "./scenario.js";

scenario([15], "organize-access-via-tags", "everyone sees a GLOBAL target", async (stage) => {
    const group = await stage.group("Team");
    expect(await stage.sees("Hugo", group)).toBe(true);
    expect(await stage.modelPeople("sees", group)).toContain("Hugo");
});

scenario(
    [16],
    "organize-access-via-tags",
    "a LIMITED target is visible to its visibility groups and to its holders",
    async (stage) => {
        const [shown, target] = [await stage.group("Shown"), await stage.resource("Ledger")];
        await stage.limit(target, shown);
        await stage.add(shown, "Bruno");
        await stage.add(target, "Chiyo");
        expect([await stage.sees("Bruno", target), await stage.sees("Chiyo", target)]).toEqual([true, true]);
        expect(await stage.sees("Hugo", target)).toBe(false);
        expect(await stage.modelPeople("sees", target)).toEqual(["Bruno", "Chiyo"]);
    },
);

scenario(
    [16],
    "owner-permissions",
    "administrators of a LIMITED target, such as owners and leaders, see it",
    async (stage) => {
        const owner = await stage.owner("Platform", "Bruno");
        const settings = { admin_owner_id: owner, group_leader_user_ids: [stage.id("Chiyo")] };
        const group = await stage.group("Team", settings);
        await stage.limit(group);
        expect([await stage.sees("Bruno", group), await stage.sees("Chiyo", group)]).toEqual([true, true]);
        expect(await stage.sees("Hugo", group)).toBe(false);
        expect(await stage.modelPeople("sees", group)).toEqual(["Bruno", "Chiyo"]);
    },
);

scenario([16, 26], "roles-in-opal", "Read-only Admins and Global Requesters see everything", async (stage) => {
    const hidden = await stage.group("Hidden");
    await stage.limit(hidden);
    for (const [name, person] of [
        ["Read-only Admin", "Bruno"],
        ["Global Requester", "Chiyo"],
    ] as const)
        await stage.add(await stage.resource(name, { resource_type: "SVC_ROLE" }), person);
    expect([await stage.sees("Bruno", hidden), await stage.sees("Chiyo", hidden)]).toEqual([true, true]);
    expect(await stage.sees("Hugo", hidden)).toBe(false);
    expect(await stage.modelPeople("sees", hidden)).toEqual(["Bruno", "Chiyo"]);
    expect(await stage.modelPeople("administers", hidden)).toEqual([]);
});

scenario([17], "request-on-behalf", "people can only request what they see", async (stage) => {
    const group = await stage.group("Team", {}, { auto_approval: true });
    await stage.limit(group);
    expect((await stage.ask("Hugo", group)).status).toBe(400);
    expect(await stage.modelPeople("mayRequest", group)).toEqual([]);
    await stage.add(group, "Hugo");
    expect((await stage.ask("Hugo", group)).status).toBe(200);
    expect(await stage.modelPeople("mayRequest", group)).toEqual(["Hugo"]);
});

scenario(
    [18],
    "request-on-behalf",
    "the first matching configuration applies, before the default one",
    async (stage) => {
        const inside = await stage.group("Inside");
        await stage.add(inside, "Bruno");
        const condition = { group_ids: [inside.id] };
        const target = await stage.resource("Ledger", {}, {}, { condition, allow_requests: false });
        expect((await stage.ask("Bruno", target)).status).toBe(400);
        expect((await stage.ask("Chiyo", target)).status).toBe(200);
        const people = await stage.modelPeople("mayRequest", target);
        expect([people.includes("Bruno"), people.includes("Chiyo")]).toEqual([false, true]);
    },
);

scenario(
    [18, 29],
    "request-on-behalf",
    "the person who would get access, not the requester, determines which configuration applies",
    async (stage) => {
        const inside = await stage.group("Inside");
        await stage.add(inside, "Bruno");
        await stage.manages("Bruno", "Chiyo");
        const condition = { group_ids: [inside.id] };
        const target = await stage.resource("Ledger", {}, {}, { condition, allow_requests: false });
        expect((await stage.ask("Bruno", target, "Chiyo")).status).toBe(200);
        await stage.add(inside, "Chiyo");
        expect((await stage.ask("Bruno", target, "Chiyo")).status).toBe(400);
    },
);

scenario([19], "linked-groups", "a request for a linked group gives only the source group", async (stage) => {
    const source = await stage.group("Source", {}, { auto_approval: true });
    const linked = await stage.group("Linked", {}, { auto_approval: true });
    await stage.bind(source, linked);
    await stage.ask("Bruno", linked);
    expect(await stage.members(source)).toEqual(["Bruno"]);
    expect(await stage.members(linked)).toEqual([]);
    expect(await stage.modelPeople("mayRequest", linked)).toEqual([]);
    expect(await stage.modelPeople("getsWithoutApproval", source)).toContain("Chiyo");
    expect(await stage.modelPeople("getsWithoutApproval", linked)).toEqual([]);
});

scenario(
    [19],
    "linked-groups",
    "people who see a linked group can request it, and get its source without seeing the source",
    async (stage) => {
        const source = await stage.group("Source", {}, { auto_approval: true });
        const linked = await stage.group("Linked");
        await stage.limit(source);
        await stage.bind(source, linked);
        expect(await stage.sees("Bruno", source)).toBe(false);
        expect((await stage.ask("Bruno", linked)).status).toBe(200);
        expect(await stage.members(source)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("getsWithoutApproval", source)).toContain("Hugo");
    },
);

scenario([20], "configure-reviewers", "automatic approval needs no reviewer", async (stage) => {
    const target = await stage.resource("Ledger", {}, { auto_approval: true });
    expect(await stage.stateOf(await stage.ask("Hugo", target))).toBe("APPROVED");
    expect(await stage.modelPeople("getsWithoutApproval", target)).toContain("Hugo");
    expect(await stage.modelPeople("mayApprove", target)).toEqual([]);
});

scenario([20], "assumption", "a stage without reviewers is not approved automatically", async (stage) => {
    const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("OR", stage.nobody)] });
    const asked = await stage.ask("Hugo", target);
    expect(await stage.stateOf(asked)).toBe("PENDING");
    expect(await stage.approve("Hugo", asked)).toBe("403");
    expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual([]);
});

scenario(
    [21],
    "configure-reviewers",
    "the users of an owner are asked one after the other, until all have been asked",
    async (stage) => {
        const owner = await stage.owner("Platform", "Bruno", "Chiyo");
        await stage.call("PUT", "/owners", {
            owners: [{ owner_id: owner, access_request_escalation_period: 10 }],
        });
        const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("OR", owner)] });
        const asked = await stage.ask("Hugo", target);
        expect(await stage.approve("Chiyo", asked)).toBe("403");
        stage.pass(11);
        expect(await stage.approve("Chiyo", asked)).toBe("APPROVED");
        expect(await stage.modelPeople("mayApprove", target)).toEqual(["Bruno", "Chiyo"]);
    },
);

scenario(
    [21, 28],
    "request-configurations",
    "owners may approve any request for what they own, whether or not a stage asks them",
    async (stage) => {
        const [owner, reviewers] = [await stage.owner("Mine", "Bruno"), await stage.owner("Reviewers", "Chiyo")];
        const rule = { reviewer_stages: [all("OR", reviewers)] };
        const target = await stage.resource("Ledger", { admin_owner_id: owner }, rule);
        expect(await stage.approve("Greta", await stage.ask("Hugo", target), "ADMIN")).toBe("403");
        expect(await stage.approve("Bruno", await stage.ask("Hugo", target), "ADMIN")).toBe("APPROVED");
        expect(await stage.modelPeople("mayApprove", target)).toEqual(["Bruno", "Chiyo"]);
    },
);

scenario(
    [22],
    "configure-approvals",
    "an AND stage needs one approval of each owner, not of every user",
    async (stage) => {
        const [one, other] = [await stage.owner("One", "Bruno", "Chiyo"), await stage.owner("Other", "Dana", "Femi")];
        const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("AND", one, other)] });
        const asked = await stage.ask("Hugo", target);
        expect(await stage.approve("Chiyo", asked)).toBe("PENDING");
        expect(await stage.approve("Bruno", asked)).toBe("403");
        expect(await stage.approve("Dana", asked)).toBe("APPROVED");
        expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual([]);
    },
);

scenario(
    [22],
    "configure-reviewers",
    "a user of every owner of an AND stage can approve alone, even their own request",
    async (stage) => {
        const [one, other] = [await stage.owner("One", "Bruno", "Chiyo"), await stage.owner("Other", "Bruno", "Femi")];
        const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("AND", one, other)] });
        expect(await stage.approve("Bruno", await stage.ask("Bruno", target))).toBe("APPROVED");
        expect(await stage.approve("Chiyo", await stage.ask("Chiyo", target))).toBe("PENDING");
        expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual(["Bruno"]);
    },
);

scenario(
    [22],
    "configure-reviewers",
    "an AND stage that asks the manager also needs the manager's approval",
    async (stage) => {
        const owner = await stage.owner("One", "Bruno");
        const stages = [{ ...all("AND", owner), require_manager_approval: true }];
        const target = await stage.resource("Ledger", {}, { reviewer_stages: stages });
        await stage.manages("Dana", "Hugo");
        const asked = await stage.ask("Hugo", target);
        expect(await stage.approve("Bruno", asked)).toBe("PENDING");
        expect(await stage.approve("Dana", asked)).toBe("APPROVED");
        expect(await stage.unknown("getsWithoutApproval", target)).toEqual([]);
        // Nobody manages Bruno, so his own approval is enough for himself.
        expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual(["Bruno"]);
    },
);

scenario([21], "API", "the manager is the one of the person who would get access", async (stage) => {
    const stages = [{ ...all("OR"), require_manager_approval: true }];
    const target = await stage.resource("Ledger", {}, { reviewer_stages: stages });
    await stage.manages("Dana", "Hugo");
    await stage.manages("Elif", "Ada");
    expect(await stage.approve("Dana", await stage.ask("Ada", target, "Hugo"))).toBe("APPROVED");
    expect(await stage.modelPeople("mayApprove", target)).toEqual(expect.arrayContaining(["Dana", "Elif"]));
    expect(await stage.unknown("mayApprove", target)).toEqual([]);
});

scenario([21], "API", "a script may decide a stage by itself, if nobody else must approve", async (stage) => {
    const [owner, nobody] = [await stage.owner("One", "Bruno"), await stage.owner("Other")];
    const script = { name: "Office hours", script: "pass", script_type: "REQUEST_REVIEW", owner_id: owner };
    const { opal_script_id } = await stage.call<{ opal_script_id: string }>("POST", "/opal-scripts", script);
    const reviewed = (...stages: object[]) => stage.resource("Ledger", {}, { reviewer_stages: stages });
    const scripted = (operator: "AND" | "OR", ...owners: string[]) => ({
        ...all(operator, ...owners),
        opal_script_ids: [opal_script_id],
    });
    for (const alone of [
        [scripted("AND")],
        [scripted("OR", owner)],
        [scripted("AND", nobody), scripted("OR", owner)],
    ]) {
        const target = await reviewed(...alone);
        const asked = await stage.ask("Hugo", target);
        for (const _ of alone) await stage.approveByScript(opal_script_id, asked);
        expect(await stage.stateOf(asked)).toBe("APPROVED");
        expect(await stage.decidedByMachines(target)).toContain("Hugo");
        expect((await stage.unknown("getsWithoutApproval", target)).join()).toContain("script");
    }
    for (const others of [[scripted("AND", owner)], [scripted("AND"), all("OR", owner)]]) {
        const target = await reviewed(...others);
        const asked = await stage.ask("Hugo", target);
        expect(await stage.approveByScript(opal_script_id, asked)).toBe("PENDING");
        expect(await stage.approve("Bruno", asked)).toBe("APPROVED");
        // The reviewer's own request needs the script besides, but nobody else.
        const own = await stage.ask("Bruno", target);
        expect(await stage.approveByScript(opal_script_id, own)).toBe("PENDING");
        expect(await stage.approve("Bruno", own)).toBe("APPROVED");
        expect(await stage.decidedByMachines(target)).toEqual(["Bruno"]);
        expect((await stage.unknown("getsWithoutApproval", target)).join()).toContain("script");
        if (others.length === 1) expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual([]);
    }
});

scenario(
    [21],
    "API",
    "a Paladin in monitor mode is not asked, but may approve as the user of an owner",
    async (stage) => {
        for (const monitor_mode of [false, true]) {
            const paladin = await stage.paladin(`Bot ${monitor_mode}`, monitor_mode);
            const owner = await stage.owner(`Bots ${monitor_mode}`);
            await stage.call("PUT", `/owners/${owner}/users`, { user_ids: [paladin] });
            const stages = [{ ...all("OR"), service_user_ids: [paladin] }];
            const named = await stage.resource("Ledger", {}, { reviewer_stages: stages });
            expect((await stage.decidedByMachines(named)).length > 0).toBe(!monitor_mode);
            const owned = await stage.resource("Ledger", {}, { reviewer_stages: [all("AND", owner)] });
            expect((await stage.decidedByMachines(owned)).length).toBeGreaterThan(0);
        }
    },
);

scenario(
    [22],
    "configure-reviewers",
    "in an OR stage one approval is enough, and every stage must be passed",
    async (stage) => {
        const [one, other] = [await stage.owner("One", "Bruno"), await stage.owner("Other", "Chiyo")];
        const stages = [all("OR", one, other), all("OR", other)];
        const target = await stage.resource("Ledger", {}, { reviewer_stages: stages });
        const asked = await stage.ask("Hugo", target);
        expect(await stage.approve("Bruno", asked)).toBe("PENDING");
        expect(await stage.approve("Chiyo", asked)).toBe("APPROVED");
        expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual(["Chiyo"]);
    },
);

scenario([23], "delegate-reviews", "a delegate reviews in addition to the delegator, not instead", async (stage) => {
    const owner = await stage.owner("One", "Bruno");
    const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("OR", owner)] });
    await stage.call("POST", "/delegations", {
        delegator_user_id: stage.id("Bruno"),
        delegate_user_id: stage.id("Chiyo"),
        start_time: "2020-01-01T00:00:00Z",
        end_time: "2099-01-01T00:00:00Z",
        reason: "A week off",
    });
    expect(await stage.approve("Bruno", await stage.ask("Hugo", target))).toBe("APPROVED");
    expect(await stage.approve("Chiyo", await stage.ask("Greta", target))).toBe("APPROVED");
    expect(await stage.modelPeople("mayApprove", target)).toEqual(["Bruno", "Chiyo"]);
});

scenario([24], "API", "the users of an owner with a source group are its members", async (stage) => {
    const group = await stage.group("Source");
    await stage.add(group, "Bruno");
    const body = { name: "Fed", user_ids: [], source_group_id: group.id };
    const { owner_id } = await stage.call<{ owner_id: string }>("POST", "/owners", body);
    const target = await stage.resource("Ledger", {}, { reviewer_stages: [all("OR", owner_id)] });
    expect(await stage.approve("Bruno", await stage.ask("Hugo", target))).toBe("APPROVED");
    expect(await stage.modelPeople("mayApprove", target)).toEqual(["Bruno"]);
});

scenario(
    [29],
    "end-user-faq",
    "only administrators, managers and Global Requesters may request access for another person",
    async (stage) => {
        const owner = await stage.owner("Mine", "Bruno");
        const target = await stage.resource("Ledger", { admin_owner_id: owner }, { auto_approval: true });
        const other = await stage.resource("Archive", {}, { auto_approval: true });
        await stage.manages("Chiyo", "Hugo");
        await stage.add(await stage.resource("Global Requester", { resource_type: "SVC_ROLE" }), "Dana");
        expect((await stage.ask("Greta", target, "Hugo")).status).toBe(403);
        for (const person of ["Ada", "Bruno", "Chiyo", "Dana"] as const)
            expect((await stage.ask(person, target, "Hugo")).status, person).toBe(200);
        // An owner of one target may not request another one for other people.
        expect((await stage.ask("Bruno", other, "Hugo")).status).toBe(403);
        expect((await stage.ask("Chiyo", other, "Greta")).status).toBe(403);
    },
);

scenario(
    [29],
    "request-on-behalf",
    "the requester must see the target; the person who gets it need not",
    async (stage) => {
        const target = await stage.group("Team", {}, { auto_approval: true });
        await stage.limit(target);
        await stage.manages("Chiyo", "Hugo");
        expect((await stage.ask("Chiyo", target, "Hugo")).status).toBe(400);
        await stage.add(target, "Chiyo");
        expect(await stage.sees("Hugo", target)).toBe(false);
        expect((await stage.ask("Chiyo", target, "Hugo")).status).toBe(200);
        expect(await stage.members(target)).toEqual(["Chiyo", "Hugo"]);
    },
);

scenario(
    [29],
    "assumption",
    "REQUEST_ON_BEHALF over a target lets its holder ask for that target only, for anybody",
    async (stage) => {
        const group = await stage.group("Team", {}, { auto_approval: true });
        const other = await stage.resource("Ledger", {}, { auto_approval: true });
        const permission = { permission_name: "REQUEST_ON_BEHALF", allow_all: false };
        await stage.role("Bruno", { ...permission, target_type: "GROUP", target_ids: [group.id] });
        await stage.role("Chiyo", { ...permission, target_type: "BUNDLE", target_ids: [] });
        expect((await stage.ask("Bruno", group, "Hugo")).status).toBe(200);
        expect((await stage.ask("Bruno", other, "Hugo")).status).toBe(403);
        expect((await stage.ask("Chiyo", other, "Hugo")).status).toBe(403);
    },
);

scenario(
    [29],
    "assumption",
    "REQUEST_ON_BEHALF over a user lets its holder ask for that user only, for anything",
    async (stage) => {
        const target = await stage.resource("Ledger", {}, { auto_approval: true });
        await stage.role("Bruno", {
            permission_name: "REQUEST_ON_BEHALF",
            target_type: "USER",
            target_ids: [stage.id("Hugo")],
            allow_all: false,
        });
        expect((await stage.ask("Bruno", target, "Hugo")).status).toBe(200);
        expect((await stage.ask("Bruno", target, "Greta")).status).toBe(403);
        expect(await stage.modelPeople("administers", target)).toEqual([]);
    },
);

scenario(
    [20, 26],
    "roles-in-opal",
    "holders of a role that shows everything get what is hidden and needs no approval",
    async (stage) => {
        const target = await stage.group("Hidden", {}, { auto_approval: true });
        await stage.limit(target);
        await stage.add(await stage.resource("Auditor", { resource_type: "SVC_ROLE" }), "Bruno");
        expect((await stage.ask("Bruno", target)).status).toBe(200);
        expect(await stage.members(target)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual(["Bruno"]);
    },
);

/** A stage of these owners. */
function all(operator: "AND" | "OR", ...owner_ids: readonly string[]) {
    return { operator, owner_ids, require_manager_approval: false };
}
