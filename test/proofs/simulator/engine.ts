import type { Diagnostic, Step } from "../../../src/local/engine/contract/stack.js";
import { providerType, type ResourceEntry, STACK_TYPE } from "../../../src/local/engine/contract/state.js";
import { type EngineProperties, secret, UNKNOWN } from "../../../src/local/engine/contract/values.js";

import type { Listener } from "../../../src/local/engine/run/listener.js";
import type { Providers } from "../../../src/local/engine/run/plugins.js";
import { defaultGoal } from "../../../src/local/engine/run/providers.js";
import { Actions, type StepSettings } from "../../../src/local/engine/run/steps/actions.js";
import type { Goal, RegisteredResource } from "../../../src/local/engine/run/steps/goal.js";
import { refresh } from "../../../src/local/engine/run/steps/refresh.js";
import { Snapshot } from "../../../src/local/engine/run/steps/snapshot.js";
import { Steps } from "../../../src/local/engine/run/steps/steps.js";
import { type Adapter, type Process, propertyNames, secretsOf } from "./adapter.js";
import { computedIn, type Declaration, needsOf, type Program, references, resolved } from "./program.js";

const STACK = "dev";
const PROJECT = "simulator";
const COMPONENT = "simulator:index:Component";

/** A command of the CLI. */
export interface Command {
    readonly operation: "preview" | "up" | "refresh" | "destroy";
    readonly refresh?: boolean;
    /** Names of resources for `--target`. */
    readonly targets?: readonly string[];
    /** Names of resources for `--replace`. */
    readonly replaces?: readonly string[];
    /** PULUMI_PARALLEL_DIFF. */
    readonly parallel?: boolean;
}

/** Result of a command. */
export interface Outcome {
    readonly exitCode: number;
    readonly steps: readonly Step[];
    readonly diagnostics: readonly Diagnostic[];
    /** The saved state. */
    readonly states: ResourceEntry[];
    /** Whether the command changes anything. */
    readonly changes: boolean;
    /** Whether the run was killed. */
    readonly killed: boolean;
    readonly crashes: readonly Error[];
}

/** Context of an operation. */
export interface Surroundings {
    readonly adapter: Adapter;
    readonly config: EngineProperties;
    now(): number;
    /** Rejects when the provider's process dies. */
    readonly death: Promise<never>;
    /** Resolves a reference such as "@user:3" to an id. */
    resolve(reference: string): string;
    /** Resolves when the run is killed. */
    readonly killed: Promise<void>;
    /** Receives the steps and diagnostics of the engine. */
    readonly told?: Pick<Listener, "step" | "diagnostic"> & { line(message: string, from: "stderr"): void };
}

/**
 * Runs an operation in this process with the step logic of the local engine. Program and provider are called directly.
 */
