import { createHash } from "node:crypto";
import { ProviderError } from "../../src/engine/plugin.js";
import type { Diagnostic } from "../../src/engine/stack.js";
import { nameOf, type State } from "../../src/engine/state.js";
import { unsound } from "./catalogue.js";
import { Stalled, VirtualTime } from "./clock.js";
import { type Command, type Outcome, operate, urnOf } from "./engine.js";
import { type Facts, factsOf } from "./facts.js";
import { type Known, Ledger, type Violation } from "./ledger.js";
import { type Kill, Network, type Strike } from "./network.js";
import { change, type Outside } from "./outside.js";
import { type Edit, edited, type Program } from "./program.js";
import { Process } from "./provider.js";
import { answersTo } from "./user.js";
import { START, URL_OF_SERVICE, World } from "./world.js";

/** One step of a run. All of it is JSON, and means something in whatever place: what speaks of nothing does nothing. */
export type Step =
    | { readonly do: "edit"; readonly edits: readonly Edit[] }
    | ({ readonly do: "run" } & Command & Conditions)
    | ({ readonly do: "outside" } & Outside)
    | { readonly do: "wait"; readonly minutes: number }
    | { readonly do: "settle" };

/** Under which conditions an operation runs. */
export interface Conditions {
    /** Without `--skip-preview`. */
    readonly previewFirst?: boolean;
    readonly strikes?: readonly Strike[];
    readonly kill?: Kill;
    /** Somebody else's change just before a call, from 0. */
    readonly interruption?: { readonly at: number; readonly outside: Outside };
    readonly jitter?: readonly number[];
    /** With the token of another organization. */
    readonly elsewhere?: boolean;
}

/** What was counted. */
export interface Figures {
    steps: number;
    settles: number;
    ups: number;
    calls: number;
    strikes: number;
    kills: number;
    /** Advice of errors that the user followed. */
    answers: number;
}

/** Virtual time after which an operation is taken to hang. */
const LONGEST_MS = 6 * 3_600_000;
const MOST_UPS = 3;
const MOST_ANSWERS = 12;

/** One organization, one stack and its program, step by step. */
export class Simulation {
    static #shared: { home: World; away: World } | undefined;
    readonly figures: Figures = { steps: 0, settles: 0, ups: 0, calls: 0, strikes: 0, kills: 0, answers: 0 };
    /** What happened, line by line, while `keepLog`. */
    readonly log: string[] = [];
    program: Program = [];
    states: State[] = [];
    readonly home: World;
    readonly #away: World;
    readonly #time = new VirtualTime(START);
    readonly #network: Network;
    readonly #hash = createHash("sha256");
    readonly #ledger: Ledger;
    readonly #since = new Map<string, { text: string; at: number }>();
    #allowMissing = false;
    readonly #restore: (() => void)[];

