/** The provider plugin as a process that is called with Pulumi's provider protocol, without an engine. */

import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pluginType } from "../../src/common/pulumi-type.js";
import { call, Empty, fromStruct, grpc, isServiceError, toStruct } from "../../src/common/rpc.js";
import { unknownValue } from "../../src/common/unknown.js";
import { componentClasses } from "../../src/resources/components/component-classes.js";
import { kinds } from "../../src/resources/kinds.js";
import { World } from "../proofs/conformance/world.js";
import { PLUGIN, PluginProcess } from "./process.js";

const URN = "urn:pulumi:dev::tests::access-governance:index:Owner::platform";
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

let world: World;
let plugin: PluginProcess;

beforeAll(async () => {
    world = await World.start();
    plugin = await PluginProcess.start();
    const args = toStruct({ url: world.service.url, token: { ...SECRET, value: world.service.token } });
    const answer = await plugin.ask<proto.ConfigureResponse>(
        "configure",
        new proto.ConfigureRequest().setArgs(args).setAcceptsecrets(true),
    );
    expect(answer.toObject()).toMatchObject({ acceptsecrets: true, supportspreview: true });
});

afterEach(() => world.service.faults.clear());
afterAll(async () => {
    await plugin?.close();
    await world?.close();
});

const properties = (request: proto.CreateResponse | proto.ReadResponse) => fromStruct(request.getProperties());
const create = (news: object, isPreview = false) =>
    plugin.ask<proto.CreateResponse>(
        "create",
        new proto.CreateRequest().setUrn(URN).setProperties(toStruct(news)).setPreview(isPreview),
    );

test("returns its version and a schema with every kind and component", async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));
    const info = await plugin.ask<PluginInfo>("getPluginInfo", new Empty());
    expect(info.getVersion()).toBe(version);
    const answer = await plugin.ask<proto.GetSchemaResponse>("getSchema", new proto.GetSchemaRequest());
    const { resources, ...schema } = JSON.parse(answer.getSchema());
    // Generated SDKs would pass the token of the environment as an argument, next to an address of the program.
    expect(JSON.stringify(schema.provider)).not.toMatch(/ACCESS_GOVERNANCE_|OPAL_/);
    expect(schema.version).toBe(version);
    const types = [...kinds.map(({ name }) => pluginType(name)), ...componentClasses.keys()];
    expect(Object.keys(resources).sort()).toEqual(types.sort());
    expect(resources["access-governance:index:Owner"].inputProperties.name).toMatchObject({ type: "string" });
});

test("refuses to be configured for a second organization, and continues to serve the first", async () => {
    const calls: string[] = [];
    const second = createHttpServer(({ url = "" }, response) => {
        calls.push(url);
        response.end();
    }).listen(0, "127.0.0.1");
    await once(second, "listening");
    const { port } = second.address() as AddressInfo; // an object, because the server listens on a port
    const configure = (args: object) => plugin.ask("configure", new proto.ConfigureRequest().setArgs(toStruct(args)));
    const url = `http://127.0.0.1:${port}/v1`;
    await expect(configure({ url, token: "theirs" })).rejects.toThrow(world.service.url);
    await expect(configure({ url: world.service.url, token: "theirs" })).rejects.toThrow(/one organization/);
    await configure({ url: world.service.url, token: world.service.token });
    const { id } = (await create({ name: "Of the first organization", userIds: [] })).toObject();
    expect(await world.api("GET", `/owners/${id}`)).toMatchObject({ name: "Of the first organization" });
    expect(calls).toEqual([]);
    second.close();
});

