import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceProvider } from "@pulumi/pulumi/dynamic";
import { describe, expect, it } from "vitest";
import type { Properties } from "../../src/common/properties.js";
import { dynamicProvider } from "../../src/provider/dynamic.js";
import { Group } from "../../src/resources/kinds/groups/group.js";
import { Owner } from "../../src/resources/kinds/owners/owner.js";
import { eachWorld, world } from "../proofs/conformance/each-world.js";
import { Stack, sessionIn } from "../proofs/conformance/stack.js";

interface Call {
    readonly method: string;
    readonly args: Record<string, Properties>;
    readonly result: { id?: string; inputs?: Properties; outs?: Properties; props?: Properties } | null;
    readonly throws?: { properties?: Properties } | undefined;
}

eachWorld();

describe("the simulated engine of these tests", () => {
    const group = () => ({ name: "Engineers", appId: world.appId, groupType: "SVC_GROUP" });
    const groups = () => new Stack(Group.kind, world);
    const vanish = (stack: Stack) => world.api("DELETE", `/groups/${stack.state?.id}`);
    const fail = () => world.service.faults.add({ operation: "updateGroups", when: "before", answer: { status: 400 } });

    const plays: Record<string, { resource?: string; play: (log: Log) => Promise<void> }> = {
        create: {
            play: async (log) => {
                const stack = groups();
                await log.run(2, (process) => stack.up(group(), {}, process), stack);
                await log.run(3, (process) => stack.preview(group(), {}, process), stack);
                await log.run(6, (process) => stack.refresh(process), stack);
                await log.run(8, (process) => stack.destroy(process), stack);
            },
        },
        update: {
            play: async (log) => {
                const stack = groups();
                await log.run(0, (process) => stack.up(group(), {}, process), stack);
                const edited = { ...group(), description: "edited" };
                await log.run(1, (process) => stack.preview(edited, {}, process), stack);
                await log.run(2, (process) => stack.up(edited, {}, process), stack);
                await log.run(3, (process) => stack.preview(edited, {}, process), stack);
            },
        },
        replace: {
            play: async (log) => {
                const stack = groups();
                await log.run(0, (process) => stack.up(group(), {}, process), stack);
                const edited = { ...group(), groupType: "CONNECTOR_GROUP" };
                await log.run(2, (process) => stack.up(edited, {}, process), stack);
                await log.run(3, (process) => stack.preview(edited, {}, process), stack);
            },
        },
        gone: {
            play: async (log) => {
                const stack = groups();
                await log.run(0, (process) => stack.up(group(), {}, process), stack);
                await vanish(stack);
                await log.run(2, (process) => stack.up(group(), {}, process), stack);
            },
        },
        "gone-refreshed": {
            play: async (log) => {
                const stack = groups();
                await log.run(0, (process) => stack.up(group(), {}, process), stack);
                await vanish(stack);
                await log.run(1, (process) => stack.refresh(process), stack);
                await log.run(3, (process) => stack.up(group(), {}, process), stack);
            },
        },
        "create-partial": {
            play: async (log) => {
                const stack = groups();
                const declared = { ...group(), requireMfaToApprove: true };
                fail();
                await log.run(0, (process) => stack.up(declared, {}, process), stack);
                await log.run(1, (process) => stack.preview(declared, {}, process), stack);
                await log.run(3, (process) => stack.up(declared, {}, process), stack);
            },
        },
        "update-partial": {
            play: async (log) => {
                const stack = groups();
                await log.run(0, (process) => stack.up(group(), {}, process), stack);
                const declared = { ...group(), requireMfaToApprove: true };
                fail();
                await log.run(1, (process) => stack.up(declared, {}, process), stack);
                await log.run(3, (process) => stack.up(declared, {}, process), stack);
            },
        },
    };

    for (const [scenario, { play }] of Object.entries(plays)) {
        it(`makes the same provider calls as the real Pulumi engine: ${scenario}`, async () => {
            const log = new Log(scenario);
            await play(log);
            expect(log.compared).toBeGreaterThan(1);
        });
    }
});