    /** @param ignored violations that are not told: so that others are found behind them */
    constructor(
        private readonly keepLog = false,
        private readonly ignored: (violation: Violation) => boolean = () => false,
    ) {
        Simulation.#shared ??= { home: new World("small", "local-token"), away: new World("other", "other-token") };
        this.home = Simulation.#shared.home;
        this.#away = Simulation.#shared.away;
        this.home.reset();
        this.#away.reset();
        this.#network = new Network([this.home, this.#away], this.#time);
        this.#network.onCall = (line) => {
            this.figures.calls += 1;
            if (this.keepLog) this.#say(`      ${line}`);
            else this.#hash.update(line);
        };
        this.#restore = [this.#time.install(), this.#network.install()];
        this.#ledger = new Ledger(this.#facts());
    }

    /** Gives the process back its time and its network. */
    close(): void {
        for (const restore of this.#restore.reverse()) restore();
    }

    /** Of everything that happened so far. */
    get digest(): string {
        return this.#hash.copy().digest("hex");
    }

    get now(): number {
        return this.#time.now;
    }

    /** Does one step; what it shows to be wrong. */
    async apply(step: Step): Promise<Violation[]> {
        this.figures.steps += 1;
        this.#say(JSON.stringify(step));
        switch (step.do) {
            case "edit":
                this.#edit(step.edits);
                return [];
            case "wait":
                this.#time.advance(step.minutes * 60_000);
                this.#ledger.expire(this.#time.now);
                return [];
            case "outside":
                await this.#outside(step);
                return [];
            case "run":
                return this.#run(step, step);
            case "settle":
                return this.#settle();
        }
    }

    /** The id that the state has for a resource of the program, or that of an object that was there at the beginning. */
    resolve(reference: string): string | undefined {
        if (reference.startsWith("@=")) return this.#stateId(reference.slice(2));
        return this.#seeded(reference);
    }

    #edit(edits: readonly Edit[]): void {
        const next = edited(this.program, edits);
        const fault = unsound(next);
        if (fault) {
            this.#say(`    not a sound program: ${fault}`);
            return;
        }
        const before = this.program;
        this.program = next;
        for (const { name, kind, args } of next) {
            const text = JSON.stringify([kind, args]);
            if (this.#since.get(name)?.text !== text) this.#since.set(name, { text, at: this.#time.now });
        }
        // Whatever is no longer what it was may be made again.
        for (const old of before) {
            const one = next.find(({ name, kind }) => name === old.name && kind === old.kind);
            const isSame = one && JSON.stringify(one.args) === JSON.stringify(old.args) && one.parent === old.parent;
            if (!isSame) this.#ledger.forget(old.name);
        }
    }

    async #outside(outside: Outside): Promise<void> {
        this.#sync();
        const before = this.#facts();
        const isDone = await change(this.home, outside, (reference) => this.resolve(reference));
        this.#ledger.outside(before, this.#facts());
        if (!isDone) this.#say("    the service refused");
    }

    async #run(command: Command, conditions: Conditions): Promise<Violation[]> {
        const { operation } = command;
        const elsewhere = factsText(factsOf(this.#away.store));
        const aliveBefore = this.#isAlive();
        const changes = operation === "up" || operation === "destroy";
        this.#sync();
        const before = this.#facts();
        if (operation === "up") this.#ledger.run(this.program, before, this.#known());
        if (operation === "destroy") this.#ledger.forgetAll();
        if (operation === "destroy") this.#ledger.run(this.program, before, this.#known());
        for (const name of command.replaces ?? []) this.#ledger.forget(name);
        const { outcome, violations } = await this.#operate(command, conditions);
        this.#sync();
        const after = this.#facts();
        if (changes) this.#ledger.run(this.program, after, this.#known());
        if (conditions.kill && changes) this.#ledger.killed(before, after);
        this.#ledger.expire(this.#time.now);
        if (conditions.elsewhere && aliveBefore && factsText(factsOf(this.#away.store)) !== elsewhere)
            violations.push({ what: "astray", why: "another organization was changed" });
        // Whatever happened there is not what is looked at here.
        if (conditions.elsewhere) this.#away.reset();
        if (outcome) this.#tell(outcome);
        return violations;
    }

    /** An operation with its preview; what comes of it is kept. */
    async #operate(
        command: Command,
        { previewFirst, strikes, kill, interruption, jitter, elsewhere }: Conditions,
    ): Promise<{ outcome: Outcome | undefined; violations: Violation[] }> {
        const { operation } = command;
        const violations: Violation[] = [];
        this.#time.reset(1);
        this.#network.begin({
            ...(strikes ? { strikes } : {}),
            ...(kill ? { kill } : {}),
            ...(jitter ? { jitter } : {}),
            interruption: interruption && {
                at: interruption.at,
                work: () => this.#outside(interruption.outside),
            },
        });
        this.figures.strikes += strikes?.length ?? 0;
        if (strikes?.some(({ what }) => what === "stale")) this.#network.remember(this.home);
        const token = elsewhere ? this.#away.token : this.home.token;
        const previews = [...(operation === "preview" || (operation === "up" && previewFirst) ? [true] : [])];
        if (operation !== "preview") previews.push(false);
        let outcome: Outcome | undefined;
        for (const preview of previews) {
            if (!preview && operation !== "refresh") this.figures.ups += 1;
            outcome = await this.#once(command, preview, token, violations);
            if (!outcome || outcome.killed || outcome.exitCode !== 0) break;
        }
        this.#network.begin({});
        this.#time.clear();
        return { outcome, violations };
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
            ...(this.#allowMissing ? { "access-governance:allowMissing": "true" } : {}),
        };
        const work = operate(command, preview, this.states, this.program, {
            config,
            start: (provider, say) => new Process(provider.inputs, () => this.#time.now, say, death),
            resolve: (reference) => this.#seeded(reference),
            killed,
        });
        try {
            const outcome = await this.#time.run(work, () => this.#network.busy, LONGEST_MS);
            this.states = outcome.states;
            for (const { message } of outcome.crashes) violations.push({ what: "crash", why: message });
            return outcome;
        } catch (error) {
            if (!(error instanceof Stalled)) throw error;
            violations.push({ what: "hang", why: `${command.operation}: ${error.message}` });
            return undefined;
        }
    }

    /** No more faults: brings everything up to the program, as somebody would who follows the advice of the errors. */
    async #settle(): Promise<Violation[]> {
        this.figures.settles += 1;
        let ups = 0;
        let answers = 0;
        let refresh = false;
        let last: Outcome | undefined;
        for (; ups < MOST_UPS; ups += 1) {
            const { outcome, violations } = await this.#quietly({ operation: "up", ...(refresh ? { refresh } : {}) });
            if (violations.length > 0 || !outcome) return violations;
            last = outcome;
            refresh = false;
            if (outcome.exitCode !== 0) {
                const given = answersTo(outcome.diagnostics);
                if (given.length === 0 || answers >= MOST_ANSWERS) continue;
                answers += 1;
                ups -= 1;
                this.figures.answers += given.length;
                for (const answer of given) {
                    this.#say(`    user: ${JSON.stringify(answer)}`);
                    if (answer.do === "edit") this.#edit([answer.edit]);
                    else if (answer.do === "allow missing") this.#allowMissing = true;
                    else if (answer.do === "refresh") refresh = true;
                    else this.#unprotect(answer.name);
                }
                continue;
            }
            const preview = await this.#quietly({ operation: "preview" });
            if (preview.violations.length > 0 || !preview.outcome) return preview.violations;
            last = preview.outcome;
            if (last.exitCode === 0 && !last.changes) break;
        }
        this.#allowMissing = false;
        if (ups >= MOST_UPS) {
            const stuck: Violation = { what: "stuck", why: errorsOf(last) };
            return this.ignored(stuck) ? [] : [stuck];
        }
        const all = this.#ledger.violations(this.program, this.#facts(), this.#known());
        const violations = all.filter((violation) => !this.ignored(violation));
        if (violations.length === 0) this.#ledger.settled(this.program, this.#facts(), this.#known());
        return violations;
    }

    async #quietly(command: Command): Promise<{ outcome: Outcome | undefined; violations: Violation[] }> {
        if (command.operation === "up") this.#ledger.run(this.program, this.#facts(), this.#known());
        const result = await this.#operate(command, {});
        this.#sync();
        if (command.operation === "up") this.#ledger.run(this.program, this.#facts(), this.#known());
        this.#ledger.expire(this.#time.now);
        if (result.outcome) this.#tell(result.outcome);
        return result;
    }

    /** As `pulumi state unprotect` does. */
    #unprotect(name: string): void {
        const declaration = this.program.find((one) => one.name === name);
        const names = [name, ...(declaration?.options?.aliases ?? []).map((alias) => alias.name)];
        this.states = this.states.map((state) =>
            names.includes(nameOf(state.urn)) ? { ...state, protect: false } : state,
        );
    }

    /** The service makes up for the time that passed. */
    #sync(): void {
        if (this.home.clock.now().getTime() < this.#time.now) this.home.clock.set(new Date(this.#time.now));
        this.home.passTime();
    }

    #facts(): Facts {
        return factsOf(this.home.store);
    }

    #known(): Known {
        return {
            stateId: (name) => this.#stateId(name),
            resolve: (reference) => this.#seeded(reference),
            now: this.#time.now,
            since: (name) => this.#since.get(name)?.at,
        };
    }

    #stateId(name: string): string | undefined {
        const declaration = this.program.find((one) => one.name === name);
        if (!declaration) return undefined;
        const urns = [
            declaration,
            ...(declaration.options?.aliases ?? []).map((alias) => ({ ...declaration, ...alias })),
        ].map(urnOf);
        return this.states.find((state) => urns.includes(state.urn) && !state.delete && !state.pendingReplacement)?.id;
    }

    /** Whether an object of the state is there, by which a run can know that it is in the wrong place. */
    #isAlive(): boolean {
        return this.states.some(
            (state) => state.custom && /^[0-9a-f-]{36}$/.test(state.id ?? "") && !state.type.startsWith("pulumi:"),
        );
    }

    #seeded(reference: string): string {
        const [kind = "", number = ""] = reference.slice(1).split(":");
        return this.home.id(kind, Number(number));
    }

    #tell(outcome: Outcome): void {
        for (const { op, urn, failed } of outcome.steps)
            if (op !== "same" && !urn.includes("::pulumi:"))
                this.#say(`    ${op} ${nameOf(urn)}${failed ? " failed" : ""}`);
        for (const { severity, message, urn } of outcome.diagnostics)
            this.#say(`    ${severity}${urn ? ` (${nameOf(urn)})` : ""}: ${message}`);
        this.#say(`    exit ${outcome.exitCode}${outcome.killed ? ", killed" : ""}`);
    }

    #say(line: string): void {
        this.#hash.update(line);
        if (this.keepLog) this.log.push(line);
    }
}

function errorsOf(outcome: Outcome | undefined): string {
    const errors = outcome?.diagnostics.filter(({ severity }: Diagnostic) => severity === "error") ?? [];
    if (errors.length > 0) return errors.map(({ message }) => message).join(" | ");
    const steps = outcome?.steps.filter(({ op }) => op !== "same") ?? [];
    return `never clean: ${steps.map(({ op, urn }) => `${op} ${nameOf(urn)}`).join(", ")}`;
}

function factsText(facts: Facts): string {
    return JSON.stringify([...facts]);
}
