import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { type Organization, type Service, startService } from "../../src/local/service/index.js";

/** A change outside the program, made through the API as a console would. */
interface Edit {
    readonly said: string;
    /** The resource and the property that a preview must name. Without a property, the object must be shown as deleted. */
    readonly shows: { readonly resource: string; readonly property?: string };
    make(): Promise<void>;
    /** Whether the service matches the program again, read directly. */
    isRepaired(): Promise<boolean>;
}

/** A step of the demo did not have the expected result. */
export class DemoError extends Error {}

const root = join(__dirname, "../..");
/** Token of the user who makes changes outside: previews name this user. */
const OUTSIDER_TOKEN = "somebodys-token";
/** The steps of every run, to compare engines. */
type RecordedSteps = { run: string; steps: string[] }[];

export interface DemoOptions {
    readonly engine: "auto" | "pulumi" | "local";
    /** File to write the steps of every run to, as JSON. */
    readonly steps?: string | undefined;
}

/** Runs the demo. @throws DemoError at the first step with an unexpected result */
export async function show({ engine, steps }: DemoOptions): Promise<void> {
    const started = performance.now();
    const taken: RecordedSteps = [];
    const tokens = [{ token: OUTSIDER_TOKEN, email: "bruno@tidewater.example", role: "ADMIN" as const }];
    const service = await startService({ seed: "small", tokens });
    const organization = service.snapshot();
    const settings = { "access-governance:url": service.url, "access-governance:token": { secret: service.token } };
    const stack = noted(
        await openStack({
            program: root,
            config: settings,
            engine,
            onOutput: (line) => console.log(`  │ ${line}`),
        }),
        taken,
    );
    try {
        say(`The program is examples/quickstart/index.ts, run by the ${stack.engine}.`);
        say(`The organization is a local service at ${service.url}: nothing leaves this machine.`);
        const declared = await goUp(stack);
        const edits = editsOf(service, await objectsOf(stack));
        const { shown, repaired } = await driftAndRepair(stack, edits);
        const state = await stack.exportState();

        title("destroy: everything that the program made is taken away again");
        const destroyed = succeeded(await stack.destroy());
        expectCount("deleted", count(destroyed, "delete"), declared);
        await service.close();

        await refuseWrongOrganization(stack, state, service, organization);
        const seconds = Math.round((performance.now() - started) / 1000);
        console.log(`\nAll of it took ${seconds} s.`);
        console.log(`demo: ${declared} declared, ${edits.length} drifted, ${shown} shown, ${repaired} repaired, clean`);
    } finally {
        if (steps) writeFileSync(steps, JSON.stringify(taken, undefined, 1));
        await stack.close();
        await service.close().catch(() => undefined);
    }
}

async function goUp(stack: Stack): Promise<number> {
    title("preview: what would the program do?");
    const planned = count(succeeded(await stack.preview()), "create");
    if (planned === 0) throw new DemoError("the preview shows nothing to create");
    title("up: do it");
    expectCount("created", count(succeeded(await stack.up()), "create"), planned);
    await expectClean(stack, "preview again: the service is as the program says, so nothing is to do");
    return planned;
}

async function driftAndRepair(stack: Stack, edits: readonly Edit[]): Promise<{ shown: number; repaired: number }> {
    title("now somebody clicks around in the console, past the program");
    for (const edit of edits) {
        await edit.make();
        console.log(`  • ${edit.said}`);
    }
    title("preview: it names each property that drifted, its live and its declared value");
    const preview = succeeded(await stack.preview());
    const lines = preview.diagnostics
        .map(({ message }) => message)
        .filter((message) => / drifted: | was deleted outside/.test(message));
    const shown = edits.filter(({ shows }) => lines.some((line) => names(line, shows))).length;
    expectCount("drifts shown", shown, edits.length);
    const unexpected = lines.filter((line) => !edits.some(({ shows }) => names(line, shows)));
    if (unexpected.length > 0)
        throw new DemoError(`the preview shows drift that nobody made: ${unexpected.join("; ")}`);

    title("up: put it right");
    succeeded(await stack.up());
    const repairs = await Promise.all(edits.map((edit) => edit.isRepaired()));
    const repaired = repairs.filter(Boolean).length;
    expectCount("repaired, as the service itself tells", repaired, edits.length);
    await expectClean(stack, "preview again: clean");
    return { shown, repaired };
}

/** Uses an organization with the same address and names but other ids, such as a sandbox reached with the wrong token. */
async function refuseWrongOrganization(
    stack: Stack,
    state: object,
    old: Service,
    organization: Organization,
): Promise<void> {
    title("last, the wrong organization: same address, same names, but not the one that the state speaks of");
    const port = Number(new URL(old.url).port);
    const sandbox = await startService({ port, organization: withOtherIds(organization) });
    try {
        await stack.importState(state);
        const refused = await stack.up();
        if (refused.exitCode === 0) throw new DemoError("up went through against the wrong organization");
        if (!refused.diagnostics.some(({ message }) => message.includes("wrong organization"))) {
            throw new DemoError("the refusal does not say why");
        }
        expectCount("changes made to the wrong organization", sandbox.calls.writes().length, 0);
        const kept = await stack.exportState();
        expectCount("objects still in the state", idsIn(kept).length, idsIn(state).length);
    } finally {
        await sandbox.close();
    }
}

async function expectClean(stack: Stack, words: string): Promise<void> {
    title(words);
    const run = succeeded(await stack.preview());
    const changes = run.steps.filter(({ op }) => op !== "same").length;
    expectCount("changes", changes, 0);
}

