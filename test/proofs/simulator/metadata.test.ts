import * as pulumi from "@pulumi/pulumi";
import { expect, test } from "vitest";
import { EventStream } from "../../../src/resources/kinds/events/event-stream.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";
import { GroupUsers } from "../../../src/resources/kinds/groups/group-users.js";
import { dynamic } from "./dynamic.js";

test("the simulator passes the same metadata as the resource classes of the package", async () => {
    const registered = new Map<string, Record<string, unknown>>();
    await pulumi.runtime.setMocks({
        newResource: ({ name, inputs }) => {
            registered.set(name, inputs);
            return { id: `${name}-id`, state: inputs };
        },
        call: ({ inputs }) => inputs,
    });
    const id = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";
    const team = new pulumi.ComponentResource("simulator:index:Component", "team");
    const group = new Group("group", { name: "Group", appId: id, groupType: "SVC_GROUP" }, { parent: team });
    const users = [{ userId: id }, { userId: group.id }, { userId: group.id.apply(() => id) }];
    const members = new GroupUsers("members", { groupId: group.id, users: pulumi.secret(users) });
    const plain = new GroupUsers("plain", { groupId: group.id, users });
    const stream = new EventStream("stream", {
        name: "Log",
        connectionType: "WEBHOOK",
        webhookUrl: "https://a.example",
    });
    await Promise.all([members, plain, stream].map((one) => new Promise((resolve) => one.urn.apply(resolve))));
    const parent = await new Promise((resolve) => team.urn.apply(resolve));

    const declared = [{ userId: id }, { userId: "@=group" }, { userId: `@~group=${id}` }];
    const args = { groupId: "@=group", users: declared };
    const declarer = () => ({ kind: "Group", parent: String(parent) });
    const metadata = { parent: undefined, declarer };
    const metadataOf = (name: string) =>
        Object.fromEntries(Object.entries(registered.get(name) ?? {}).filter(([key]) => key.startsWith("__")));
    expect(dynamic.hiddenInputs({ name: "plain", kind: "GroupUsers", args }, metadata)).toEqual(metadataOf("plain"));
    const secret = { name: "members", kind: "GroupUsers", args, options: { secrets: ["users"] } };
    expect(dynamic.hiddenInputs(secret, metadata)).toEqual(metadataOf("members"));
    expect(dynamic.hiddenInputs({ name: "stream", kind: "EventStream", args: {} }, metadata)).toEqual(
        metadataOf("stream"),
    );
});
