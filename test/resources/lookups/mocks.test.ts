/** Unit tests of programs: `pulumi.runtime.setMocks` answers lookups and actions, too. */
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeEach, expect, test } from "vitest";
import * as access from "../../../src/index.js";

let called: { token: string; inputs: object }[];
/** Whether the objects of resources exist. */
let isCreated: boolean;

const knownValue = <T>(output: pulumi.Output<T>): Promise<T | "unknown"> =>
    new Promise((resolve) => {
        output.apply(resolve);
        setTimeout(() => resolve("unknown"), 500);
    });

async function mock(isPreview = false): Promise<void> {
    await pulumi.runtime.setMocks(
        {
            newResource: ({ name, inputs }) => ({ id: isCreated ? `${name}-id` : "", state: inputs }),
            call: ({ token, inputs }) => {
                called.push({ token, inputs });
                return token.endsWith("getGroups") ? { results: [{ groupId: "g" }] } : { ...inputs, ownerId: "o" };
            },
        },
        "test",
        "test",
        isPreview,
    );
}

beforeEach(() => {
    called = [];
    isCreated = true;
});

afterAll(() => pulumi.runtime.setMockOptions(undefined));

test("a lookup, its Output form, a list and an action call the mock, without an address or a token", async () => {
    await mock();
    expect(await access.getOwner({ name: "Platform" })).toMatchObject({ ownerId: "o" });
    expect(await knownValue(access.getOwnerOutput({ name: pulumi.output("Platform") }).ownerId)).toBe("o");
    expect(await access.getGroups()).toEqual([{ groupId: "g" }]);
    await access.startCampaign({ campaignId: "c" });
    expect(called.map(({ token }) => token)).toEqual(
        ["getOwner", "getOwner", "getGroups", "startCampaign"].map((name) => `access-governance:index:${name}`),
    );
    expect(called[0]?.inputs).toEqual({ name: "Platform" });
});

test("wrong arguments fail as they do without mocks", async () => {
    await mock();
    await expect(access.getOwner({ nmae: "Platform" } as never)).rejects.toThrow('did you mean "name"?');
    await expect(access.getOwner({ name: "Platform" }, { ulr: "x" } as never)).rejects.toThrow('did you mean "url"?');
    expect(called).toEqual([]);
});

test.each([
    ["a preview in which the object does not exist yet", true, false, "unknown"],
    ["a preview in which it exists", true, true, "o"],
    ["an update", false, true, "o"],
])("a lookup by an output of a resource, in %s", async (_, isPreview, exists, expected) => {
    isCreated = exists;
    await mock(isPreview);
    const owner = new access.Owner("platform", { name: "Platform" });
    for (const name of [owner.name, pulumi.interpolate`${owner.name}`])
        expect(await knownValue(access.getOwnerOutput({ name }).ownerId)).toBe(expected);
    expect(called).toHaveLength(expected === "o" ? 2 : 0);
});
