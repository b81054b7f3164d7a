/** What a preview reports about the token that reads the organization, and which calls it makes. */
import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/access/model/facts/facts.js";
import { Client } from "../../../src/api/client.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import { impactOfPreview, type PreviewImpactOptions } from "../../../src/review/impact/preview-impact.js";
import { factsWith } from "../../access/empty-facts.js";
import { documentOf, type Given, kindOf, urnOf } from "../report/document.js";
import { user } from "./organization.js";

const joins: Given = { kind: "GroupUser", name: "m", op: "create", next: { groupId: "open", userId: "bob" } };
const granted = (more: object): Given => ({
    kind: "ScopedRolePermissions",
    name: "p",
    op: "create",
    next: {
        resourceId: "scoped",
        permissions: [{ targetType: "GROUP", permissionName: "READ", allowAll: false, targetIds: ["open"], ...more }],
    },
});
const withdrawing: Given = { ...granted({}), next: { resourceId: "scoped", permissions: [] } };
const hiding: Given = {
    kind: "GroupVisibility",
    name: "v",
    op: "create",
    next: { groupId: "open", visibility: "LIMITED", visibilityGroupIds: [] },
};

describe("a token that may not see every object", () => {
    const admin = { id: "admin", name: "Admin", resourceType: "OPAL_ROLE" };
    const seen = factsWith({
        users: [{ ...user("ada"), email: "ada@example.com" }, user("bob")],
        groups: [{ id: "open", name: "Open" }],
        resources: [{ id: "scoped", name: "Scoped", resourceType: "OPAL_SCOPED_ROLE" }],
        readBy: "ada",
    });
    const withRole = (...holders: string[]): Facts => ({
        ...seen,
        resources: [...seen.resources, admin],
        grants: holders.map((principalId) => ({ resourceId: "admin", principalId, level: "", until: null })),
    });
    const { readBy: _, ...byNobody } = withRole("bob");

    const unread = { type: "resource", id: "admin", because: "it could not be read: 403" } as const;

    test.each<[string, Facts, readonly Given[], string | undefined]>([
        [
            "a member's token, if roles are visible",
            withRole("bob"),
            [joins],
            'ada@example.com does not hold the role "Admin"',
        ],
        [
            "the token of a member without an email address",
            { ...withRole("ada"), readBy: "bob" },
            [joins],
            'bob does not hold the role "Admin"',
        ],
        ["the token of an unknown user", { ...withRole("ada"), readBy: "zoe" }, [joins], "the user of the token"],
        [
            "a token, if the holders of a role could not be read",
            { ...withRole("bob"), unknowns: [unread] },
            [joins],
            "403",
        ],
        ["an administrator's token", withRole("ada"), [joins], undefined],
        [
            "an administrator's token, if not all holders could be read",
            { ...withRole("ada"), unknowns: [unread] },
            [joins],
            undefined,
        ],
        ["facts that were not read with a token", byNobody, [joins], undefined],
        ["a member's token, if nothing changes", withRole("bob"), [], undefined],
        ["a token of unclear rights, if no object seems to be hidden", seen, [joins], undefined],
        ["a token of unclear rights, if new permissions are for listed targets", seen, [granted({})], undefined],
        [
            "a token of unclear rights, if new permissions are for new targets",
            seen,
            [
                { kind: "Group", name: "g", op: "create", next: { name: "g" } },
                granted({ targetIds: [urnOf("Group", "g")] }),
            ],
            undefined,
        ],
        ...[
            { allowAll: true },
            { targetIds: [] },
            { targetIds: ["elsewhere"] },
            { targetType: "OWNER" },
            // They decide who matches access rules, also of hidden groups.
            { targetType: "USER", targetIds: [] },
        ].map((more): [string, Facts, readonly Given[], string] => [
            `a token of unclear rights, if new permissions may cover hidden targets: ${JSON.stringify(more)}`,
            seen,
            [joins, granted(more)],
            "the token of ada@example.com does not see any role",
        ]),
        ["a token of unclear rights, if a role has no permissions", seen, [withdrawing], undefined],
        ["a token of unclear rights, if no access is granted", seen, [hiding], undefined],
    ])("reports a limited token, or not: %s", async (_, snapshot, given, message) => {
        const { account } = await impactOfPreview(documentOf(given), kindOf, { snapshot });
        const words = account.unknown
            .map(({ words }) => words.toJSON().replaceAll('"', ""))
            .filter((one) => one.includes("objects that were not read"));
        expect(words).toHaveLength(message === undefined ? 0 : 1);
        if (message !== undefined) expect(words[0]).toContain(message.replaceAll('"', ""));
    });

    test("names the objects of the program that are not in the lists", async () => {
        const kept = ["vault", "open"].map((id): Given => ({ kind: "Group", name: id, id, before: { name: id } }));
        const { account } = await impactOfPreview(documentOf([...kept, joins]), kindOf, { snapshot: seen });
        expect(account.unknown.map(({ words }) => words.toJSON())).toEqual([
            expect.stringMatching(/^Group "vault" is not visible/),
        ]);
    });
});

describe("calls of a preview", () => {
    const small = seedOrganization("small");
    const [, , group] = small.groups;
    const joinsGroup: Given = { ...joins, next: { groupId: group?.group_id, userId: small.users[1]?.user_id } };

    async function callsOf(given: readonly Given[], options: PreviewImpactOptions): Promise<string[]> {
        const service: Service = await startService({ seed: "small" });
        try {
            const client = new Client({ url: service.url, token: service.token, readsPerSecond: 10_000 });
            await impactOfPreview(documentOf(given), kindOf, { client, ...options });
            return service.calls.all().map(({ operation }) => operation ?? "");
        } finally {
            await service.close();
        }
    }

    test("a preview without effects makes no calls", async () => {
        expect(await callsOf([], {})).toEqual([]);
    });

    test("a preview with a snapshot only lists the tags", async () => {
        expect(await callsOf([joins], { snapshot: factsWith({}) })).toEqual(["getTags"]);
    });

    test("a preview makes two list calls for each tag that a rule selects", async () => {
        const plain = await callsOf([joinsGroup], {});
        const tagged = await callsOf([joinsGroup], { tags: ["team"] });
        const { length: meant } = small.tags.filter(({ key, value }) => key === "team" || value === "team");
        expect(meant).toBeGreaterThan(0);
        expect(tagged).toHaveLength(plain.length + 2 * meant);
    });

    test("a preview reports the progress of its calls", async () => {
        const steps: [number, number][] = [];
        const { length } = await callsOf([joinsGroup], { progress: (done, total) => steps.push([done, total]) });
        expect(length).toBeGreaterThan(0);
        expect(steps.at(-1)?.[0]).toBe(steps.at(-1)?.[1]);
        expect(steps.length).toBeGreaterThan(0);
    });
});
