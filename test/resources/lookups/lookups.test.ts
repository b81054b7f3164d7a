import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
    getApp,
    getGroup,
    getGroupOutput,
    getGroups,
    getOwner,
    getOwnerOutput,
    getOwners,
    getUser,
    startCampaign,
} from "../../../src/index.js";
import { World } from "../../proofs/conformance/world.js";

let world: World;
let here: { url: string; token: string };

beforeAll(async () => {
    // Tests of other files may have set mocks, which answer every lookup.
    pulumi.runtime.setMockOptions(undefined);
    world = await World.start();
    here = { url: world.service.url, token: world.service.token };
});

afterAll(() => world.close());

it("finds objects by name, email or id", async () => {
    expect(await getApp({ name: "Tidewater" }, here)).toMatchObject({ appId: world.appId, appType: "SVC" });
    expect(await getOwner({ name: "Administrators" }, here)).toMatchObject({ ownerId: world.ownerId });
    expect(await getOwner({ ownerId: world.ownerId }, here)).toMatchObject({ name: "Administrators" });
    expect(await getUser({ email: "ada@tidewater.example" }, here)).toMatchObject({
        userId: world.userIds[0],
        firstName: "Ada",
    });
    expect(await getUser({ userId: world.userIds[0] ?? "" }, here)).toMatchObject({ email: "ada@tidewater.example" });
    expect(await getGroup({ name: "Everyone" }, here)).toMatchObject({ groupId: world.groupIds[0] });
});

it("rejects a missing or ambiguous object with its name", async () => {
    await expect(getApp({ name: "tidewater" }, here)).rejects.toThrow(
        'No app found with name "tidewater". Did you mean "Tidewater", "Tidewater Directory"? Names are compared exactly.',
    );
    await expect(getOwner({ ownerId: "8f7a3c52-5a3b-4a4f-8f3a-1f1f1f1f1f1f" }, here)).rejects.toThrow(
        "No owner found with the id",
    );
    await expect(getUser({ email: "nobody@tidewater.example" }, here)).rejects.toThrow("No user found");
    await expect(getUser({}, here)).rejects.toThrow("specify its id or email");
    await expect(getGroup({}, here)).rejects.toThrow("specify its id or name");
    await world.newGroup("Twins");
    await world.newGroup("Twins");
    await expect(getGroup({ name: "Twins" }, { ...here, url: `${here.url}/` })).rejects.toThrow(
        "2 groups have the name",
    );
});

it.each(["hugo.lindt@tidewater.example", "adda@tidewater.example", "bruno@tidewater.exampel"])(
    "does not suggest the addresses or names of other people: %s",
    async (email) => {
        const error = await getUser({ email }, here).catch((reason: unknown) => reason);
        const text = String(error).replaceAll(email, "");
        expect(text).toContain("No user found");
        for (const user of world.service.store.users.all()) {
            expect(text).not.toContain(user.email);
            expect(text).not.toContain(user.full_name);
        }
    },
);

describe("a misspelled argument in a program that is not type-checked", () => {
    // The compiler would reject these arguments.
    const given = (args: object) => args as never;

    it.each([
        [
            "an argument of a lookup that returns one object",
            () => getGroup(given({ nmae: "Everyone" }), here),
            'getGroup: unknown argument "nmae"; did you mean "name"?',
        ],
        [
            "an argument next to a valid one",
            () => getGroup(given({ name: "Everyone", grouptype: "SVC_GROUP" }), here),
            'did you mean "groupType"?',
        ],
        [
            "an argument of a lookup that returns a list",
            () => getGroups(given({ tagsIds: ["x"] }), here),
            'did you mean "tagIds"?',
        ],
        [
            "an argument with its name in the API",
            () => getGroups(given({ group_name: "x" }), here),
            "getGroups: unknown argument",
        ],
        [
            "an argument of a lookup without arguments",
            () => getOwners(given({ name: "x" }), here),
            "The function does not have arguments",
        ],
        [
            "an argument of an action",
            () => startCampaign(given({ campaignID: "x" }), here),
            'startCampaign: unknown argument "campaignID"; did you mean "campaignId"?',
        ],
        [
            "an option",
            () => getApp({ name: "x" }, given({ ulr: here.url })),
            'Unknown option "ulr"; did you mean "url"?',
        ],
    ])("is rejected before any call: %s", async (_, look, reason) => {
        world.service.calls.clear();
        await expect(look()).rejects.toThrow(reason);
        expect(world.service.calls.all()).toEqual([]);
    });

    it("throws a RunError even if its value is an output", () => {
        const later = pulumi.output(new Promise<string>(() => {}));
        expect(() => getGroupOutput(given({ nmae: later }), here)).toThrow('did you mean "name"?');
        expect(() => getGroupOutput(given({ nmae: later }), here)).toThrow(pulumi.RunError);
    });

    it("is ignored if its value is undefined", async () => {
        expect(await getGroup(given({ name: "Everyone", nmae: undefined }), here)).toMatchObject({ name: "Everyone" });
    });
});

it("does not send the token of the stack to the address in the options, or the other way round", async () => {
    world.service.calls.clear();
    for (const { url, token } of [here])
        for (const option of [{ url }, { token }])
            await expect(getApp({ name: "x" }, option)).rejects.toThrow(/Set both options/);
    expect(world.service.calls.all()).toEqual([]);
});

it("mentions the setting to correct if the service cannot be called", async () => {
    await expect(getApp({ name: "x" }, { ...here, token: "wrong" })).rejects.toThrow("access-governance:token");
    await expect(getApp({ name: "x" }, { token: "t", url: "nowhere" })).rejects.toThrow("access-governance:url");
});

it("the Output variant of a lookup returns outputs", async () => {
    const owner = getOwnerOutput({ name: "Administrators" }, here);
    expect(await new Promise((resolve) => owner.ownerId.apply(resolve))).toBe(world.ownerId);
});