test("checks, previews, creates, diffs, reads and deletes an object", async () => {
    const news = { name: "Platform", description: "Ours", userIds: [world.userIds[1]] };
    const checked = await plugin.ask<proto.CheckResponse>(
        "check",
        new proto.CheckRequest().setUrn(URN).setNews(toStruct(news)),
    );
    expect(checked.getFailuresList()).toEqual([]);
    expect(fromStruct(checked.getInputs())).toEqual(news);
    const previewed = properties(await create(news, true));
    expect(previewed).toMatchObject({ name: "Platform", reviewerMessageChannelId: unknownValue });
    const made = await create(news);
    const live = await world.api("GET", `/owners/${made.getId()}`);
    expect(live).toMatchObject({ name: "Platform", description: "Ours" });
    const outputs = properties(made);

    await world.api("PUT", "/owners", { owners: [{ owner_id: made.getId(), description: "Theirs" }] });
    // Each run of Pulumi starts a new process.
    const next = await PluginProcess.start();
    await next.ask<proto.ConfigureResponse>(
        "configure",
        new proto.ConfigureRequest().setArgs(toStruct({ url: world.service.url, token: world.service.token })),
    );
    const diff = await next.ask<proto.DiffResponse>(
        "diff",
        new proto.DiffRequest().setUrn(URN).setId(made.getId()).setOlds(toStruct(outputs)).setNews(toStruct(news)),
    );
    expect(diff.getChanges()).toBe(proto.DiffResponse.DiffChanges.DIFF_SOME);
    expect(diff.getDetaileddiffMap().toArray()).toHaveLength(1);
    expect(diff.getDiffsList()).toEqual(["description"]);
    const read = await next.ask<proto.ReadResponse>(
        "read",
        new proto.ReadRequest().setUrn(URN).setId(made.getId()).setProperties(toStruct(outputs)),
    );
    expect(properties(read)).toMatchObject({ description: "Theirs" });
    await next.ask(
        "delete",
        new proto.DeleteRequest().setUrn(URN).setId(made.getId()).setProperties(toStruct(outputs)),
    );
    await expect(world.api("GET", `/owners/${made.getId()}`)).rejects.toThrow("404");
    await next.close();
});

test.each(["id", "name"])("reads the inputs of an imported object by its %s", async (by) => {
    const name = `Imported by ${by}`;
    const { owner_id } = await world.api<{ owner_id: string }>("POST", "/owners", {
        name,
        user_ids: [world.userIds[2]],
    });
    const found = await plugin.ask<proto.ReadResponse>(
        "read",
        new proto.ReadRequest().setUrn(URN).setId(by === "id" ? owner_id : name),
    );
    expect(found.getId()).toBe(owner_id);
    expect(fromStruct(found.getInputs())).toEqual({ name, userIds: [world.userIds[2]], sourceGroupId: "" });
});

test("lists importable objects page by page, and rejects a kind that the API cannot list", async () => {
    const list = async (request: proto.ListRequest) => {
        const answers: proto.ListResponse[] = await plugin.client.list(request).toArray();
        const results = answers.flatMap((answer) => answer.getResult()?.toObject() ?? []);
        const [next] = answers.flatMap((answer) => answer.getContinuation()?.getContinuationToken() ?? []);
        return { results, next };
    };
    const owners = world.service.store.owners.all().map(({ owner_id, name }) => ({ id: owner_id, name: String(name) }));
    const token = "access-governance:index:Owner";
    const whole = await list(new proto.ListRequest().setToken(token));
    expect(whole.next).toBe("");
    expect(whole.results).toEqual(expect.arrayContaining(owners));
    expect(whole.results).toHaveLength(owners.length);
    const first = await list(new proto.ListRequest().setToken(token).setPageSize(2));
    expect(first.results).toEqual(whole.results.slice(0, 2));
    const second = new proto.ListRequest()
        .setToken(token)
        .setPageSize(2)
        .setContinuationToken(first.next ?? "");
    expect((await list(second)).results).toEqual(whole.results.slice(2, 4));
    const one = await list(new proto.ListRequest().setToken(token).setLimit(1));
    expect(one).toEqual({ results: whole.results.slice(0, 1), next: "" });
    const visibility = new proto.ListRequest().setToken("access-governance:index:GroupVisibility");
    await expect(list(visibility)).rejects.toThrow(/The API cannot list all objects of the kind GroupVisibility/);
});

test("returns neither properties nor inputs for a missing object, since empty ones mean that it exists", async () => {
    const nothing = new proto.ReadRequest().setUrn(URN).setId("00000000-0000-4000-8000-000000000000");
    const found = await plugin.ask<proto.ReadResponse>("read", nothing);
    expect([found.hasProperties(), found.hasInputs()]).toEqual([false, false]);
});

