import { isProvider, type ResourceEntry, urnName } from "../../../src/local/engine/contract/state.js";
import { ProviderError } from "../../../src/local/engine/processes/provider-errors.js";
import { type Adapter, kindOf } from "./adapter.js";
import { CATALOGUE } from "./catalogue.js";
import { Stalled, VirtualTime } from "./clock.js";
import { type Command, type Outcome, operate, ordered, urnOf } from "./engine.js";
import { type Kill, Network, type Strike } from "./network.js";
import type { Outside } from "./outside.js";
import type { Program } from "./program.js";
import type { Violation } from "./verdict.js";
import { START, URL_OF_SERVICE, World } from "./world.js";

/** An outside change just before a request. */
interface Interruption {
    readonly at: number;
    readonly outside: Outside;
    /** If true, it happens before the run reads the affected data, so the run must take it into account. */
    readonly isSeen?: boolean;
}

/** Conditions of an operation. */
export interface Conditions {
    /** Runs without `--skip-preview`. */
    readonly previewFirst?: boolean;
    readonly strikes?: readonly Strike[];
    /** These reads return the data from the start of the previous operation, if that was at most a few minutes ago. */
    readonly lag?: "read" | "list";
    /** Milliseconds by which the clock of responses is ahead of that of audit events. */
    readonly aheadMs?: number;
    /** If true, the list of audit events is empty. */
    readonly hidesEvents?: boolean;
    readonly kill?: Kill;
    readonly interruption?: Interruption;
    readonly jitter?: readonly number[];
    /** Runs with the token of another organization. */
    readonly elsewhere?: boolean;
}

/** Maximum lag of reads, in milliseconds. It must be less than the kernel tolerates. */
const LAG_MS = 5 * 60_000;

/** Result of a command. `outcome` is undefined if the command did not end. */
export interface Ran {
    readonly outcome: Outcome | undefined;
    readonly violations: Violation[];
}

/** Counters of a stack's operations. */
export interface Operations {
    ups: number;
    calls: number;
    strikes: number;
    kills: number;
}

/** Virtual time after which an operation is considered hung. */
const LONGEST_MS = 6 * 3_600_000;

/** A stack with its program, state and operations. Only one can be open in a process. */
export class Stack {
    static #shared: { home: World; away: World } | undefined;
    readonly figures: Operations = { ups: 0, calls: 0, strikes: 0, kills: 0 };
    program: Program = [];
    states: ResourceEntry[] = [];
    allowMissing = false;
    readonly home: World;
    readonly away: World;
    readonly time = new VirtualTime(START);
    readonly #network: Network;
    /** Snapshot of the service at the start of the last operation. */
    #earlier: { readonly past: ReturnType<World["past"]>; readonly at: number } | undefined;
    readonly #restore: (() => void)[];

