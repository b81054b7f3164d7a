import { beforeEach, describe, expect, it } from "vitest";
import { EventStream } from "../../../src/resources/kinds/events/event-stream.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { Tag } from "../../../src/resources/kinds/tags/tag.js";
import { metadataOf, Stack } from "../../proofs/conformance/stack.js";
import { type Declared, declare } from "../../proofs/sequences/deployment.js";
import { anotherStack, eachTest, group, stack, world } from "../../proofs/sequences/setting.js";

eachTest();

let id: string;

beforeEach(async () => {
    id = await world.newGroup("Engineers");
});

const taken = (more: object = {}, options: Declared["options"] = {}) => [
    declare(Group.kind, "team", group(more), { import: id, ...options }),
];
const described = (description: string) => world.api("PUT", "/groups", { groups: [{ group_id: id, description }] });

const END = "; a later `pulumi destroy` removes it, unless retainOnDelete is set";

describe("an import", () => {
    it("reports the object and its undeclared properties, except empty ones", async () => {
        await described("By hand");
        const { lines } = await stack.preview(taken());
        expect(lines).toEqual([
            `Group "team" imports ${id}${END}`,
            expect.stringMatching(/^Group "team" leaves undeclared properties unchanged: description, adminOwnerId, /),
        ]);
        expect(lines.join()).not.toMatch(/handle|riskSensitivityOverride|customRequestNotification|matchRemoteName/);
    });

    it("does not mention undeclared properties if there are none", async () => {
        const program = (options: Declared["options"] = {}) => [
            declare(Tag.kind, "team", { key: "tier", value: "one" }, options),
        ];
        await stack.settle(program());
        const tag = stack.id("team");
        anotherStack();
        expect((await stack.preview(program({ import: tag }))).lines).toEqual([`Tag "team" imports ${tag}${END}`]);
    });

    it("reports each change to the object if adopt is set", async () => {
        const { lines } = await stack.preview(taken({ description: "Ours", matchRemoteName: true }, { adopt: true }));
        expect(lines.slice(0, 3)).toEqual([
            `Group "team" imports ${id} and updates it${END}`,
            'Group "team" updates: description is "" on the service, declared "Ours"',
            'Group "team" updates: matchRemoteName is false on the service, declared true',
        ]);
    });

    it("reports the properties that the service does not return", async () => {
        const webhook = { connectionType: "WEBHOOK", webhookUrl: "https://siem.example.com/hook", name: "SIEM" };
        const credentials = { authType: "HMAC", hmacCredential1: { secret: "s3cret" } };
        const program = (options: Declared["options"]) => [
            declare(EventStream.kind, "siem", { ...webhook, ...credentials }, options),
        ];
        await stack.settle(program({}));
        const stream = stack.id("siem");
        anotherStack();
        const { lines } = await stack.preview(program({ import: stream }));
        expect(lines[0]).toMatch(
            new RegExp(
                `^EventStream "siem" imports ${stream}; the service does not return hmacCredential1, so the declared value is assumed${END}$`,
            ),
        );
        expect(lines[0]).not.toMatch(/name|webhookUrl/);
    });

    it("is refused with every difference and a solution", async () => {
        const { failures } = await stack.preview(taken({ description: "Ours", matchRemoteName: true }));
        expect(failures).toEqual([
            `Group "team" cannot import ${id}: description is "" on the service, declared "Ours"; matchRemoteName is false on the service, declared true. Make the program match the service, or add the option { adopt: true } to change the service. Help: npx --no-install access-governance explain DeclarationConflictError`,
        ]);
    });

    it("is refused with adopt if no write can remove a difference", async () => {
        const { failures } = await stack.preview(
            taken({ groupType: "CONNECTOR_GROUP", description: "Ours" }, { adopt: true }),
        );
        expect(failures).toEqual([
            `Group "team" cannot import ${id}: groupType is "SVC_GROUP" on the service, declared "CONNECTOR_GROUP". Make the program match the service, because the API cannot change these properties. Help: npx --no-install access-governance explain DeclarationConflictError`,
        ]);
    });

    it("finds the object by its name, and is refused if several objects or none have that name", async () => {
        const byName = [declare(Group.kind, "team", group(), { import: "Engineers" })];
        expect((await stack.preview(byName)).failures).toEqual([]);
        const other = await world.newGroup("Engineers");
        const several = (await stack.preview(byName)).failures.join();
        expect(several).toMatch(
            /^import: several objects of this kind are named "Engineers" \(\S+, \S+\)\. Use the id\. Help: npx --no-install access-governance explain AmbiguousNameError$/,
        );
        expect(several).toContain(id);
        expect(several).toContain(other);
        const none = [declare(Group.kind, "team", group(), { import: "100%" })];
        expect((await stack.preview(none)).failures).toEqual([
            'import: no group has the id or the name "100%". Correct the option, or omit it to create a new one. Help: npx --no-install access-governance explain MissingError',
        ]);
    });

    it("is found by its name without a program, unless several have that name", async () => {
        const read = (name: string) => new Stack(Group.kind, world).process().provider.read(name, {});
        expect(await read("Engineers")).toMatchObject({ id });
        const other = await world.newGroup("Engineers");
        await expect(read("Engineers")).rejects.toThrow(new RegExp(`${id}.*${other}|${other}.*${id}`));
        await expect(read("Engineer")).rejects.toThrow('No group has the id or the name "Engineer"');
    });

    it("does not compare unknown values in a preview", async () => {
        const program = [
            declare(Owner.kind, "platform", { name: "Platform" }),
            declare(Group.kind, "team", (idOf) => group({ adminOwnerId: idOf("platform") }), {
                import: id,
                adopt: true,
            }),
        ];
        const { lines, failures } = await stack.preview(program);
        expect(failures).toEqual([]);
        expect(lines.join()).not.toContain("adminOwnerId is");
        await stack.settle(program);
    });
});

it("a create refuses differences that appeared after the check", async () => {
    const { provider } = new Stack(Group.kind, world).process();
    const create = (more: object, options: object) =>
        provider.create({ ...group(more), ...metadataOf(Group.kind, { import: id, ...options }) });
    await expect(create({ description: "Ours" }, {})).rejects.toThrow(
        `Group "subject" cannot import ${id}: description is "" on the service, declared "Ours".\nMake the program match the service, or add the option { adopt: true } to change the service.`,
    );
    await expect(create({ groupType: "CONNECTOR_GROUP" }, { adopt: true })).rejects.toThrow(
        `Group "subject" cannot import ${id}: groupType is "SVC_GROUP" on the service, declared "CONNECTOR_GROUP".\nMake the program match the service, because the API cannot change these properties.`,
    );
    expect(world.service.calls.writes()).toEqual([expect.objectContaining({ operation: "createGroup" })]);
});