test("returns the id of a partially created object with the error", async () => {
    world.service.faults.add({ operation: "setGroupVisibility", answer: { status: 403 }, times: 100 });
    const news = { name: "Half", appId: world.appId, groupType: "SVC_GROUP", visibility: { visibility: "LIMITED" } };
    const urn = URN.replace("Owner", "Group");
    const error: unknown = await plugin
        .ask("create", new proto.CreateRequest().setUrn(urn).setProperties(toStruct(news)))
        .catch((reason) => reason);
    if (!isServiceError(error)) throw error;
    expect(error.details).toMatch(/does not match its declaration yet/);
    const [bytes] = error.metadata.get("grpc-status-details-bin");
    const [any] = Status.deserializeBinary(new Uint8Array(Buffer.from(bytes ?? ""))).getDetailsList();
    const detail = proto.ErrorResourceInitFailed.deserializeBinary(any?.getValue_asU8() ?? new Uint8Array());
    const groups = world.service.store.groups.all();
    expect(groups.find(({ group_id }) => group_id === detail.getId())?.name).toBe("Half");
    expect(fromStruct(detail.getProperties())).toMatchObject({ name: "Half", __label: "platform" });
});

test("loads neither the kinds nor the client for processes that are asked for the description only", async () => {
    const preload =
        "data:text/javascript,import module from 'node:module';process.on('message', () => process.send(Object.keys(module._cache)))";
    const child = fork(PLUGIN, [], { execArgv: ["--import", preload], stdio: ["ignore", "pipe", "inherit", "ipc"] });
    try {
        const [line] = (await once(child.stdout as Readable, "data")) as [Buffer]; // a stream, because of "pipe"
        const client = new ResourceProviderClient(
            `127.0.0.1:${line.toString().trim()}`,
            grpc.credentials.createInsecure(),
        );
        await call(client, client.getSchema as never, new proto.GetSchemaRequest());
        client.close();
        child.send("loaded");
        const [files] = (await once(child, "message")) as [string[]];
        expect(files.some((file) => file.endsWith(join("plugin", "description.js")))).toBe(true);
        expect(files.filter((file) => /[/\\](zod|axios|resources|provider[/\\]plugin)[/\\]/.test(file))).toEqual([]);
    } finally {
        child.kill();
    }
});

