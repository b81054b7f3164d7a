import { Actions, type Settings, type Witness } from "../../src/engine/actions.js";
import type { Goal, Registered } from "../../src/engine/monitor.js";
import type { Provider } from "../../src/engine/plugin.js";
import { Snapshot } from "../../src/engine/snapshot.js";
import type { Diagnostic, Step } from "../../src/engine/stack.js";
import { isProvider, nameOf, STACK_TYPE, type State } from "../../src/engine/state.js";
import { Steps } from "../../src/engine/steps.js";
import { type Properties, UNKNOWN } from "../../src/engine/values.js";
import { closure, type Declaration, type Program, references, resolved } from "./program.js";
import { hiddenInputs, type Process, typeOfKind } from "./provider.js";

const STACK = "dev";
const PROJECT = "simulator";
const COMPONENT = "simulator:index:Component";

/** One command of the CLI. */
export interface Command {
    readonly operation: "preview" | "up" | "refresh" | "destroy";
    readonly refresh?: boolean;
    /** Names of resources, as `--target`. */
    readonly targets?: readonly string[];
    /** Names of resources, as `--replace`. */
    readonly replaces?: readonly string[];
    /** PULUMI_PARALLEL_DIFF. */
    readonly parallel?: boolean;
}

/** How a command ended. */
export interface Outcome {
    readonly exitCode: number;
    readonly steps: readonly Step[];
    readonly diagnostics: readonly Diagnostic[];
    /** The state as it is kept. */
    readonly states: State[];
    /** Whether anything changed, or would. */
    readonly changes: boolean;
    /** The run was killed. */
    readonly killed: boolean;
    readonly crashes: readonly Error[];
}

/** What an operation needs of its surroundings. */
export interface Surroundings {
    readonly config: Properties;
    /** A process of the provider with the configuration of this state. */
    start(provider: State, say: (line: string) => void): Process;
    /** Turns "@user:3" into an id. */
    resolve(reference: string): string;
    /** Resolves when the run is killed. */
    readonly killed: Promise<void>;
}

/**
 * One operation by the local engine's own step logic, in this process: program and provider are called directly. `--target` and `--replace`,
 * which the local engine does not know, are brought about from outside: what is not targeted is registered as the state has it, by a
 * provider that finds it unchanged, and what is to be replaced has a diff that says so.
 */
export async function operate(
    command: Command,
    preview: boolean,
    states: readonly State[],
    program: Program,
    surroundings: Surroundings,
): Promise<Outcome> {
    const { operation, parallel = false } = command;
    const settings: Settings = {
        preview,
        parallelDiff: parallel,
        stack: STACK,
        project: PROJECT,
        config: surroundings.config,
    };
    const targeting = new Targeting(command, states, program);
    const snapshot = new Snapshot(copied(targeting.states));
    const steps: Step[] = [];
    const diagnostics: Diagnostic[] = [];
    const witness: Witness = {
        step: (step) => steps.push(step),
        diagnostic: (diagnostic) => diagnostics.push(diagnostic),
        changed: () => {},
    };
    const processes = new Map<string, Process>();
    const plugins = async (provider: State): Promise<Provider> => {
        const key = JSON.stringify([provider.urn, provider.inputs]);
        const process =
            processes.get(key) ??
            surroundings.start(provider, (message) => diagnostics.push({ severity: "info", message }));
        processes.set(key, process);
        return targeting.around(process);
    };
    const actions = new Actions(settings, snapshot, plugins, witness);
    const registrations = new Steps(settings, snapshot, plugins, actions);
    const work = async (): Promise<void> => {
        if (targeting.refusal) return actions.fail(targeting.refusal);
        if (operation === "refresh" || command.refresh) await actions.refresh();
        if (operation === "destroy") await actions.destroy();
        else if (operation !== "refresh" && !actions.isStopped) {
            const ended = run(targeting.goals(surroundings.resolve), registrations, preview).then(() => true);
            const whole = await Promise.race([ended, actions.stopped]);
            await registrations.idle();
            if (whole === true && !actions.isStopped) await registrations.finish();
        }
        await registrations.idle();
        registrations.settle();
    };
    const killed = await Promise.race([work().then(() => false), surroundings.killed.then(() => true)]);
    const verdict = actions.verdict;
    if (verdict && !killed) diagnostics.push({ severity: "error", message: verdict });
    return {
        exitCode: actions.failed || killed ? 1 : 0,
        steps,
        diagnostics,
        states: preview ? [...states] : targeting.whole(copied(snapshot.states)),
        changes: actions.changes,
        killed,
        crashes: [...processes.values()].flatMap((process) => process.crashes),
    };
}