/** Ids of the objects that the edits change, by the name of their resource. */
async function objectsOf(stack: Stack): Promise<(name: string) => string> {
    const resources = (await stack.exportState()).deployment.resources ?? [];
    const ids = new Map(resources.map(({ urn, id }) => [String(urn).split("::").at(-1), String(id)]));
    return (name) => {
        const id = ids.get(name);
        if (!id) throw new DemoError(`the state has no ${name}`);
        return id;
    };
}

function editsOf(service: Service, idOf: (name: string) => string): Edit[] {
    const api = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
        const response = await fetch(service.url + path, {
            method,
            headers: { authorization: `Bearer ${OUTSIDER_TOKEN}`, "content-type": "application/json" },
            ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const text = await response.text();
        if (!response.ok) throw new DemoError(`${method} ${path} returned ${response.status}: ${text}`);
        return text === "" ? {} : JSON.parse(text);
    };
    const [group, owner, hidden, audit] = ["prod-read-only", "platform", "prod-oncall", "audit"].map(idOf) as [
        string,
        string,
        string,
        string,
    ];
    const [bundle, member] = idOf("first-day-staff").split("/") as [string, string];
    const usersOf = async () => (await api("GET", `/owners/${owner}/users`)).users as { user_id: string }[];
    let removed = "";
    return [
        {
            said: "the group “Production read-only” is renamed to “Temporary”",
            shows: { resource: "prod-read-only", property: "name" },
            make: async () => void (await api("PUT", "/groups", { groups: [{ group_id: group, name: "Temporary" }] })),
            isRepaired: async () => (await api("GET", `/groups/${group}`)).name === "Production read-only",
        },
        {
            said: "a user is taken out of the owner “Platform team”",
            shows: { resource: "platform", property: "userIds" },
            make: async () => {
                const ids = (await usersOf()).map((user) => user.user_id);
                removed = ids.pop() ?? "";
                await api("PUT", `/owners/${owner}/users`, { user_ids: ids });
            },
            isRepaired: async () => (await usersOf()).some((user) => user.user_id === removed),
        },
        {
            said: "the group “Production on-call” is made visible to everybody",
            shows: { resource: "prod-oncall", property: "visibility.visibility" },
            make: async () => {
                const now = await api("GET", `/groups/${hidden}/visibility`);
                await api("PUT", `/groups/${hidden}/visibility`, { ...now, visibility: "GLOBAL" });
            },
            isRepaired: async () => (await api("GET", `/groups/${hidden}/visibility`)).visibility === "LIMITED",
        },
        {
            said: "the group “Office staff” is taken out of the bundle “First day”",
            shows: { resource: "first-day-staff" },
            make: async () => void (await api("DELETE", `/bundles/${bundle}/groups/${member}`)),
            isRepaired: async () => {
                const { bundle_groups: links } = await api("GET", `/bundles/${bundle}/groups`);
                return (links as { group_id: string }[]).some((link) => link.group_id === member);
            },
        },
        {
            said: "the bundle “Audit” is deleted",
            shows: { resource: "audit" },
            make: async () => void (await api("DELETE", `/bundles/${audit}`)),
            isRepaired: async () => {
                const { bundles } = await api("GET", "/bundles");
                return (bundles as { name: string }[]).some(({ name }) => name === "Audit");
            },
        },
    ];
}

function withOtherIds(organization: Organization): Organization {
    const ids = new Map<string, string>();
    const text = JSON.stringify(organization).replace(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
        (id) => {
            const other = ids.get(id) ?? randomUUID();
            ids.set(id, other);
            return other;
        },
    );
    return JSON.parse(text) as Organization;
}

function names(line: string, { resource, property }: Edit["shows"]): boolean {
    return line.includes(`"${resource}" ${property ? `drifted: ${property} is ` : "was deleted outside"}`);
}

/** Resources of the package, without the stack and the provider that Pulumi counts too. */
function count(run: Run, op: string): number {
    return run.steps.filter((step) => step.op === op && step.type.includes("access-governance")).length;
}

function idsIn(state: object): unknown[] {
    const { resources = [] } = (state as Awaited<ReturnType<Stack["exportState"]>>).deployment;
    return resources.filter(({ type }) => String(type).includes("access-governance"));
}

/** Wraps a stack so that the steps of every run are recorded in `taken`. Sorted, because independent steps run in any order. */
function noted(stack: Stack, taken: RecordedSteps): Stack {
    const keep = async (running: Promise<Run>): Promise<Run> => {
        const run = await running;
        taken.push({
            run: run.operation,
            steps: run.steps.map(({ op, type, name }) => `${op} ${type} ${name}`).sort(),
        });
        return run;
    };
    return {
        engine: stack.engine,
        preview: (options) => keep(stack.preview(options)),
        up: (options) => keep(stack.up(options)),
        refresh: (options) => keep(stack.refresh(options)),
        destroy: () => keep(stack.destroy()),
        exportState: (options) => stack.exportState(options),
        importState: (deployment) => stack.importState(deployment),
        setConfig: (key, value, options) => stack.setConfig(key, value, options),
        close: () => stack.close(),
    };
}

function succeeded(run: Run): Run {
    if (run.exitCode === 0) return run;
    const errors = run.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);
    throw new DemoError(`${run.operation} ended with exit code ${run.exitCode}: ${errors.join("; ")}`);
}

function expectCount(what: string, found: number, expected: number): void {
    if (found !== expected) throw new DemoError(`${what}: ${found}, expected ${expected}`);
    console.log(`  ✓ ${found} ${what}`);
}

function title(words: string): void {
    console.log(`\n▶ ${words}`);
}

function say(words: string): void {
    console.log(words);
}
