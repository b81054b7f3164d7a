import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import { pathText } from "../../../src/common/paths.js";
import { accessAt } from "../../../src/provider/schema/comparison/value-changes.js";
import { EventStream } from "../../../src/resources/kinds/events/event-stream.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupVisibility } from "../../../src/resources/kinds/groups/group-visibility.js";
import { Owner } from "../../../src/resources/kinds/owners/owner.js";
import { plainArguments } from "../../../src/resources/program/arguments.js";
import { Provider } from "../../../src/resources/program/provider.js";

const APP = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";

const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
    await pulumi.runtime.setMocks({
        newResource: ({ name, inputs }) => {
            registered.set(name, inputs);
            return { id: `${name}-id`, state: inputs };
        },
        call: ({ inputs }) => inputs,
    });
});

/** Waits for all promises in a value. */
async function awaited(value: unknown): Promise<unknown> {
    const known = await value;
    return typeof known === "object" && known !== null ? Promise.all(Object.values(known).map(awaited)) : known;
}

const settled = (resource: pulumi.CustomResource) => new Promise((resolve) => resource.urn.apply(resolve));

it("registers a constant provider and the options that the engine does not pass on", async () => {
    const options = { import: "Platform", adopt: true, ignoreChanges: ["description", "userIds[0]"] };
    await settled(new Owner("platform", { name: "Platform" }, options));
    expect(registered.get("platform")).toEqual({
        name: "Platform",
        __provider: 'exports.handler = () => require("pulumi-access-governance/provider").kind("Owner")',
        __label: "platform",
        __import: "Platform",
        __adopt: true,
        __ignored: ["description", "userIds[0]"],
        __secrets: [],
    });
});

it("registers the names of secrets: whole arguments, list elements and additional secret outputs", async () => {
    const secret = pulumi.secret("b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01");
    const args = { name: pulumi.secret("Platform"), userIds: [secret], description: "open" };
    await settled(new Owner("secretive", args, { additionalSecretOutputs: ["sourceGroupId"] }));
    expect(registered.get("secretive")?.__secrets).toEqual(["sourceGroupId", "name", "userIds"]);
});

it('registers all properties as ignored for ignoreChanges: ["*"]', async () => {
    const args = { name: "Engineers", appId: "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01", groupType: "SVC_GROUP" };
    await settled(new Group("ignored", args, { ignoreChanges: ["*"] }));
    expect(registered.get("ignored")?.__ignored).toEqual(Object.keys(Group.kind.fields));
});

it("registers the resource whose id is an argument, but no other outputs", async () => {
    const group = new Group("parent", { name: "Engineers", appId: APP, groupType: "SVC_GROUP" });
    const [visibility, derived] = [{ visibility: "GLOBAL" as const }, group.id.apply((id) => id)];
    await settled(new GroupVisibility("direct", { groupId: group.groupId, ...visibility }));
    await settled(new GroupVisibility("derived", { groupId: derived, ...visibility }));
    await settled(new GroupVisibility("literal", { groupId: APP, ...visibility }));
    expect(registered.get("direct")?.__ids).toEqual({ groupId: { kind: "Group", name: "parent" } });
    expect(registered.get("derived")).not.toHaveProperty("__ids");
    expect(registered.get("literal")).not.toHaveProperty("__ids");
});

it("has a property for its id with the name from the API", async () => {
    const owner = new Owner("named", { name: "Named" });
    expect(await new Promise((resolve) => owner.ownerId.apply(resolve))).toBe("named-id");
});

