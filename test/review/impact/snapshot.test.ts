/** Evaluates a preview with a saved snapshot. Objects that the snapshot does not contain are unknown. */
import { expect, test } from "vitest";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, kindOf } from "../report/document.js";
import { user } from "./organization.js";

const FACTS = factsWith({
    users: [user("eve")],
    resources: [{ id: "vault", name: "Vault", tags: [] }],
    groups: [{ id: "team", name: "Team" }],
});
const TAG = { key: "data", value: "customer" };

const created = (kind: string, next: Record<string, string>, snapshot: Facts) =>
    impactOfPreview(documentOf([{ kind, name: "one", id: "", op: "create", next }]), kindOf, { snapshot });

test("finds a tag by its id", async () => {
    const next = { resourceId: "vault", tagId: "tag" };
    const { after, account } = await created("ResourceTag", next, { ...FACTS, tagIds: { tag: TAG } });
    expect(after.records.resources.get("vault")?.tags).toEqual([TAG]);
    expect(account.unknown).toEqual([]);
});

test("reports a tag that the snapshot does not contain as unknown", async () => {
    const { account } = await created("ResourceTag", { resourceId: "vault", tagId: "tag" }, FACTS);
    expect(account.unknown.map(({ words }) => words.toString()).join()).toContain('tag "tag" is not among the known');
});

test("reports what a group grants as unknown if the snapshot does not contain the group", async () => {
    const next = { userId: "eve", groupId: "hidden" };
    const { account } = await created("GroupUser", next, FACTS);
    expect(account.unknown.map(({ words }) => words.toString()).join()).toContain(
        'group "hidden": the service does not show it to this token, so it is unknown what the group grants',
    );
    expect((await created("GroupUser", { ...next, groupId: "team" }, FACTS)).account.unknown).toEqual([]);
});