export async function operate(
    command: Command,
    preview: boolean,
    states: readonly ResourceEntry[],
    program: Program,
    surroundings: Surroundings,
): Promise<Outcome> {
    const { operation, parallel = false } = command;
    const urnsOf = (names: readonly string[]) =>
        program
            .filter(({ name }) => names.includes(name))
            .flatMap((one) => [urnOf(one, surroundings.adapter), ...componentOf(one)]);
    const settings: StepSettings = {
        preview,
        parallelDiff: parallel,
        ...(command.targets && { targets: urnsOf([...command.targets, ...(command.replaces ?? [])]) }),
        ...(command.replaces && { replace: urnsOf(command.replaces) }),
        stack: STACK,
        project: PROJECT,
        config: surroundings.config,
    };
    const snapshot = new Snapshot(copied(states));
    const steps: Step[] = [];
    const diagnostics: Diagnostic[] = [];
    const listener: Listener = {
        step: (step, concerned) => {
            steps.push(step);
            surroundings.told?.step(step, concerned);
        },
        diagnostic: (diagnostic) => {
            diagnostics.push(diagnostic);
            surroundings.told?.diagnostic(diagnostic);
        },
        changed: () => {},
    };
    const { adapter, now, death } = surroundings;
    const say = (message: string): void => {
        diagnostics.push({ severity: "info", message });
        surroundings.told?.line(message, "stderr");
    };
    const processes = new Map<string, Process>();
    const plugins: Providers = {
        of: async (provider) => {
            const key = JSON.stringify([provider.urn, provider.inputs]);
            const { inputs } = adapter.usesStackConfig ? defaultGoal(adapter.package, settings.config) : provider;
            const process = processes.get(key) ?? adapter.start({ config: inputs, now, death, say });
            processes.set(key, process);
            return process;
        },
        check: async ({ inputs }) => ({ inputs, failures: [] }),
    };
    const actions = new Actions(settings, snapshot, plugins, listener);
    const registering = new Steps(settings, snapshot, plugins, actions);
    const work = async (): Promise<void> => {
        const scope = operation === "refresh" || command.refresh ? "all" : "before update";
        await refresh(scope, actions, snapshot, settings.targets);
        if (operation === "destroy") await actions.deleteAll([...snapshot.olds]);
        else if (operation !== "refresh" && !actions.isStopped) {
            const ended = run(registrations(program, surroundings), registering, preview).then(() => true);
            const whole = await Promise.race([ended, actions.stopped]);
            await registering.idle();
            if (whole === true && !actions.isStopped) await registering.finish();
        }
        await registering.idle();
        registering.storeOutputs();
    };
    const killed = await Promise.race([work().then(() => false), surroundings.killed.then(() => true)]);
    const { conclusion } = actions;
    if (conclusion && !killed) diagnostics.push({ severity: "error", message: conclusion });
    return {
        exitCode: actions.failed || killed ? 1 : 0,
        steps,
        diagnostics,
        states: preview ? [...states] : copied(snapshot.states),
        changes: actions.changes,
        killed,
        crashes: [...processes.values()].flatMap((process) => process.crashes),
    };
}

/** Shallow copies, since steps change the properties of a state but not their contents. */
function copied(states: readonly ResourceEntry[]): ResourceEntry[] {
    return states.map((state) => ({ ...state }));
}

/** The URN of a resource of the program. */
export function urnOf({ name, kind, parent }: Pick<Declaration, "name" | "kind" | "parent">, of: Adapter): string {
    return `urn:pulumi:${STACK}::${PROJECT}::${parent ? `${COMPONENT}$` : ""}${of.typeOf(kind)}::${name}`;
}

const STACK_URN = `urn:pulumi:${STACK}::${PROJECT}::${STACK_TYPE}::${PROJECT}-${STACK}`;
const componentOf = ({ parent }: Declaration) => (parent ? [componentUrn(parent)] : []);
const providerUrnOf = (name: string, of: Adapter) =>
    `urn:pulumi:${STACK}::${PROJECT}::${providerType(of.package)}::${name}`;
const componentUrn = (name: string) => `urn:pulumi:${STACK}::${PROJECT}::${COMPONENT}::${name}`;

/** A resource registration and its dependencies. */
interface Registration {
    readonly name: string;
    readonly needs: readonly string[];
    goal(ids: ReadonlyMap<string, string>, urns: ReadonlyMap<string, string>): Goal;
}

/** Runs the program: each resource is registered as soon as its dependencies are known. */
async function run(registrations: readonly Registration[], steps: Steps, preview: boolean): Promise<void> {
    const ids = new Map<string, string>();
    const urns = new Map<string, string>();
    const running = new Map<string, Promise<void>>();
    for (const registration of registrations) {
        const register = async (): Promise<void> => {
            await Promise.all(registration.needs.map((name) => running.get(name)));
            const { id, urn }: RegisteredResource = await steps.register(registration.goal(ids, urns));
            ids.set(registration.name, id === "" && preview ? UNKNOWN : id);
            urns.set(registration.name, urn);
        };
        running.set(registration.name, register());
    }
    await Promise.all(running.values());
}