describe("a wrong declaration", () => {
    const wrong = { name: 7, descripton: "x" };
    const message = /name: .*\n?.*descripton: .*description/s;
    const urns = [URN, `${URN}-2`, `${URN}-3`];
    const created = (urn: string, isPreview: boolean) =>
        plugin.ask<proto.CreateResponse>(
            "create",
            new proto.CreateRequest().setUrn(urn).setProperties(toStruct(wrong)).setPreview(isPreview),
        );

    beforeEach(async () => {
        // A failed check would end the run before the engine checks the next resource.
        for (const urn of urns) {
            const request = new proto.CheckRequest().setUrn(urn).setNews(toStruct(wrong));
            expect((await plugin.ask<proto.CheckResponse>("check", request)).toObject().failuresList).toEqual([]);
        }
    });

    test("does not keep a preview from checking the others, and fails it at the last one", async () => {
        const previews = await Promise.allSettled(urns.map((urn) => created(urn, true)));
        expect(previews.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
        expect(previews.at(-1)).toMatchObject({ reason: { details: expect.stringMatching(message) } });
    });

    test("is refused before an object is created or changed", async () => {
        const owners = world.service.store.owners.all();
        world.service.calls.clear();
        for (const urn of urns) await expect(created(urn, false)).rejects.toThrow(message);
        const update = new proto.UpdateRequest().setUrn(URN).setId(owners[0]?.owner_id ?? "");
        const olds = toStruct({ name: owners[0]?.name, __label: "platform" });
        const diff = new proto.DiffRequest().setUrn(URN).setId(update.getId()).setOlds(olds).setNews(toStruct(wrong));
        expect((await plugin.ask<proto.DiffResponse>("diff", diff)).getChanges()).toBe(2);
        await expect(plugin.ask("update", update.setOlds(olds).setNews(toStruct(wrong)))).rejects.toThrow(message);
        expect(world.service.calls.all()).toEqual([]);
        expect(world.service.store.owners.all()).toEqual(owners);
    });

    test("is forgotten when it is corrected", async () => {
        const right = toStruct({ name: "Right", userIds: [] });
        await plugin.ask<proto.CheckResponse>("check", new proto.CheckRequest().setUrn(URN).setNews(right));
        const { id } = (await create({ name: "Right", userIds: [] })).toObject();
        expect(world.service.store.owners.get(id).name).toBe("Right");
    });
});

test("rejects wrong settings and types with a message without a stack trace", async () => {
    const config = toStruct({ url: "soon", token: "x", tokn: "y" });
    const checked = await plugin.ask<proto.CheckResponse>("checkConfig", new proto.CheckRequest().setNews(config));
    expect(checked.getFailuresList().map((failure) => failure.getReason())).toEqual([expect.stringContaining("tokn")]);
    const urn = "urn:pulumi:dev::tests::access-governance:index:Ownr::platform";
    await expect(
        plugin.ask<proto.CheckResponse>("check", new proto.CheckRequest().setUrn(urn).setNews(toStruct({}))),
    ).rejects.toThrow(
        /This version of access-governance does not support the resource type "access-governance:index:Ownr"\. Install a version that does\./,
    );
});

test("serves lookups, and rejects unknown arguments, objects and functions", async () => {
    const invoke = async (name: string, args: object) => {
        const request = new proto.InvokeRequest().setTok(`access-governance:index:${name}`).setArgs(toStruct(args));
        return fromStruct((await plugin.ask<proto.InvokeResponse>("invoke", request)).getReturn());
    };
    const [ada] = world.service.store.users.all();
    const found = await invoke("getUser", { email: { ...SECRET, value: ada?.email.toUpperCase() } });
    expect(found).toMatchObject({ userId: ada?.user_id, firstName: ada?.first_name });
    const { results } = await invoke("getUsers", {});
    expect(results).toHaveLength(world.service.store.users.all().length);
    await expect(invoke("getUser", { emial: "x" })).rejects.toThrow(/unknown argument "emial"; did you mean "email"\?/);
    await expect(invoke("getUser", { email: "nobody@tidewater.example" })).rejects.toThrow(/No user found with email/);
    await expect(invoke("getUsr", {})).rejects.toThrow(
        /does not support the function .*getUsr.*did you mean .*getUser/,
    );
});

describe("an action of the plugin", () => {
    const invoke = (isPreview: boolean, reason = "On call") =>
        plugin.ask<proto.InvokeResponse>(
            "invoke",
            new proto.InvokeRequest()
                .setTok("access-governance:index:createRequest")
                .setArgs(toStruct({ groups: [{ id: world.groupIds[0] }], reason }))
                .setPreview(isPreview),
        );
    const handshake = (tellsPreviews: boolean) =>
        plugin.ask("handshake", new proto.ProviderHandshakeRequest().setInvokeWithPreview(tellsPreviews));

    test("does nothing in a preview, and fails if the engine does not report whether the run is a preview", async () => {
        const before = world.service.store.requests.all().length;
        await invoke(true);
        await expect(invoke(false)).rejects.toThrow(/does not report whether the run is a preview/);
        expect(world.service.store.requests.all()).toHaveLength(before);
    });

    test("is executed once in an `up` even if it is invoked twice", async () => {
        await handshake(true);
        const before = world.service.store.requests.all().length;
        await invoke(false);
        await invoke(false);
        expect(world.service.store.requests.all()).toHaveLength(before + 1);
    });

    test("fails with a message without a stack trace if the service rejects it", async () => {
        await handshake(true);
        world.service.faults.add({ operation: "createRequest", when: "before", answer: { status: 400 } });
        const failure = await invoke(false, "Refused").then(String, ({ details }) => details);
        expect(failure).toMatch(/^[^\n]*POST \/requests returned 400[^\n]*access-governance explain BadRequestError$/);
    });
});

test("exits with its engine, even if the engine passes flags before its address", async () => {
    const engine = createServer();
    const links = new Set<ServerHttp2Session>();
    engine.on("session", (link) => links.add(link));
    await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
    // The cast is safe, since a server that listens on a port has an AddressInfo.
    const { port } = engine.address() as AddressInfo;
    const linked = once(engine, "session");
    const own = await PluginProcess.start("-logtostderr", "-v=9", `127.0.0.1:${port}`);
    const ended = once(own.process, "exit");
    await linked;
    for (const link of links) link.destroy();
    engine.close();
    await ended;
    own.client.close();
});

test.each([
    ["--help", /^Usage: pulumi-resource-access-governance /],
    ["--version", /^\d+\.\d+\.\d+\n$/],
])("prints the output of %s and exits", (option, expected) => {
    const text = execFileSync(process.execPath, [PLUGIN, option], { encoding: "utf8", timeout: 300_000 });
    expect(text).toMatch(expected);
});