describe("the dynamic provider", () => {
    const start = async (args: Properties) => {
        const stack = new Stack(Owner.kind, world);
        await stack.up(args);
        if (!stack.state) throw new Error("nothing was made");
        return { ...stack.state, provider: stack.process().provider };
    };

    it("redacts a secret that an error response repeats, in any encoding", async () => {
        const name = 'plat"form/& 東京';
        const forms = [
            name,
            JSON.stringify(name).slice(1, -1),
            encodeURIComponent(name),
            Buffer.from(name).toString("base64url"),
        ];
        const answer = { status: 400, body: { message: `refused: ${forms.join(" | ")}` } };
        world.service.faults.add({ operation: "createOwner", when: "before", answer });
        const { failures } = await new Stack(Owner.kind, world).up({ name, userIds: [] }, { secrets: ["name"] });
        expect(failures.join()).toContain("refused: [secret] | [secret] | [secret] | [secret]");
    });

    it("redacts a secret in the message about a requested wait, and prints the message on one line", async () => {
        const { session, lines } = sessionIn(world, {});
        const provider = dynamicProvider(Owner.kind, session);
        await provider.check?.({}, { name: "north-by\nnorthwest", __label: "a", __secrets: ["name"] });
        const answer = { status: 429, body: { message: "too many\nnorth-by\nnorthwest" }, retryAfterSeconds: 60 };
        world.service.faults.add({ operation: "getApps", times: 9, when: "before", answer });
        const stop = new AbortController();
        const call = session.scope.client.call("getApps", {}, { signal: stop.signal });
        await expect.poll(() => lines).toHaveLength(1);
        stop.abort();
        await expect(call).rejects.toThrow("was aborted by its caller");
        expect(lines).toEqual([
            "The service requested a wait of 60 s before attempt 2 of 2: GET /apps returned 429: too many [secret].",
        ]);
    });

    it("reports a failed check without the name of the property, because the engine would print its value", async () => {
        const { provider } = new Stack(Owner.kind, world).process();
        const { failures, inputs } = await provider.check({}, { name: " ", __label: "a", __secrets: [] });
        expect(failures).toEqual([
            {
                property: "",
                reason: 'name: " " is not allowed: it must not be empty. Help: npx --no-install access-governance explain ArgumentError',
            },
        ]);
        expect(inputs).toEqual({ name: " ", __label: "a", __secrets: [] });
    });

    it("reports an error as one message, without a stack trace or a second copy on stderr", async () => {
        const { id, outputs, inputs, provider } = await start({ name: "Platform" });
        world.service.faults.add({ operation: "*", times: 9, when: "before", answer: { status: 403 } });
        const error = await provider.diff(id, outputs, inputs).catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toMatch(
            /^Read one owner: GET .* returned 403.*\. Use a token whose user is authorized to do this\. Help: npx --no-install access-governance explain ForbiddenError$/,
        );
        const printed = `${error}: ${(error as Error).stack}`;
        expect(printed).not.toContain("403");
        expect(printed).not.toMatch(/ at /);
    });

    it("returns an empty id from read if the object was deleted", async () => {
        const { id, outputs, provider } = await start({ name: "Platform" });
        await world.api("DELETE", `/owners/${id}`);
        expect(await provider.read(id, outputs)).toEqual({ id: "", props: {} });
    });

    it("reports a partial create with the id, the reasons, and the properties with their metadata", async () => {
        const { provider } = new Stack(Group.kind, world).process();
        world.service.faults.add({ operation: "updateGroups", times: 9, when: "before", answer: { status: 400 } });
        const inputs = {
            name: "Engineers",
            appId: world.appId,
            groupType: "SVC_GROUP",
            requireMfaToApprove: true,
            __label: "engineers",
            __provider: "code",
            __secrets: [],
        };
        const error = await provider.create(inputs).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            reasons: [expect.stringContaining("The next `pulumi up` continues from here.")],
            properties: {
                ...inputs,
                requireMfaToApprove: false,
                __url: world.service.url,
                __declared: ["appId", "groupType", "name", "requireMfaToApprove"],
            },
        });
    });

    it("reports which properties a partial create has set and which it has not", async () => {
        const { provider } = new Stack(Group.kind, world).process();
        world.service.faults.add({
            operation: "setGroupVisibility",
            times: 9,
            when: "before",
            answer: { status: 400 },
        });
        const inputs = {
            name: "Engineers",
            appId: world.appId,
            groupType: "SVC_GROUP",
            requireMfaToApprove: true,
            visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
            __label: "engineers",
            __provider: "code",
            __secrets: [],
        };
        const error = await provider.create(inputs).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ properties: { requireMfaToApprove: true, visibility: null } });
    });
});

