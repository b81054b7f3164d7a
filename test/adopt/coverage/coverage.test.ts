import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Coverage, coverageOf, shareOf } from "../../../src/adopt/coverage/coverage.js";
import { coveragePageHtml } from "../../../src/adopt/coverage/page.js";
import { coverageText } from "../../../src/adopt/coverage/text.js";
import { readOrganization } from "../../../src/adopt/export/export.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { DeploymentDocument } from "../../../src/stack/deployment.js";
import { exported, newFolder, readingOf, stateIn } from "../export/organization.js";

const TYPE = "pulumi-nodejs:dynamic/access-governance:";

let service: Service;
let folder: string;
let state: DeploymentDocument;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    folder = newFolder();
    // One by one, so that each membership counts.
    await exported(service, join(folder, "access"), { selection: { single: true } });
    state = stateIn(join(folder, "access"));
});
afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("a member whom somebody added to a synced group is undeclared, members from the end system are not", async () => {
    const { store } = service;
    const group = store.groups.all().find((one) => one.remote_info ?? one.remote_name);
    const members = store.groupUsers.where("group_id", group?.group_id ?? "");
    const user = store.users.all().find(({ user_id }) => !members.some((one) => one.user_id === user_id));
    const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
    const url = `${service.url}/groups/${group?.group_id}/users/${user?.user_id}`;
    const { ok } = await service.fetch(new Request(url, { method: "POST", headers, body: '{"duration_minutes":0}' }));
    expect(ok).toBe(true);
    const { kinds: rows } = await coverage([state]);
    const undeclared = rows.find(({ kind }) => kind === "GroupUser")?.undeclared ?? [];
    expect(undeclared.map(({ id }) => id)).toEqual([`${group?.group_id}/${user?.user_id}`]);
});

test("every object of a new export is declared", async () => {
    const { total, missing, kinds: rows } = await coverage([state]);
    expect(total.declared).toBe(total.there);
    expect(total.there).toBe(state.deployment.resources?.filter(({ type }) => type.startsWith(TYPE)).length);
    expect(missing).toEqual([]);
    expect(rows.flatMap(({ undeclared }) => undeclared)).toEqual([]);
});

test("no object is declared without a stack", async () => {
    const { total } = await coverage([]);
    expect(total).toMatchObject({ declared: 0 });
    expect(total.there).toBeGreaterThan(10);
});

test("an undeclared object is listed with its owner, unless another stack declares it", async () => {
    const all = state.deployment.resources ?? [];
    const group = all.find(({ type }) => type === `${TYPE}Group`);
    const others = stackOf(all.filter((one) => one !== group));
    const { kinds: rows, total } = await coverage([others]);
    const row = rows.find(({ kind }) => kind === "Group");
    expect(row?.undeclared).toMatchObject([{ id: group?.id, name: group?.inputs?.name, owner: expect.any(String) }]);
    expect(total.there - total.declared).toBe(1);
    const both = await coverage([others, stackOf(group ? [group] : [])]);
    expect(both.total.declared).toBe(both.total.there);
});

test("an object that is pending deletion does not count as declared", async () => {
    const [tag] = (state.deployment.resources ?? []).filter(({ type }) => type === `${TYPE}Tag`);
    if (tag) tag.delete = true;
    const { kinds: rows } = await coverage([state]);
    expect(rows.find(({ kind }) => kind === "Tag")?.undeclared.map(({ id }) => id)).toEqual([tag?.id]);
});

test("a declared object that does not exist is reported as missing", async () => {
    const [tag] = service.store.tags.all();
    service.store.tags.deleteKey(tag?.tag_id ?? "");
    const { missing } = await coverage([state]);
    expect(missing).toContainEqual({ kind: "Tag", id: tag?.tag_id, resource: expect.any(String) });
});

test("a declared token is not reported as missing, because tokens are not looked for", async () => {
    const [tag] = (state.deployment.resources ?? []).filter(({ type }) => type === `${TYPE}Tag`);
    const [user] = service.store.users.all();
    if (!tag || !user) throw new Error("the state has no tag");
    const type = `${TYPE}ServiceUserToken`;
    const inputs = { ...tag.inputs, userId: user.user_id, tokenLabel: "deploy", accessLevel: "READ_ONLY" };
    const urn = `${tag.urn.split("::").slice(0, 2).join("::")}::${type}::deploy`;
    state.deployment.resources?.push({ ...tag, urn, type, id: `${user.user_id}/deploy`, inputs, outputs: inputs });
    expect((await coverage([state])).missing).toEqual([]);
});

test("a set such as GroupUsers declares all its members", async () => {
    const [group] = service.store.groups.all().filter(({ remote_info }) => !remote_info);
    const id = group?.group_id ?? "";
    const members = service.store.groupUsers.where("group_id", id);
    expect(members.length).toBeGreaterThan(0);
    const whole = { urn: urn("GroupUsers", "all"), type: `${TYPE}GroupUsers`, id, inputs: { groupId: id } };
    const { kinds: rows } = await coverage([stackOf([whole])]);
    const row = rows.find(({ kind }) => kind === "GroupUser");
    expect(row?.declared).toBe(members.length);
});