/** The steps change states, and nothing inside of them. */
function copied(states: readonly State[]): State[] {
    return states.map((state) => ({ ...state }));
}

/** The URN of a resource of the program. */
export function urnOf({ name, kind, parent }: Pick<Declaration, "name" | "kind" | "parent">): string {
    return `urn:pulumi:${STACK}::${PROJECT}::${parent ? `${COMPONENT}$` : ""}${typeOfKind(kind)}::${name}`;
}

const STACK_URN = `urn:pulumi:${STACK}::${PROJECT}::${STACK_TYPE}::${PROJECT}-${STACK}`;
const componentUrn = (name: string) => `urn:pulumi:${STACK}::${PROJECT}::${COMPONENT}::${name}`;

/** What is registered, and what it waits for. */
interface Registration {
    readonly name: string;
    readonly needs: readonly string[];
    goal(ids: ReadonlyMap<string, string>, urns: ReadonlyMap<string, string>): Goal;
}

/** Runs the program: each resource is registered as soon as what it needs is known. */
async function run(registrations: readonly Registration[], steps: Steps, preview: boolean): Promise<void> {
    const ids = new Map<string, string>();
    const urns = new Map<string, string>();
    const running = new Map<string, Promise<void>>();
    for (const registration of registrations) {
        const register = async (): Promise<void> => {
            await Promise.all(registration.needs.map((name) => running.get(name)));
            const { id, urn }: Registered = await steps.register(registration.goal(ids, urns));
            ids.set(registration.name, id === "" && preview ? UNKNOWN : id);
            urns.set(registration.name, urn);
        };
        running.set(registration.name, register());
    }
    await Promise.all(running.values());
}

/** What `--target` and `--replace` leave alone and bring about. */
class Targeting {
    /** Why the engine refuses the command. */
    readonly refusal: string | undefined;
    /** The states that the operation works with. */
    readonly states: readonly State[];
    readonly #aside: readonly State[];
    readonly #frozen: ReadonlySet<string>;
    readonly #initErrors = new Map<string, string[]>();
    readonly #replaced: ReadonlySet<string>;