/** Records the provider calls of a run, and compares them with the same run in a transcript of the real engine. */
class Log {
    compared = 0;
    private readonly steps: { operation: string; calls: (Call & { name?: string })[] }[];
    private readonly real = new Memory();
    private readonly ours = new Memory();

    constructor(scenario: string) {
        const file = join(__dirname, `../local/engine/transcripts/${scenario}.json`);
        this.steps = JSON.parse(readFileSync(file, "utf8")).steps;
    }

    async run(
        step: number,
        play: (process: ReturnType<Stack["process"]>) => Promise<unknown>,
        stack: Stack,
    ): Promise<void> {
        const calls: Call[] = [];
        const process = stack.process();
        await play({ ...process, provider: noted(process.provider, calls) });
        const recorded =
            this.steps[step]?.calls.filter(({ name, method }) => name === "a" && method !== "configure") ?? [];
        expect(recorded.length).toBeGreaterThan(0);
        const keeps = !this.steps[step]?.operation.startsWith("preview");
        expect(this.ours.notes(calls, keeps)).toEqual(this.real.notes(recorded, keeps));
        this.compared += 1;
    }
}

/** Identifies each argument of a call: nothing, the previous inputs, or the previous outputs. */
class Memory {
    private inputs: Properties = {};
    private outputs: Properties = {};

    /** Describes the calls. With `keeps: false`, as for a preview, their inputs and outputs are not remembered. */
    notes(calls: readonly Call[], keeps: boolean): string[] {
        const { inputs, outputs } = this;
        const notes = calls.map((call) => this.note(call));
        if (!keeps) Object.assign(this, { inputs, outputs });
        return notes;
    }

    private note(call: Call): string {
        const { method, args } = call;
        const words = Object.entries(args)
            .filter(([key]) => key !== "id" && key !== "news")
            .map(([key, value]) => `${key}: ${this.nameOf(value)}`);
        if (method === "check" && args.news) this.inputs = args.news;
        const made = call.result?.outs ?? call.result?.props ?? call.throws?.properties;
        if (made) this.outputs = made;
        return `${method}(${words.join(", ")})`;
    }

    private nameOf(value: Properties): string {
        const keys = visible(value);
        if (keys.length === 0) return "nothing";
        if (keys.join() === visible(this.outputs).join()) return "outputs";
        return keys.join() === visible(this.inputs).join() ? "inputs" : `something else: ${keys.join()}`;
    }
}

function visible(properties: Properties): string[] {
    return Object.keys(properties)
        .filter((key) => !key.startsWith("__"))
        .sort();
}

function noted(provider: Required<ResourceProvider>, calls: Call[]): Required<ResourceProvider> {
    const names = {
        check: ["olds", "news"],
        diff: ["id", "olds", "news"],
        create: ["props"],
        read: ["id", "props"],
    } as const;
    const parameters: Record<string, readonly string[]> = {
        ...names,
        update: ["id", "olds", "news"],
        delete: ["id", "props"],
    };
    return new Proxy(provider, {
        get:
            (target, method: keyof ResourceProvider & string) =>
            async (...given: Properties[]) => {
                const args = Object.fromEntries(
                    (parameters[method] ?? []).map((name, index) => [name, given[index] ?? {}]),
                );
                // Every method accepts the arguments that it was called with.
                const work = target[method] as unknown as (...given: Properties[]) => Promise<Call["result"]>;
                try {
                    const result = await work(...given);
                    calls.push({ method, args, result });
                    return result;
                } catch (thrown) {
                    calls.push({ method, args, result: null, throws: thrown as Call["throws"] });
                    throw thrown;
                }
            },
    });
}