test("objects whose owner has no users are listed as unowned", async () => {
    const [owner] = service.store.owners.all();
    service.store.ownerUsers.set({ owner_id: owner?.owner_id ?? "", user_ids: [] });
    const { unowned } = await coverage([state]);
    const administered = service.store.groups.all().filter(({ admin_owner_id }) => admin_owner_id === owner?.owner_id);
    expect(
        unowned
            .filter(({ kind }) => kind === "Group")
            .map(({ id }) => id)
            .sort(),
    ).toEqual(administered.map(({ group_id }) => group_id).sort());
});

test.each(["DEPROVISIONED", "SUSPENDED"] as const)("access that remains for a %s user is listed", async (status) => {
    const [membership] = service.store.groupUsers.all();
    const user = service.store.users.change(membership?.user_id ?? "", { hr_idp_status: status });
    const held = [...service.store.groupUsers.all(), ...service.store.resourceUsers.all()].filter(
        ({ user_id }) => user_id === user.user_id,
    );
    const { inactive } = await coverage([state]);
    expect(inactive).toHaveLength(held.length);
    for (const { name } of inactive) expect(name).toContain(user.full_name);
    service.store.users.change(user.user_id, { hr_idp_status: "ACTIVE" });
    expect((await coverage([state])).inactive).toEqual([]);
});

describe("the output", () => {
    const item = { kind: "Group", id: "1", name: "A <b>", owner: "Ada & co" };
    const shown: Coverage = {
        kinds: [{ kind: "Group", there: 300, declared: 299, undeclared: [item], leftOut: 2 }],
        total: { there: 300, declared: 299 },
        owners: [{ owner: "Ada & co", there: 3, declared: 2 }],
        leftOut: [{ because: "it follows from <i>rules</i>", count: 2 }],
        missing: [{ kind: "Tag", id: "2", resource: "old" }],
        findings: [],
        unread: [],
        unowned: [],
        inactive: [],
    };

    test("the text shows 100 % only if every object is declared", () => {
        const text = coverageText(shown);
        expect(text).toContain("Group    300       299   99 %                    2");
        expect(text).toContain("  A <b> (Ada & co)  1");
        expect(text).toContain("  Tag old  2");
        expect(text).toContain("left out on purpose\n  2: it follows from <i>rules</i>\n");
        expect(text).toMatch(/\ncoverage: 299 of 300 declarable objects are declared \(99 %\)\n$/);
        expect(shareOf({ there: 0, declared: 0 })).toBe(100);
    });

    test("the text lists ten objects of a kind and counts the others", () => {
        const many = Array.from({ length: 12 }, (_, at) => ({ ...item, name: `group ${at}` }));
        const row = { kind: "Group", there: 12, declared: 0, undeclared: many, leftOut: 0 };
        expect(coverageText({ ...shown, kinds: [row] })).toContain("… and 2 more; --all lists them");
        expect(coverageText({ ...shown, kinds: [row] }, true)).toContain("group 11");
    });

    test("the page shows 100 % for an organization without declarable objects", () => {
        const empty = {
            kinds: [],
            total: { there: 0, declared: 0 },
            owners: [],
            leftOut: [],
            missing: [],
            findings: [],
            unread: [],
            unowned: [],
            inactive: [],
        };
        expect(coveragePageHtml(empty, "Coverage")).toContain(
            "<strong>100 %</strong> of declarable objects are declared: 0 of 0",
        );
        expect(coveragePageHtml(empty, "Coverage")).not.toContain("NaN");
    });

    test("the page escapes names", () => {
        const page = coveragePageHtml(shown, "Coverage");
        expect(page).toContain("A &lt;b&gt;");
        expect(page).toContain("Ada &amp; co");
        expect(page).toContain('<td>Ada &amp; co</td><td class="number">3</td><td class="number">2</td>');
        expect(page).toContain("<li>2: it follows from &lt;i&gt;rules&lt;/i&gt;</li>");
        expect(page).not.toContain("<b>");
        expect(page).not.toContain("<script");
    });
});

async function coverage(stacks: readonly DeploymentDocument[]): Promise<Coverage> {
    const { inventory, done } = await readOrganization(
        { ...readingOf(service), selection: { single: true } },
        join(folder, "journal"),
    );
    done();
    return coverageOf(stacks, inventory, kinds);
}

function stackOf(resources: NonNullable<DeploymentDocument["deployment"]["resources"]>): DeploymentDocument {
    return { version: 3, deployment: { resources } };
}

function urn(kind: string, name: string): string {
    return `urn:pulumi:dev::exported::${TYPE}${kind}::${name}`;
}