/** Registrations of the program, with dependencies first. */
function registrations(program: Program, { adapter, resolve, config }: Surroundings): Registration[] {
    const components = new Set(program.flatMap(({ parent }) => parent ?? []));
    const providers = new Set(program.flatMap(({ options }) => options?.provider ?? []));
    return [
        { name: STACK_URN, needs: [], goal: () => plain(STACK_TYPE, `${PROJECT}-${STACK}`) },
        ...[...providers].map((name) => ({
            name: providerUrnOf(name, adapter),
            needs: [STACK_URN],
            goal: () => ({
                ...plain(providerType(adapter.package), name),
                ...defaultGoal(adapter.package, config),
                name,
            }),
        })),
        ...[...components].map((name) => ({
            name: componentUrn(name),
            needs: [STACK_URN],
            goal: () => ({ ...plain(COMPONENT, name), parent: STACK_URN }),
        })),
        ...ordered(program).map((declaration) => registration(declaration, program, adapter, resolve)),
    ];
}

/** Declarations in the order of registration. */
export function ordered(program: Program): Declaration[] {
    const done: Declaration[] = [];
    const left = new Set(program);
    while (left.size > 0) {
        const ready = [...left].filter((one) =>
            needsOf(one, program).every((to) => ![...left].some(({ name }) => name === to)),
        );
        if (ready.length === 0) throw new Error("The program refers to itself in a circle.");
        for (const one of ready) {
            left.delete(one);
            done.push(one);
        }
    }
    return done;
}

function registration(
    declaration: Declaration,
    program: Program,
    adapter: Adapter,
    resolve: (reference: string) => string,
): Registration {
    const { name, kind, args, parent, options = {} } = declaration;
    const above = parent ? componentUrn(parent) : STACK_URN;
    const provider = options.provider === undefined ? undefined : providerUrnOf(options.provider, adapter);
    const declarer = (name: string) => {
        const found = program.find((one) => one.name === name);
        return found && { kind: found.kind, parent: found.parent && componentUrn(found.parent) };
    };
    return {
        name,
        needs: [above, ...(provider === undefined ? [] : [provider]), ...needsOf(declaration, program)],
        goal: (ids, urns) => {
            const inputs = resolved(args, (reference) => {
                const computed = computedIn(reference);
                // `apply` is not called for an unknown id.
                if (computed) return ids.get(computed.from) === UNKNOWN ? UNKNOWN : computed.text;
                return reference.startsWith("@=") ? ids.get(reference.slice(2)) : resolve(reference);
            }) as EngineProperties;
            for (const one of secretsOf(declaration)) if (one in inputs) inputs[one] = secret(inputs[one]);
            const urnsOf = (value: Declaration["args"][string] | undefined) => [
                ...new Set(references(value).flatMap((to) => urns.get(to) ?? [])),
            ];
            return {
                ...plain(adapter.typeOf(kind), name),
                ...adapter.goalOf(options),
                custom: true,
                inputs: { ...inputs, ...adapter.hiddenInputs(declaration, { parent: parent && above, declarer }) },
                ...(provider !== undefined && { provider: `${provider}::${ids.get(provider)}` }),
                parent: above,
                protect: options.protect ?? false,
                retainOnDelete: options.retainOnDelete ?? false,
                ...(options.deleteBeforeReplace && { deleteBeforeReplace: true }),
                dependencies: [...new Set(needsOf(declaration, program).flatMap((to) => urns.get(to) ?? []))],
                propertyDependencies: Object.fromEntries(
                    Object.entries(args)
                        .map(([key, value]) => [key, urnsOf(value)] as const)
                        .filter(([, all]) => all.length > 0),
                ),
                ignoreChanges: propertyNames(kind, options.ignoreChanges) ?? [],
                aliases: (options.aliases ?? []).map((alias) => urnOf({ kind, ...alias }, adapter)),
            };
        },
    };
}

function plain(type: string, name: string): Goal {
    return {
        type,
        name,
        custom: false,
        inputs: {},
        protect: false,
        retainOnDelete: false,
        dependencies: [],
        propertyDependencies: {},
        ignoreChanges: [],
        additionalSecretOutputs: [],
        aliases: [],
    };
}