    constructor(
        /** Called with a log line for every request. */
        onCall: (line: string) => void,
        /** Makes an outside change. */
        private readonly interrupt: (interruption: Interruption) => Promise<void>,
        private readonly adapter: Adapter,
    ) {
        Stack.#shared ??= { home: new World("small", "local-token"), away: new World("other", "other-token") };
        this.home = Stack.#shared.home;
        this.away = Stack.#shared.away;
        this.home.reset();
        this.away.reset();
        this.#network = new Network([this.home, this.away], this.time);
        this.#network.onCall = (line) => {
            this.figures.calls += 1;
            onCall(line);
        };
        this.#restore = [this.time.install(), this.#network.install()];
    }

    /** Restores the real time and network of the process. */
    close(): void {
        for (const restore of this.#restore.reverse()) restore();
    }

    /** Runs an operation with its preview and saves the resulting state. */
    async operate(
        command: Command,
        { previewFirst, strikes: struck, lag, interruption, elsewhere, ...weather }: Conditions = {},
    ): Promise<Ran> {
        const { operation } = command;
        const violations: Violation[] = [];
        this.time.reset(1);
        // A run takes a second to start.
        this.time.advance(1_000);
        const isLagging = lag !== undefined && this.time.now - (this.#earlier?.at ?? 0) < LAG_MS;
        const strikes = isLagging
            ? [...(struck ?? []), { what: "stale", of: lag, at: 0, times: 1000 } as const]
            : struck;
        this.#network.begin({
            ...weather,
            ...(strikes ? { strikes } : {}),
            interruption: interruption && {
                at: interruption.at,
                work: () => this.interrupt(interruption),
            },
        });
        this.figures.strikes += strikes?.length ?? 0;
        const past = this.home.past();
        if (isLagging && this.#earlier) this.#network.remember(this.#earlier.past);
        else if (strikes?.some(({ what }) => what === "stale")) this.#network.remember(past);
        this.#earlier = { past, at: this.time.now };
        const token = elsewhere ? this.away.token : this.home.token;
        const previews = [...(operation === "preview" || (operation === "up" && previewFirst) ? [true] : [])];
        if (operation !== "preview") previews.push(false);
        let outcome: Outcome | undefined;
        for (const preview of previews) {
            if (!preview && operation !== "refresh") this.figures.ups += 1;
            outcome = await this.#once(command, preview, token, violations);
            if (!outcome || outcome.killed || outcome.exitCode !== 0) break;
        }
        // Objects of a killed run are not in the state. If the service did not show them either, they could not be found (docs/reliability.md).
        if (weather.kill) this.#earlier = undefined;
        this.#network.begin({});
        this.time.clear();
        return { outcome, violations };
    }

    /** Applies effects of the elapsed time to the service. */
    sync(): void {
        if (this.home.clock.now().getTime() < this.time.now) this.home.clock.set(new Date(this.time.now));
        this.home.passTime();
    }

    /** The id of a resource in the state or of an object that existed from the start. */
    resolve(reference: string): string | undefined {
        return reference.startsWith("@=") ? this.idOf(reference.slice(2)) : this.seeded(reference);
    }

    /** The id of an object that existed from the start. */
    seeded(reference: string): string {
        const [kind = "", number = ""] = reference.slice(1).split(":");
        return this.home.id(kind, Number(number));
    }

    /** The id of the resource with this name in the state. */
    idOf(name: string): string | undefined {
        return this.stateOf(name)?.id;
    }

    /** The state of the resource with this name. */
    stateOf(name: string): ResourceEntry | undefined {
        const declaration = this.program.find((one) => one.name === name);
        if (!declaration) return undefined;
        const urns = [
            declaration,
            ...(declaration.options?.aliases ?? []).map((alias) => ({ kind: declaration.kind, ...alias })),
        ].map((one) => urnOf(one, this.adapter));
        return this.states.find((state) => urns.includes(state.urn) && !state.delete && !state.pendingReplacement);
    }

    /** The resource of the program with this object id. "" for a removed resource; undefined if the id is not in the state. */
    holderOf(id: string): string | undefined {
        const held = this.states.find((state) => state.id === id && CATALOGUE[kindOf(state.urn)]?.object !== undefined);
        if (!held) return undefined;
        return this.program.find(({ name }) => this.stateOf(name) === held)?.name ?? "";
    }

    /** Whether runs of an empty program use the other organization, since they have the settings of the last `up` with resources. */
    get isElsewhere(): boolean {
        return this.program.length === 0 && this.#lastWasElsewhere;
    }

    /** Whether this run uses the other organization. */
    goesElsewhere({ operation }: Command, { elsewhere }: Conditions): boolean {
        return elsewhere || (["refresh", "destroy"].includes(operation) && this.#lastWasElsewhere);
    }

    /**
     * Whether a run can detect that it uses the wrong organization: the state has objects, it records the creator of all of them, and one of them
     * is read before any object is created. Resources in components are registered after all others.
     */
    knowsItsPlace({ targets, replaces = [], refresh }: Command, { strikes }: Conditions): boolean {
        // A refresh uses the token in the state, and resources that it removes from the state are no evidence for the following run.
        if (refresh) return false;
        // Without permission to read users, a run cannot find out that the creator does not exist there.
        if (strikes?.some(({ what }) => what === "403")) return false;
        const isAsked = (name: string) => targets?.includes(name) || replaces.includes(name) || !targets;
        const [first] = ordered(this.program).filter(({ name }) => isAsked(name));
        // A resource to be replaced looks like a new one.
        const isRead = first && this.idOf(first.name) !== undefined && !replaces.includes(first.name);
        if (first && (first.parent !== undefined || !isRead)) return false;
        const maker = this.seeded("@user:0");
        const objects = this.states.filter(
            (state) => state.custom && /^[0-9a-f-]{36}$/.test(state.id ?? "") && !state.type.startsWith("pulumi:"),
        );
        return objects.length > 0 && objects.every(({ outputs }) => outputs.__witness === maker);
    }

    /** Sets allowMissing. If that has no effect, removes the resource like `pulumi state delete`. */
    allowMissingOf(urn: string | undefined): void {
        if (this.allowMissing) this.states = this.states.filter((state) => state.urn !== urn);
        this.allowMissing = true;
    }

    /** Removes the protection like `pulumi state unprotect`. */
    unprotect(name: string): void {
        const declaration = this.program.find((one) => one.name === name);
        const names = [name, ...(declaration?.options?.aliases ?? []).map((alias) => alias.name)];
        this.states = this.states.map((state) =>
            names.includes(urnName(state.urn)) ? { ...state, protect: false } : state,
        );
    }

    /** Whether the provider of the state uses the other organization. */
    get #lastWasElsewhere(): boolean {
        if (this.adapter.usesStackConfig) return false;
        return this.states.some(
            ({ type, inputs }) => isProvider(type) && Object.values(inputs).includes(this.away.token),
        );
    }

    async #once(
        command: Command,
        preview: boolean,
        token: string,
        violations: Violation[],
    ): Promise<Outcome | undefined> {
        let die: (error: Error) => void = () => {};
        const death = new Promise<never>((_, reject) => {
            die = reject;
        });
        death.catch(() => {});
        let end: () => void = () => {};
        const killed = new Promise<void>((resolve) => {
            end = resolve;
        });
        this.#network.onKill = (what) => {
            this.figures.kills += 1;
            if (what === "provider") die(new ProviderError("the provider's process ended"));
            else end();
        };
        const config = {
            "access-governance:url": URL_OF_SERVICE,
            "access-governance:token": token,
            ...(this.allowMissing ? { "access-governance:allowMissing": "true" } : {}),
        };
        const work = operate(command, preview, this.states, this.program, {
            config,
            adapter: this.adapter,
            now: () => this.time.now,
            death,
            resolve: (reference) => this.seeded(reference),
            killed,
        });
        try {
            const outcome = await this.time.run(work, () => this.#network.busy, LONGEST_MS);
            this.states = outcome.states;
            for (const { message } of outcome.crashes) violations.push({ what: "crash", why: message });
            return outcome;
        } catch (error) {
            if (!(error instanceof Stalled)) throw error;
            violations.push({ what: "hang", why: `${command.operation}: ${error.message}` });
            return undefined;
        }
    }
}