    constructor(
        private readonly command: Command,
        states: readonly State[],
        private readonly program: Program,
    ) {
        const { targets, replaces = [], operation } = command;
        const urns = (names: readonly string[]) =>
            new Set(states.filter(({ urn }) => names.includes(nameOf(urn))).map(({ urn }) => urn));
        this.#replaced = urns(replaces);
        if (!targets) {
            this.states = states;
            this.#aside = [];
            this.#frozen = new Set();
            return;
        }
        const there = new Set(states.map(({ urn }) => nameOf(urn)));
        const wanted = [...targets, ...replaces];
        const missing = [...closure(program, wanted)].find((name) => !wanted.includes(name) && !there.has(name));
        if (missing) this.refusal = `a target depends on ${missing}, which was not specified in --target list`;
        const isTarget = (state: State) =>
            !state.custom || isProvider(state.type) || wanted.includes(nameOf(state.urn));
        this.#aside = states.filter(
            (state) => !isTarget(state) && (operation === "destroy" || state.delete || state.pendingReplacement),
        );
        this.#frozen = new Set(states.filter((state) => !isTarget(state)).map(({ urn }) => urn));
        this.states = states
            .filter((state) => !this.#aside.includes(state))
            .map((state) => {
                if (!this.#frozen.has(state.urn) || !state.initErrors) return state;
                this.#initErrors.set(state.urn, state.initErrors);
                const { initErrors: _, ...rest } = state;
                return rest;
            });
    }

    /** The states with what was set aside. */
    whole(states: readonly State[]): State[] {
        const kept = states.map((state) => {
            const initErrors = this.#initErrors.get(state.urn);
            return initErrors ? { ...state, initErrors } : state;
        });
        return [...kept, ...this.#aside];
    }

    /** A provider that finds what is not targeted unchanged, and what is to be replaced changed. */
    around(process: Process): Provider {
        return {
            check: async (urn, olds, news) =>
                this.#frozen.has(urn) ? { inputs: olds, failures: [] } : process.check(urn, olds, news),
            diff: async (urn, id, olds, news) => {
                if (this.#frozen.has(urn)) return { changes: false, replaces: [], deleteBeforeReplace: false };
                if (this.#replaced.has(urn)) return { changes: true, replaces: ["id"], deleteBeforeReplace: false };
                return process.diff(urn, id, olds, news);
            },
            create: (urn, inputs) => process.create(urn, inputs),
            update: (urn, id, olds, news) => process.update(urn, id, olds, news),
            read: async (urn, id, inputs, outputs) =>
                this.#frozen.has(urn) ? { id, outputs, inputs } : process.read(urn, id, inputs, outputs),
            delete: (urn, id, outputs) => process.delete(urn, id, outputs),
        };
    }

    /** What the program registers, in an order in which everything comes after what it needs. */
    goals(resolve: (reference: string) => string): Registration[] {
        const isNew = ({ name }: Declaration) => this.command.targets?.includes(name) ?? true;
        const declared = ordered(this.program).filter((one) => !this.#frozen.has(urnOf(one)) && isNew(one));
        const frozen = this.states.filter(({ urn }) => this.#frozen.has(urn));
        const components = [
            ...declared.flatMap(({ parent }) => (parent ? [componentUrn(parent)] : [])),
            ...frozen.flatMap(({ parent }) => (parent && parent !== STACK_URN ? [parent] : [])),
        ];
        return [
            { name: STACK_URN, needs: [], goal: () => plain(STACK_TYPE, `${PROJECT}-${STACK}`) },
            ...[...new Set(components)].map((urn) => ({
                name: urn,
                needs: [STACK_URN],
                goal: () => ({ ...plain(COMPONENT, nameOf(urn)), parent: STACK_URN }),
            })),
            // In the order of the state, in which everything comes after what it needs.
            ...frozen.map((state) => ({
                name: nameOf(state.urn),
                needs: [state.parent ?? STACK_URN],
                goal: () => frozenGoal(state),
            })),
            ...declared.map((declaration) => registration(declaration, resolve)),
        ];
    }
}

function ordered(program: Program): Declaration[] {
    const done: Declaration[] = [];
    const left = new Set(program);
    while (left.size > 0) {
        const ready = [...left].filter((one) =>
            references(one.args).every((to) => ![...left].some(({ name }) => name === to)),
        );
        if (ready.length === 0) throw new Error("The program refers to itself in a circle.");
        for (const one of ready) {
            left.delete(one);
            done.push(one);
        }
    }
    return done;
}

function registration(declaration: Declaration, resolve: (reference: string) => string): Registration {
    const { name, kind, args, parent, options = {} } = declaration;
    const above = parent ? componentUrn(parent) : STACK_URN;
    return {
        name,
        needs: [above, ...references(args)],
        goal: (ids, urns) => {
            const inputs = resolved(args, (reference) =>
                reference.startsWith("@=") ? ids.get(reference.slice(2)) : resolve(reference),
            ) as Properties;
            const urnsOf = (value: Declaration["args"][string] | undefined) => [
                ...new Set(references(value).flatMap((to) => urns.get(to) ?? [])),
            ];
            return {
                ...plain(typeOfKind(kind), name),
                custom: true,
                inputs: { ...inputs, ...hiddenInputs(kind, name, options) },
                parent: above,
                protect: options.protect ?? false,
                retainOnDelete: options.retainOnDelete ?? false,
                dependencies: urnsOf(args),
                propertyDependencies: Object.fromEntries(
                    Object.entries(args)
                        .map(([key, value]) => [key, urnsOf(value)] as const)
                        .filter(([, all]) => all.length > 0),
                ),
                ignoreChanges: [...(options.ignoreChanges ?? [])],
                aliases: (options.aliases ?? []).map((alias) => urnOf({ kind, ...alias })),
            };
        },
    };
}

/** What the state has, registered again. */
function frozenGoal(state: State): Goal {
    return {
        ...plain(state.type, nameOf(state.urn)),
        custom: true,
        inputs: state.inputs,
        parent: state.parent ?? STACK_URN,
        protect: state.protect ?? false,
        retainOnDelete: state.retainOnDelete ?? false,
        dependencies: state.dependencies ?? [],
        propertyDependencies: state.propertyDependencies ?? {},
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
