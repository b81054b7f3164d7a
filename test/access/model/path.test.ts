/** Each access that the model reports has a path that explains it. */
import { expect, test } from "vitest";
import { AccessModel } from "../../../src/access/model/model.js";
import { pathOf } from "../../../src/access/model/path.js";
import { factsWith } from "../empty-facts.js";

const users = ["ada", "bob", "cyn"].map((id) => ({ id, name: id, tags: [], status: "", managerId: null }));
const hidden = { type: "LIMITED" as const, groupIds: [] };
const stage = {
    operator: "OR" as const,
    ownerIds: ["bobs"],
    serviceUserIds: [],
    requireManagerApproval: false,
    requireAdminApproval: false,
};
const reviewed = { priority: 0, allowRequests: true, autoApproval: false, stages: [stage] };
const scoped = {
    id: "scoped",
    name: "scoped",
    permissions: [{ name: "EDIT_SETTINGS", targetType: "resource" as const, allowAll: true, targetIds: [] }],
};
const admins = { id: "admins", name: "Admin", resourceType: "SVC_ROLE" };
const model = AccessModel.of(
    factsWith({
        users,
        owners: [{ id: "bobs", name: "bobs", userIds: ["bob"], escalationMinutes: 0 }],
        resources: [
            { id: "vault", name: "vault", visibility: { type: "GLOBAL", groupIds: [] }, requestRules: [reviewed] },
            scoped,
            admins,
        ],
        bundles: [{ id: "kit", name: "kit", visibility: hidden, groupIds: [], resourceIds: ["vault"] }],
        grants: [
            ["ada", "scoped"],
            ["ada", "admins"],
            ["bob", "vault"],
        ].map(([principalId = "", resourceId = ""]) => ({ principalId, resourceId, level: "", until: null })),
    }),
);

test("a user sees a bundle because they hold a resource in it", () => {
    const kit = { type: "bundle" as const, id: "kit" };
    const vault = { type: "resource", id: "vault" };
    expect(pathOf(model, "bob", "sees", kit)).toEqual([{ by: "grant", target: vault, level: "", until: null }]);
    expect(pathOf(model, "cyn", "sees", kit)).toBeUndefined();
});

test("an organization role, but not a scoped role, lets its holder approve any request", () => {
    const vault = { type: "resource" as const, id: "vault" };
    expect(pathOf(model, "ada", "mayApprove", vault)).toEqual([
        { by: "grant", target: { type: "resource", id: "admins" }, level: "", until: null },
        { by: "organizationRole", target: vault, roleId: "admins", role: "admin" },
        { by: "decision", target: vault },
    ]);
});
