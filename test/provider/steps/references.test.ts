/** Which wrong references a preview reports, and which ones it leaves to the service. */
import { beforeEach, describe, expect, it } from "vitest";
import { BundleResource } from "../../../src/resources/kinds/bundles/bundle-resource.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupResources } from "../../../src/resources/kinds/groups/group-resources.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { CustomAccessLevel } from "../../../src/resources/kinds/resources/custom-access-level.js";
import { Script } from "../../../src/resources/kinds/scripts/script.js";
import { kinds } from "../../../src/resources/kinds.js";
import { Deployment, declare } from "../../proofs/sequences/deployment.js";
import { eachTest, group, world } from "../../proofs/sequences/setting.js";

const NOBODY = "00000000-0000-4000-8000-00000000dead";
const HELP = "Help: npx --no-install access-governance explain WrongReferenceError";

eachTest();

let stack: Deployment;

beforeEach(() => {
    stack = new Deployment(world, {}, { kinds });
});

async function withLevels(): Promise<string> {
    const resourceId = await world.newResource("Ledger");
    for (const level of ["read", "write"])
        await world.api("POST", `/resources/${resourceId}/custom-access-levels`, {
            access_level: { access_level_name: level, access_level_remote_id: level },
        });
    return resourceId;
}

describe("references", () => {
    it("a reference to an object that does not exist is refused before any write", async () => {
        const { failures } = await stack.preview([declare(Group.kind, "team", group({ adminOwnerId: NOBODY }))]);
        expect(failures).toEqual([`Group "team": adminOwnerId: no owner has the id "${NOBODY}". ${HELP}`]);
    });

    it("a reference to an object of another kind is refused with the name of that object and a suggestion", async () => {
        const resourceId = await world.newResource("Ledger");
        const bundleId = await world.newBundle("Starter");
        const { failures } = await stack.preview([
            declare(BundleResource.kind, "ledger", { bundleId, resourceId: world.appId }),
        ]);
        const app = world.service.snapshot().apps.find(({ app_id }) => app_id === world.appId)?.name;
        expect(failures).toEqual([
            expect.stringMatching(
                new RegExp(
                    `^BundleResource "ledger": resourceId: "${world.appId}" is the id of the app "${app}". Specify the id of a resource that belongs to it, such as "[0-9a-f-]{36}" \\(".+"\\)\\. ${HELP}$`,
                ),
            ),
        ]);
        const right = [declare(BundleResource.kind, "ledger", { bundleId, resourceId })];
        expect((await stack.preview(right)).failures).toEqual([]);
    });

    it.each([
        ["users of an owner", (ids: string[]) => declare(Owner.kind, "many", { name: "Many", userIds: ids })],
        [
            "groups of a visibility",
            (ids: string[]) =>
                declare(GroupVisibility.kind, "many", {
                    groupId: world.groupIds[0],
                    visibility: "LIMITED",
                    visibilityGroupIds: ids,
                }),
        ],
    ])("of many wrong ids, the first are named and the others counted, in few calls: %s", async (_, program) => {
        const ids = Array.from({ length: 2_000 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
        world.service.calls.clear();
        const [failure = ""] = (await stack.preview([program(ids)])).failures;
        expect(failure.match(/"00000000-0000-4000-8000-\d{12}"/g)).toHaveLength(3);
        expect(failure).toContain("Ids: 1997 more ids are not in the list either.");
        expect(world.service.calls.all().length).toBeLessThan(100);
    });

    it("among many right ids, a wrong one is found, and the list is read once", async () => {
        const { users } = world.service.snapshot();
        const userIds = [...users.map(({ user_id }) => user_id), ...Array.from({ length: 30 }, () => NOBODY)];
        const program = (ids: string[]) => [declare(Owner.kind, "many", { name: "Many", userIds: [...new Set(ids)] })];
        const { failures } = await stack.preview(program(userIds));
        expect(failures.join()).toContain(`no user has the id "${NOBODY}"`);
        expect((await stack.preview(program(users.map(({ user_id }) => user_id)))).failures).toEqual([]);
    });

    it("a reference that an update adds is checked, and an unchanged one is not read again", async () => {
        await stack.settle([declare(Group.kind, "team", group())]);
        const reads = () => world.service.calls.of("getOwner").length + world.service.calls.of("getOwners").length;
        const before = reads();
        expect((await stack.preview([declare(Group.kind, "team", group())])).failures).toEqual([]);
        expect(reads()).toBe(before);
        const { failures } = await stack.preview([declare(Group.kind, "team", group({ adminOwnerId: world.appId }))]);
        expect(failures.join()).toContain("is the id of the app");
    });

    it("a reference in a property listed in ignoreChanges is not checked", async () => {
        const groupId = await world.newGroup("Payments");
        const members = { groupId, users: [{ userId: NOBODY }] };
        const ignoring = { ignoreChanges: ["users"] };
        const { failures } = await stack.preview([declare(GroupUsers.kind, "all", members, ignoring)]);
        expect(failures).toEqual([]);
        const judged = await stack.preview([declare(GroupUsers.kind, "all", members)]);
        expect(judged.failures.join()).toContain(`users[0].userId: no user has the id "${NOBODY}".`);
    });

    it("a script that reviews must be of the type for it, whether it exists or is declared in the same program", async () => {
        const reviewed = (scriptId: string) =>
            group({
                requestConfigurations: [
                    {
                        allowRequests: true,
                        autoApproval: false,
                        reviewerStages: [{ operator: "OR", ownerIds: [], opalScriptIds: [scriptId] }],
                    },
                ],
            });
        const scriptOf = async (script_type: string) => {
            const owner = script_type === "REQUEST_REVIEW" ? { owner_id: world.ownerId } : {};
            const body = { name: script_type, script: "pass", script_type, ...owner };
            return (await world.api<{ opal_script_id: string }>("POST", "/opal-scripts", body)).opal_script_id;
        };
        const path = "requestConfigurations[0].reviewerStages[0].opalScriptIds[0]";
        const previewed = async (type: string) =>
            (await stack.preview([declare(Group.kind, "team", reviewed(await scriptOf(type)))])).failures;
        expect(await previewed("REQUEST_REVIEW")).toEqual([]);
        expect((await previewed("CONTEXT_PROVIDER")).join()).toContain(`${path}: the script "CONTEXT_PROVIDER"`);
        const program = (type: string) => [
            declare(Script.kind, "hours", {
                name: "Hours",
                scriptType: type,
                script: "pass",
                ...(type === "REQUEST_REVIEW" && { ownerId: world.ownerId }),
            }),
            declare(Group.kind, "team", (id) => ({
                ...reviewed(id("hours")),
                __ids: { [path]: { kind: "Script", name: "hours", parent: "" } },
            })),
        ];
        expect((await stack.preview(program("REQUEST_REVIEW"))).failures).toEqual([]);
        const { failures } = await stack.preview(program("CONTEXT_PROVIDER"));
        expect(failures.join()).toContain(`${path}: Script "hours" has scriptType "CONTEXT_PROVIDER"`);
    });

    it("a reference that an update would put back is refused if the object was deleted, in each declaration of it", async () => {
        const { user_id: userId } = await world.api<{ user_id: string }>("POST", "/users", {
            email: "gone@tidewater.example",
            first_name: "Gone",
            last_name: "Person",
            role: "MEMBER",
        });
        const [teamId, groupId] = [await world.newGroup("Payments"), await world.newGroup("Gone")];
        const resourceId = await world.newResource("Ledger");
        const program = [
            declare(Owner.kind, "deputies", { name: "Deputies", userIds: [world.userIds[0], userId] }),
            declare(GroupUsers.kind, "all", { groupId: teamId, users: [{ userId }] }),
            declare(GroupResources.kind, "tools", { groupId: teamId, resources: [{ resourceId }] }),
            declare(GroupVisibility.kind, "seen", {
                groupId: teamId,
                visibility: "LIMITED",
                visibilityGroupIds: [groupId],
            }),
            declare(Group.kind, "led", group({ groupLeaderUserIds: [userId] })),
        ];
        await stack.settle(program);
        // Drift to something that exists is repaired.
        await world.api("PUT", `/groups/${teamId}/visibility`, { visibility: "LIMITED", visibility_group_ids: [] });
        expect((await stack.preview(program)).failures).toEqual([]);
        await world.api("DELETE", `/users/${userId}`);
        await world.api("DELETE", `/groups/${groupId}`);
        await world.api("DELETE", `/resources/${resourceId}`);
        // The engine stops at the first resource that fails.
        for (const [at, path] of [
            'Owner "deputies": userIds[1]',
            'GroupUsers "all": users[0].userId',
            'GroupResources "tools": resources[0].resourceId',
            'GroupVisibility "seen": visibilityGroupIds[0]',
            'Group "led": groupLeaderUserIds[0]',
        ].entries()) {
            const { failures } = await stack.preview(program.slice(at, at + 1));
            expect(failures.join()).toContain(path);
            expect(failures.join()).toContain("was deleted by ada@tidewater.example");
        }
        const { failures } = await stack.preview([...program.slice(1), ...program.slice(0, 1)]);
        expect(failures.join()).toContain('GroupUsers "all": users[0].userId');
        const left = [declare(Owner.kind, "deputies", { name: "Deputies", userIds: [world.userIds[0]] })];
        expect((await stack.settle(left)).failures).toEqual([]);
    });

    it("a reference to an object that the run creates is not looked up", async () => {
        const program = [
            declare(Group.kind, "team", group()),
            declare(GroupUser.kind, "ada", (id) => ({ groupId: id("team"), userId: world.userIds[0] })),
        ];
        expect((await stack.preview(program)).failures).toEqual([]);
        expect((await stack.up(program)).failures).toEqual([]);
    });
});

describe("access levels", () => {
    it("an access level must be specified for a resource that has several", async () => {
        const [bundleId, resourceId] = [await world.newBundle("Starter"), await withLevels()];
        const { failures } = await stack.preview([declare(BundleResource.kind, "ledger", { bundleId, resourceId })]);
        expect(failures).toEqual([
            `BundleResource "ledger": accessLevelRemoteId: the resource "Ledger" has several levels; specify one of "read", "write". ${HELP}`,
        ]);
    });

    it("an access level that does not exist is refused with its path and a suggestion", async () => {
        const [groupId, resourceId] = [await world.newGroup("Payments"), await withLevels()];
        const resources = [{ resourceId, accessLevelRemoteId: "wirte" }];
        const { failures } = await stack.preview([declare(GroupResources.kind, "all", { groupId, resources })]);
        expect(failures.join()).toContain(
            'resources[0].accessLevelRemoteId: the resource "Ledger" does not have the level "wirte"; its levels are "read", "write"; did you mean "write"?',
        );
    });

    it("the access level must be omitted for an object that has only the default one", async () => {
        const groupId = await world.newGroup("Payments");
        const given = { groupId, userId: world.userIds[0], accessLevelRemoteId: "admin" };
        const { failures } = await stack.preview([declare(GroupUser.kind, "ada", given)]);
        expect(failures.join()).toContain(
            'accessLevelRemoteId: the group "Payments" has only the default level, not "admin"',
        );
    });

    it("the access level must be omitted for a native group, even before the group exists", async () => {
        const program = (more: object) => [
            declare(Group.kind, "team", group(more)),
            declare(
                GroupUsers.kind,
                "all",
                (id) => ({
                    groupId: id("team"),
                    users: [{ userId: world.userIds[0], accessLevelRemoteId: "member" }],
                }),
                { owner: { kind: "Group", name: "team" } },
            ),
        ];
        expect((await stack.preview(program({}))).failures).toEqual([
            `GroupUsers "all": users[0].accessLevelRemoteId: Group "team" has only the default level, not "member"; omit the level. ${HELP}`,
        ]);
        const elsewhere = {
            groupType: "GIT_HUB_TEAM",
            remoteInfo: { githubTeam: { orgName: "tidewater", teamSlug: "team" } },
        };
        expect((await stack.preview(program(elsewhere))).failures).toEqual([]);
    });

    it("an access level that the program creates is taken from its output", async () => {
        const [bundleId, resourceId] = [await world.newBundle("Starter"), await world.newResource("Ledger")];
        const own = { resourceId, accessLevelRemoteId: "audit", accessLevelName: "Audit" };
        const program = [
            declare(CustomAccessLevel.kind, "audit", own),
            declare(BundleResource.kind, "ledger", (id) => ({
                bundleId,
                resourceId,
                accessLevelRemoteId: id("audit") && "audit",
            })),
        ];
        expect((await stack.up(program, { skipPreview: true })).failures).toEqual([]);
    });
});
