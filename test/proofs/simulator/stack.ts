import { isProvider, nameOf, type State } from "../../../src/local/engine/contract/state.js";
import { ProviderError } from "../../../src/local/engine/processes/plugin.js";
import { type Adapter, kindOf } from "./adapter.js";
import { CATALOGUE } from "./catalogue.js";
import { Stalled, VirtualTime } from "./clock.js";
import { type Command, type Outcome, operate, ordered, urnOf } from "./engine.js";
import { type Kill, Network, type Strike } from "./network.js";
import type { Outside } from "./outside.js";
import type { Program } from "./program.js";
import type { Violation } from "./verdict.js";
import { START, URL_OF_SERVICE, World } from "./world.js";

/** Somebody else's change just before a call, from 0. */
interface Interruption {
    readonly at: number;
    readonly outside: Outside;
    /** Before everything that the run reads about it, so that it has to heed it. */
    readonly isSeen?: boolean;
}

/** Under which conditions an operation runs. */
export interface Conditions {
    /** Without `--skip-preview`. */
    readonly previewFirst?: boolean;
    readonly strikes?: readonly Strike[];
    /** These reads do not show what was written since the operation before this one began, if that was a few minutes ago. */
    readonly lag?: "read" | "list";
    /** How far the clock of the answers is ahead of the one that stamps the audit events, in milliseconds. */
    readonly aheadMs?: number;
    /** The list of audit events is empty. */
    readonly hidesEvents?: boolean;
    readonly kill?: Kill;
    readonly interruption?: Interruption;
    readonly jitter?: readonly number[];
    /** With the token of another organization. */
    readonly elsewhere?: boolean;
}

/** How far reads lag behind at most, in milliseconds: less than the kernel allows for. */
const LAG_MS = 5 * 60_000;

/** What became of a command: undefined for one that never ended. */
export interface Ran {
    readonly outcome: Outcome | undefined;
    readonly violations: Violation[];
}

/** What was counted of the operations of a stack. */
export interface Operations {
    ups: number;
    calls: number;
    strikes: number;
    kills: number;
}

/** Virtual time after which an operation is taken to hang. */
const LONGEST_MS = 6 * 3_600_000;

/** One stack of an organization: its program and its state, and the operations on them. Only one may be open in a process. */
export class Stack {
    static #shared: { home: World; away: World } | undefined;
    readonly figures: Operations = { ups: 0, calls: 0, strikes: 0, kills: 0 };
    program: Program = [];
    states: State[] = [];
    allowMissing = false;
    readonly home: World;
    readonly away: World;
    readonly time = new VirtualTime(START);
    readonly #network: Network;
    /** The service when the last operation began. */
    #earlier: { readonly past: ReturnType<World["past"]>; readonly at: number } | undefined;
    readonly #restore: (() => void)[];

    constructor(
        /** Told of every call. */
        onCall: (line: string) => void,
        /** Makes somebody else's change. */
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

    /** Gives the process back its time and its network. */
    close(): void {
        for (const restore of this.#restore.reverse()) restore();
    }

    /** An operation with its preview; what comes of it is kept. */
    async operate(
        command: Command,
        { previewFirst, strikes: struck, lag, interruption, elsewhere, ...weather }: Conditions = {},
    ): Promise<Ran> {
        const { operation } = command;
        const violations: Violation[] = [];
        this.time.reset(1);
        // A run takes a moment to begin.
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
        // What a killed run made is in no state: on a service that does not show it either, nobody can know of it (docs/reliability.md).
        if (weather.kill) this.#earlier = undefined;
        this.#network.begin({});
        this.time.clear();
        return { outcome, violations };
    }

    /** The service makes up for the time that passed. */
    sync(): void {
        if (this.home.clock.now().getTime() < this.time.now) this.home.clock.set(new Date(this.time.now));
        this.home.passTime();
    }

    /** The id that the state has for a resource of the program, or that of an object that was there at the beginning. */
    resolve(reference: string): string | undefined {
        return reference.startsWith("@=") ? this.idOf(reference.slice(2)) : this.seeded(reference);
    }

    /** The id of an object that was there at the beginning. */
    seeded(reference: string): string {
        const [kind = "", number = ""] = reference.slice(1).split(":");
        return this.home.id(kind, Number(number));
    }

    /** The id that the state has for the resource of this name. */
    idOf(name: string): string | undefined {
        return this.stateOf(name)?.id;
    }

    /** What the state has for the resource of this name. */
    stateOf(name: string): State | undefined {
        const declaration = this.program.find((one) => one.name === name);
        if (!declaration) return undefined;
        const urns = [
            declaration,
            ...(declaration.options?.aliases ?? []).map((alias) => ({ kind: declaration.kind, ...alias })),
        ].map((one) => urnOf(one, this.adapter));
        return this.states.find((state) => urns.includes(state.urn) && !state.delete && !state.pendingReplacement);
    }

    /** Whose object this is: the resource of the program, or "" for one that the program no longer has; undefined if the state does not have it. */
    holderOf(id: string): string | undefined {
        const held = this.states.find((state) => state.id === id && CATALOGUE[kindOf(state.urn)]?.object !== undefined);
        if (!held) return undefined;
        return this.program.find(({ name }) => this.stateOf(name) === held)?.name ?? "";
    }

    /** Whether runs of a program with nothing in it speak with the other organization: they have the settings of the last `up` of something. */
    get isElsewhere(): boolean {
        return this.program.length === 0 && this.#lastWasElsewhere;
    }

    /** Whether this run speaks with the other organization. */
    goesElsewhere({ operation }: Command, { elsewhere }: Conditions): boolean {
        return elsewhere || (["refresh", "destroy"].includes(operation) && this.#lastWasElsewhere);
    }

    /**
     * Whether a run can know that it is in the wrong place: there are objects in the state, it knows of all of them who made them here, and one of them
     * is asked for before anything is made: what is in a component is registered after all that is in none.
     */
    knowsItsPlace({ targets, replaces = [], refresh }: Command, { strikes }: Conditions): boolean {
        // A refresh reads with the token of the state, and what it takes out of the state is no evidence for the run after it.
        if (refresh) return false;
        // Who cannot request users is not told that nobody knows the one who made the objects.
        if (strikes?.some(({ what }) => what === "403")) return false;
        const isAsked = (name: string) => targets?.includes(name) || replaces.includes(name) || !targets;
        const [first] = ordered(this.program).filter(({ name }) => isAsked(name));
        // What is to be replaced looks like a new resource.
        const isRead = first && this.idOf(first.name) !== undefined && !replaces.includes(first.name);
        if (first && (first.parent !== undefined || !isRead)) return false;
        const maker = this.seeded("@user:0");
        const objects = this.states.filter(
            (state) => state.custom && /^[0-9a-f-]{36}$/.test(state.id ?? "") && !state.type.startsWith("pulumi:"),
        );
        return objects.length > 0 && objects.every(({ outputs }) => outputs.__witness === maker);
    }

    /** Sets the setting; where that did not help, does as `pulumi state delete` does. */
    allowMissingOf(urn: string | undefined): void {
        if (this.allowMissing) this.states = this.states.filter((state) => state.urn !== urn);
        this.allowMissing = true;
    }

    /** As `pulumi state unprotect` does. */
    unprotect(name: string): void {
        const declaration = this.program.find((one) => one.name === name);
        const names = [name, ...(declaration?.options?.aliases ?? []).map((alias) => alias.name)];
        this.states = this.states.map((state) =>
            names.includes(nameOf(state.urn)) ? { ...state, protect: false } : state,
        );
    }

    get #lastWasElsewhere(): boolean {
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
