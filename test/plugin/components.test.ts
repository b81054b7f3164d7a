/** A component of the plugin registers the same resources as the component class in a TypeScript program. */
import * as pulumi from "@pulumi/pulumi";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { GetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import * as resource from "@pulumi/pulumi/proto/resource_pb.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { componentType, kindNameOf } from "../../src/common/pulumi-type.js";
import { Empty, fromStruct, serve, toStruct } from "../../src/common/rpc.js";
import { componentClasses } from "../../src/resources/components/component-classes.js";
import { PluginProcess } from "./process.js";

const ID = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";
const group = { name: "Yard", appId: ID };
const resources = { crane: { resourceId: ID } };
const EXAMPLES: Readonly<Record<string, object>> = {
    AccessTeam: { ...group, reviewerIds: [ID], memberIds: [ID], resources },
    BreakGlass: { ...group, adminOwnerId: ID, userIds: [ID], resources: [{ resourceId: ID }], auditChannelIds: [ID] },
    JustInTimeAccess: {
        ...group,
        adminOwnerId: ID,
        requesterGroupIds: [ID],
        stages: [{ ownerIds: [ID] }],
        groups: { tools: ID },
    },
    Onboarding: { name: "Yard", adminOwnerId: ID, visibleTo: [ID], resources },
    QuarterlyReview: { name: "Yard", reviewedIds: [ID] },
    VendorAccess: { ...group, reviewerIds: [ID], people: { pat: { userId: ID, durationMinutes: 60 } } },
};

interface Registered {
    readonly type: string;
    readonly name: string;
    readonly inputs: Readonly<Record<string, unknown>>;
}

let byPlugin: Registered[] = [];
let byProgram: Registered[] = [];
let monitor: Awaited<ReturnType<typeof serve>>;
let plugin: PluginProcess;

beforeAll(async () => {
    monitor = await serve((server) => {
        server.addService(
            EngineService as never,
            { getRootResource: answer(() => new GetRootResourceResponse()) } as never,
        );
        server.addService(
            ResourceMonitorService as never,
            {
                supportsFeature: answer(() => new resource.SupportsFeatureResponse()),
                registerResource: answer((request: resource.RegisterResourceRequest) => {
                    const [type, name, inputs] = [
                        request.getType(),
                        request.getName(),
                        fromStruct(request.getObject()),
                    ];
                    byPlugin.push({ type, name, inputs });
                    const urn = `urn:pulumi:dev::tests::${type}::${name}`;
                    const id = `${name}-id`;
                    return new resource.RegisterResourceResponse().setUrn(urn).setId(id).setObject(toStruct(inputs));
                }),
                registerResourceOutputs: answer(() => new Empty()),
            } as never,
        );
    });
    plugin = await PluginProcess.start(monitor.address);
    await pulumi.runtime.setMocks({
        newResource: ({ type, name, inputs }) => {
            byProgram.push({ type, name, inputs });
            return { id: `${name}-id`, state: inputs };
        },
        call: ({ inputs }) => inputs,
    });
});

afterAll(async () => {
    await plugin?.close();
    monitor?.close();
});

function answer<Request>(work: (request: Request) => unknown) {
    return ({ request }: { request: Request }, callback: (error: null, response: unknown) => void) =>
        callback(null, work(request));
}

const construct = async (type: string, args: object) => {
    const request = new proto.ConstructRequest()
        .setProject("tests")
        .setStack("dev")
        .setParallel(4)
        .setMonitorendpoint(monitor.address)
        .setType(type)
        .setName("yard")
        .setInputs(toStruct(args));
    const answer = await plugin.ask<proto.ConstructResponse>("construct", request);
    return { urn: answer.getUrn(), state: fromStruct(answer.getState()) };
};

/** The registered resources by kind and name, without inputs that only one of the two forms has. */
const declarationsOf = (registered: readonly Registered[]) =>
    registered
        .map(({ type, name, inputs }) => {
            const declared = Object.entries(inputs).filter(([key, value]) => !key.startsWith("__") && value != null);
            return [kindNameOf(type) ?? type, name, Object.fromEntries(declared)];
        })
        .sort();

describe.each([...componentClasses])("%s", (type, Component) => {
    const args = EXAMPLES[type.split(":").at(-1) ?? ""] ?? {};

    test("registers the same resources as the class, with types that the plugin serves", async () => {
        [byPlugin, byProgram] = [[], []];
        const { urn, state } = await construct(type, args);
        expect(urn).toBe(`urn:pulumi:dev::tests::${type}::yard`);
        const children = byPlugin.filter((one) => one.type !== type);
        expect(children.length).toBeGreaterThan(0);
        for (const one of children) expect(one.type).toMatch(/^access-governance:index:/);
        const component = new Component("yard", args as never);
        for (const [name, id] of Object.entries(component.registered ?? {}))
            expect(state[name]).toBe(await new Promise((resolve) => id.apply(resolve)));
        // The mocks receive the last registrations asynchronously.
        await expect.poll(() => declarationsOf(byProgram)).toEqual(declarationsOf(byPlugin));
    });
});

test("a wrong argument is rejected with a message of one sentence, and nothing is registered", async () => {
    byPlugin = [];
    const work = construct(componentType("Onboarding"), { name: "Yard", adminOwnerId: ID, visibleTo: [] });
    await expect(work).rejects.toThrow(
        /Onboarding "yard": visibleTo: \[\] is not allowed: it must have at least 1 element\./,
    );
    expect(byPlugin).toEqual([]);
});

test("an unknown component type is rejected", async () => {
    await expect(construct(componentType("Nothing"), {})).rejects.toThrow(
        'This version of access-governance does not support the component type "access-governance:components:Nothing"',
    );
});
