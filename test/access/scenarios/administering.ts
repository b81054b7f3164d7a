/** Scenarios about administrators of a target and what they may do. */
import { expect } from "vitest";
import { scenario } from "./scenario.js";

scenario(
    [25],
    "custom-opal-roles",
    "a custom role gives its permissions over its targets and over nothing else",
    async (stage) => {
        const [governed, other] = [await stage.group("Governed"), await stage.group("Other")];
        await stage.role("Bruno", permission("EDIT_ASSIGNMENTS", "GROUP", governed.id));
        expect(await stage.status("POST", memberPath(governed.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(200);
        expect(await stage.status("POST", memberPath(other.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(403);
        expect(await stage.modelPeople("administers", governed)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("getsWithoutApproval", governed)).toEqual(["Bruno"]);
        expect(await stage.modelPeople("administers", other)).toEqual([]);
    },
);

scenario([25], "custom-opal-roles", "READ shows a target but does not allow administering it", async (stage) => {
    const governed = await stage.group("Governed");
    await stage.limit(governed);
    await stage.role("Bruno", permission("READ", "GROUP", governed.id));
    expect([await stage.sees("Bruno", governed), await stage.sees("Hugo", governed)]).toEqual([true, false]);
    expect(await stage.status("POST", memberPath(governed.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(403);
    expect(await stage.modelPeople("sees", governed)).toEqual(["Bruno"]);
    expect(await stage.modelPeople("administers", governed)).toEqual([]);
    expect(await stage.modelPeople("getsWithoutApproval", governed)).toEqual([]);
});

scenario([25], "custom-opal-roles", "a permission over a resource covers the resources below it", async (stage) => {
    const above = await stage.resource("Database");
    const below = await stage.resource("Table", { parent_resource_id: above.id });
    await stage.role("Bruno", permission("EDIT_ASSIGNMENTS", "RESOURCE", above.id));
    const path = `/resources/${below.id}/users/${stage.id("Hugo")}`;
    expect(await stage.status("POST", path, NO_END, "Bruno")).toBe(200);
    expect(await stage.modelPeople("administers", below)).toEqual(["Bruno"]);
});

scenario([25], "custom-opal-roles", "a permission over an app covers everything in it", async (stage) => {
    const group = await stage.group("Governed");
    await stage.role("Bruno", permission("EDIT_ASSIGNMENTS", "CONNECTION", stage.appId));
    expect(await stage.status("POST", memberPath(group.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(200);
    expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
});

scenario(
    [25],
    "custom-opal-roles",
    "a permission over an owner covers everything that the owner administers",
    async (stage) => {
        const owner = await stage.owner("Mine");
        const group = await stage.group("Governed", { admin_owner_id: owner });
        await stage.role("Bruno", permission("EDIT_ASSIGNMENTS", "OWNER", owner));
        expect(await stage.status("POST", memberPath(group.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(200);
        expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
    },
);

scenario([25], "assumption", "a permission without targets is not limited", async (stage) => {
    const group = await stage.group("Governed");
    await stage.role("Bruno", permission("EDIT_ASSIGNMENTS", "GROUP"));
    expect(await stage.status("POST", memberPath(group.id, stage.id("Hugo")), NO_END, "Bruno")).toBe(200);
    expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
});

scenario(
    [26],
    "roles-in-opal",
    "Admin is a resource, so its holders can be read; they may do everything",
    async (stage) => {
        const group = await stage.group("Governed");
        await stage.limit(group);
        const admin = await stage.resource("Admin", { resource_type: "SVC_ROLE" });
        expect(await stage.status("POST", "/owners", { name: "New", user_ids: [] }, "Bruno")).toBe(403);
        await stage.add(admin, "Bruno");
        expect(await stage.holders(admin)).toEqual(["Bruno"]);
        expect(await stage.status("POST", "/owners", { name: "New", user_ids: [] }, "Bruno")).toBe(200);
        expect(await stage.sees("Bruno", group)).toBe(true);
        for (const aspect of ["administers", "sees", "getsWithoutApproval"] as const)
            expect(await stage.modelPeople(aspect, group), aspect).toEqual(["Bruno"]);
    },
);

scenario(
    [26],
    "roles-in-opal",
    "a role in the organization may be inherited from a group, and may end",
    async (stage) => {
        const admin = await stage.resource("Opal Admin", { resource_type: "SVC_ROLE" });
        const [staff, group] = [await stage.group("Staff"), await stage.group("Governed")];
        await stage.link(staff, admin);
        await stage.add(staff, "Bruno", 60);
        expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
        expect(await stage.status("POST", "/owners", { name: "New", user_ids: [] }, "Bruno")).toBe(200);
        stage.pass(61);
        expect(await stage.status("POST", "/owners", { name: "Newer", user_ids: [] }, "Bruno")).toBe(403);
        expect(await stage.modelPeople("administers", group)).toEqual([]);
    },
);

scenario([26], "assumption", "a role in the organization with an unknown name may do everything", async (stage) => {
    const group = await stage.group("Governed");
    await stage.add(await stage.resource("Overlord", { resource_type: "SVC_ROLE" }), "Bruno");
    expect(await stage.status("POST", "/owners", { name: "New", user_ids: [] }, "Bruno")).toBe(200);
    expect(await stage.modelPeople("administers", group)).toEqual(["Bruno"]);
});

scenario(
    [27],
    "manage-breakglass-access",
    "break-glass users of a configuration template can take its groups without approval, for twelve hours",
    async (stage) => {
        const { configuration_template_id } = await stage.call<{ configuration_template_id: string }>(
            "POST",
            "/configuration-templates",
            {
                name: "Emergencies",
                admin_owner_id: stage.nobody,
                visibility: { visibility: "GLOBAL", visibility_group_ids: [] },
                require_mfa_to_approve: false,
                require_mfa_to_connect: false,
                break_glass_user_ids: [stage.id("Bruno")],
            },
        );
        const group = await stage.group("Production", {});
        await stage.call("PUT", "/groups", { groups: [{ group_id: group.id, configuration_template_id }] });
        const set = (await stage.model()).withoutApproval(group);
        expect(await stage.modelPeople("getsWithoutApproval", group)).toEqual(["Bruno"]);
        expect(set.endAt(0) - (await stage.model()).records.at).toBeLessThanOrEqual(12 * 60 * 60_000);
        expect(await stage.members(group)).toEqual([]);
    },
);

scenario(
    [28],
    "owner-permissions",
    "by default the users of an owner administer what it owns, so they may grant it to themselves",
    async (stage) => {
        const owner = await stage.owner("Mine", "Bruno");
        const [group, resource] = [
            await stage.group("Team", { admin_owner_id: owner }),
            await stage.resource("Ledger", { admin_owner_id: owner }),
        ];
        for (const target of [group, resource]) {
            const path = `/${target.type}s/${target.id}/users/${stage.id("Bruno")}`;
            expect(await stage.status("POST", path, { duration_minutes: 0 }, "Chiyo")).toBe(403);
            expect(await stage.modelPeople("administers", target)).toEqual(["Bruno"]);
            expect(await stage.modelPeople("getsWithoutApproval", target)).toEqual(["Bruno"]);
            expect(await stage.status("POST", path, { duration_minutes: 0 }, "Bruno")).toBe(200);
        }
    },
);

scenario([], "opal-api-tokens", "a read-only token changes nothing, even if its user may", async (stage) => {
    const owner = await stage.owner("Mine", "Bruno");
    const group = await stage.group("Team", { admin_owner_id: owner });
    const path = memberPath(group.id, stage.id("Hugo"));
    stage.readOnly("Bruno");
    expect(await stage.status("POST", path, NO_END, "Bruno")).toBe(403);
    expect(await stage.members(group)).toEqual([]);
});

scenario([], "API", "access from a request looks like any other access", async (stage) => {
    const target = await stage.resource("Ledger", {}, { auto_approval: true });
    await stage.ask("Hugo", target, undefined, 30);
    expect(await stage.holders(target)).toEqual(["Hugo"]);
    stage.pass(31);
    expect(await stage.holders(target)).toEqual([]);
});

const NO_END = { duration_minutes: 0 };

function permission(permission_name: string, target_type: string, ...target_ids: readonly string[]) {
    return { permission_name, target_type, target_ids, allow_all: false };
}

function memberPath(groupId: string, userId: string): string {
    return `/groups/${groupId}/users/${userId}`;
}