describe("arguments of a resource", () => {
    const circle: Record<string, unknown> = { a: 1 };
    circle.self = [circle];
    const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], "x");
    const group = new Group("given", {
        name: "Given",
        appId: "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01",
        groupType: "SVC_GROUP",
    });
    // A JavaScript program, or one with a cast, can pass such arguments.
    const owner =
        (args: unknown, name = "bad") =>
        () =>
            new Owner(name, args as { name: string });

    it.each<[unknown, string]>([
        [
            { name: "a", startTime: new Date(0) },
            "startTime is a Date: use an ISO string, such as new Date().toISOString().",
        ],
        [{ name: Number.NaN }, "name is NaN: use a finite number."],
        [{ name: "a", userIds: [1, Number.POSITIVE_INFINITY] }, "userIds[1] is Infinity: use a finite number."],
        [{ name: 1n }, "name is a bigint: use a number."],
        [{ name: Symbol("a") }, "name is a symbol: use a string."],
        [{ name: () => "a" }, "name is a function: use the value that it returns."],
        [{ name: new Map() }, "name is a Map: use an object, such as Object.fromEntries(map)."],
        [{ name: new Set() }, "name is a Set: use a list, such as [...set]."],
        [{ name: /a/ }, "name is a RegExp: use a string, a number, a list or an object."],
        [{ name: Buffer.from("a") }, "name is a Uint8Array: use a string, a number, a list or an object."],
        [{ name: group }, "name is a resource: use its id, such as group.id."],
        [{ name: circle }, "name.self[0] is circular: remove the reference to itself."],
        [{ name: deep }, "name[0][0][0][0][0][0][0] is more than 64 levels deep."],
        [
            JSON.parse('{"name": "a", "escalation": {"__proto__": {"x": 1}}}'),
            "escalation.__proto__ is not a valid property name.",
        ],
        [JSON.parse('{"__proto__": {"x": 1}}'), "__proto__ is not a valid property name."],
        [{ name: "a", __name: "b" }, '__name: unknown property; did you mean "name"?'],
        [{ name: "a", id: "b" }, "id: unknown property; check its spelling"],
        [{ name: "a", constructor: "b" }, "constructor: unknown property; check its spelling"],
        [{ name: "a", ownerId: "b" }, "ownerId: unknown property; check its spelling"],
        ["Platform", "the arguments must be an object of properties; each property can be an output."],
        [["Platform"], "the arguments must be an object of properties; each property can be an output."],
    ])("are rejected with the path of a value that is not plain: %#", (args, sentence) => {
        expect(owner(args)).toThrow(pulumi.RunError);
        expect(owner(args)).toThrow(`Owner "bad": ${sentence}`);
    });

    it.each(["", null, 7])("are rejected without a valid resource name: %j", (name) => {
        expect(owner({ name: "a" }, name as string)).toThrow(
            "The first argument of new Owner(…) must be its name in the program, a non-empty string.",
        );
    });

    it("are checked after a promise resolves", async () => {
        const { name } = plainArguments('Owner "later"', { name: Promise.resolve([new Date(0)]) });
        const failed = await Promise.resolve(name).catch(String);
        expect(failed).toContain('Owner "later": name[0] is a Date: use an ISO string');
    });

    it.each<[path: string, args: (nothing: unknown) => object]>([
        ["adminOwnerId", (adminOwnerId) => ({ adminOwnerId })],
        ["visibility", (visibility) => ({ visibility })],
        ["visibility.visibilityGroupIds", (one) => ({ visibility: { visibilityGroupIds: one } })],
        [
            "requestConfigurations[0].reviewerStages[0].ownerIds",
            (ownerIds) => ({ requestConfigurations: [{ reviewerStages: [{ ownerIds }] }] }),
        ],
        ["groupLeaderUserIds", (groupLeaderUserIds) => ({ groupLeaderUserIds })],
    ])(
        "are rejected if %s is an output without a value, because the default would decide access",
        async (path, args) => {
            const decides = (at: readonly PropertyKey[]) =>
                accessAt(Group.kind.fields, pathText(at)).relevance !== "irrelevant";
            const given = plainArguments('Group "later"', args(Promise.resolve(undefined)), decides);
            await expect(awaited(given)).rejects.toThrow(`Group "later": ${path} is an output without a value`);
        },
    );

    it("are registered unchanged if they are plain values, including nested outputs and secrets", async () => {
        const args = {
            name: "Plain",
            userIds: [pulumi.output("u"), pulumi.secret("v")],
            description: "x".repeat(1_000_000),
        };
        await settled(new Owner("plain", args));
        expect(registered.get("plain")).toMatchObject({
            name: "Plain",
            userIds: { value: ["u", "v"] },
            __secrets: ["userIds"],
        });
        expect(registered.get("plain")?.description).toHaveLength(1_000_000);
    });

    it("become secrets if the kind marks them as secret", async () => {
        const hmac = { authType: "HMAC", hmacCredential1: { secret: "s" } } as const;
        const stream = { name: "Audit", connectionType: "WEBHOOK", webhookUrl: "https://a.example" } as const;
        const made = new EventStream("closed", { ...stream, ...hmac });
        await settled(made);
        expect(await pulumi.isSecret(made.hmacCredential1)).toBe(true);
        expect(await pulumi.isSecret(made.name)).toBe(false);
    });
});

it("suggests the correct name for a misspelled argument of a provider", () => {
    const args = { url: "https://a.example/v1", tokn: "t" } as unknown as { url: string; token: string };
    expect(() => new Provider("eu", args)).toThrow('Provider "eu": tokn: unknown property; did you mean "token"?');
});
