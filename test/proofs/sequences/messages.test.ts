import { describe, expect, it } from "vitest";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Paladin } from "../../../src/resources/kinds/paladins/paladin.js";
import { User } from "../../../src/resources/kinds/people/user.js";
import { Stack } from "../conformance/stack.js";
import { declare } from "./deployment.js";
import { anotherStack, eachTest, group, stack, world } from "./setting.js";

eachTest();

describe("the import option", () => {
    it("reports in the preview what adopt will update, and updates it", async () => {
        const id = await world.newGroup("Engineers");
        const program = [
            declare(Group.kind, "team", group({ name: "Builders", description: "Those who build" }), {
                import: id,
                adopt: true,
            }),
        ];
        const { lines } = await stack.preview(program);
        expect(lines.join("\n")).toContain('updates: name is "Engineers" on the service, declared "Builders"');
        expect(lines.join("\n")).toContain("updates: description is");
        await stack.settle(program);
        expect(await world.api("GET", `/groups/${id}`)).toMatchObject({
            name: "Builders",
            description: "Those who build",
        });
    });

    it.each(["SVC_GROUP", "appId", "100%", "..", "%2F", "a/b/c/d", " "])(
        "fails with a single message that no such object exists if its value is %j",
        async (wanted) => {
            const groupId = await world.newGroup("Engineers");
            const programs = [
                declare(Group.kind, "team", group(), { import: wanted }),
                declare(GroupUser.kind, "member", { groupId, userId: world.userIds[1] }, { import: wanted }),
                declare(Owner.kind, "owner", { name: "Platform" }, { import: wanted }),
                declare(Paladin.kind, "scout", { name: "Scout", ownerId: world.ownerId }, { import: wanted }),
            ];
            world.service.calls.clear();
            for (const one of programs) {
                const { failures } = await stack.up([one]);
                expect(failures, one.name).toHaveLength(1);
                expect(failures.join(), one.name).toContain("import: no");
                expect(failures.join(), one.name).not.toMatch(/URIError|TypeError|\n/);
            }
            expect(world.service.calls.writes()).toEqual([]);
        },
    );
});

it.each(["a/b", "?x=1#y", "100%"])("objects named %j can be created, read and deleted", async (name) => {
    const program = [
        declare(Paladin.kind, "scout", { name, ownerId: world.ownerId }),
        declare(Owner.kind, "owner", { name }),
    ];
    await stack.settle(program);
    const { steps } = await stack.settle(program);
    expect(steps.every((step) => step.startsWith("same "))).toBe(true);
    expect(await world.api("GET", `/paladin/${stack.id("scout")}`)).toMatchObject({ name });
    await stack.settle([]);
});

it("a user's email address that differs only in case is not a change", async () => {
    const user = (email: string) => [
        declare(User.kind, "ines", { email, firstName: "Ines", lastName: "Vidal", role: "MEMBER" }),
    ];
    await stack.settle(user("ines@tidewater.example"));
    world.service.calls.clear();
    const { steps } = await stack.settle(user("Ines@Tidewater.example"));
    expect(steps).toEqual(['same User "ines"']);
    expect(world.service.calls.writes()).toEqual([]);
    const other = await stack.up(user("inez@tidewater.example"));
    expect(other.failures.join()).toContain("email cannot be changed");
});

it("the message of a failed update contains the name of the resource once", async () => {
    await stack.settle([declare(Group.kind, "team", group())]);
    world.service.faults.add({ operation: "updateGroups", answer: { status: 400, body: { message: "No." } } });
    const { failures } = await stack.up([declare(Group.kind, "team", group({ description: "Edited" }))]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain("does not match its declaration yet");
    expect(failures[0]?.split('"team"')).toHaveLength(2);
    expect(failures[0]).toContain("The next `pulumi up` continues from here");
    await stack.settle([declare(Group.kind, "team", group({ description: "Edited" }))]);
    expect(await world.api("GET", `/groups/${stack.id("team")}`)).toMatchObject({ description: "Edited" });
});

it("the message about a deleted object does not mention protection if it is not protected", async () => {
    const program = [declare(Group.kind, "team", group())];
    await stack.settle(program);
    await world.api("DELETE", `/groups/${stack.id("team")}`);
    const { lines } = await stack.preview(program);
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain("protected");
});

it("long values are shortened in messages, and control and direction characters are removed", async () => {
    const name = `\u202Edrawkcab\u2066${"x".repeat(10_000)}\u0007`;
    await stack.settle([declare(Owner.kind, "owner", { name: "Platform", description: "declared" })]);
    await world.api("PUT", "/owners", { owners: [{ owner_id: stack.id("owner"), description: name }] });
    const { lines } = await stack.preview([
        declare(Owner.kind, "owner", { name: "Platform", description: "declared" }),
    ]);
    expect(lines).toHaveLength(1);
    expect(lines.join()).toContain("drawkcab");
    expect(lines.join()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/u);
    expect(lines.join().length).toBeLessThan(700);
});

it("a URL without /v1 is reported as the cause of failures", async () => {
    const url = world.service.url.replace(/\/v1$/, "");
    anotherStack({ "access-governance:url": url });
    const { failures } = await stack.up([declare(Group.kind, "team", group())]);
    expect(failures.join()).toContain("/v1");
});

it("a read with a truncated response is retried", async () => {
    const program = [declare(Group.kind, "team", group())];
    await stack.settle(program);
    world.service.faults.add({ operation: "getGroup", answer: "truncated" });
    world.service.calls.clear();
    const { steps } = await stack.settle(program);
    expect(steps).toEqual(['same Group "team"']);
    expect(world.service.calls.of("getGroup").length).toBeGreaterThan(2);
});

it("reading an object by id returns all of its properties, including subresources", async () => {
    const userIds = world.userIds.slice(0, 2);
    await stack.settle([
        declare(Owner.kind, "owner", { name: "Platform", userIds }),
        declare(Group.kind, "team", group({ visibility: { visibility: "LIMITED", visibilityGroupIds: [] } })),
    ]);
    const looked = async (kind: typeof Group.kind, id: string) => {
        const { provider } = new Stack(kind, world).process();
        return (await provider.read(id, { __label: "looked-up" })).props;
    };
    expect(await looked(Owner.kind, stack.id("owner"))).toMatchObject({ name: "Platform", userIds });
    expect(await looked(Group.kind, stack.id("team"))).toMatchObject({ visibility: { visibility: "LIMITED" } });
});
