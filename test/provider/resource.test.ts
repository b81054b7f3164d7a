import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import { Group } from "../../src/resources/group.js";
import { Owner } from "../../src/resources/owner.js";

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

const settled = (resource: pulumi.CustomResource) => new Promise((resolve) => resource.urn.apply(resolve));

it("gives the engine a constant provider and the options that it would keep to itself", async () => {
    const options = { import: "Platform", adopt: true, ignoreChanges: ["description", "userIds[0]"] };
    await settled(new Owner("platform", { name: "Platform" }, options));
    expect(registered.get("platform")).toEqual({
        name: "Platform",
        __provider: 'exports.handler = () => require("pulumi-access-governance/provider").kind("Owner")',
        __label: "platform",
        __import: "Platform",
        __adopt: true,
        __ignored: ["description", "userIds"],
        __secrets: [],
    });
});

it("knows secrets: whole, inside of a list, and those that only the outputs are to keep", async () => {
    const secret = pulumi.secret("b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01");
    const args = { name: pulumi.secret("Platform"), userIds: [secret], description: "open" };
    await settled(new Owner("secretive", args, { additionalSecretOutputs: ["sourceGroupId"] }));
    expect(registered.get("secretive")?.__secrets).toEqual(["sourceGroupId", "name", "userIds"]);
});

it("takes everything for ignored where the program says so", async () => {
    const args = { name: "Engineers", appId: "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01", groupType: "SVC_GROUP" };
    await settled(new Group("ignored", args, { ignoreChanges: ["*"] }));
    expect(registered.get("ignored")?.__ignored).toEqual(Object.keys(Group.kind.fields));
});

it("has its id under the interface's own name", async () => {
    const owner = new Owner("named", { name: "Named" });
    expect(await new Promise((resolve) => owner.ownerId.apply(resolve))).toBe("named-id");
});
