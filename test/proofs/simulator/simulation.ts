import { urnName } from "../../../src/local/engine/contract/state.js";
import type { Adapter } from "./adapter.js";
import { dynamic } from "./dynamic.js";
import type { Command } from "./engine.js";
import type { Facts } from "./facts.js";
import { holdingsOf, isDoubted, retainedOf, wholesOf } from "./kept.js";
import type { Outside } from "./outside.js";
import type { Edit, Program } from "./program.js";
import { Settlement } from "./settlement.js";
import type { Conditions, Operations } from "./stack.js";
import type { Violation } from "./verdict.js";
import { Watch } from "./watch.js";

/** A step, as JSON. It is valid at any position: a step about missing objects has no effect. */
export type Step =
    | { readonly do: "edit"; readonly edits: readonly Edit[] }
    | ({ readonly do: "run" } & Command & Conditions)
    | ({ readonly do: "outside" } & Outside)
    | { readonly do: "wait"; readonly minutes: number }
    /** `unaided`: `up` must succeed without following the advice of errors. */
    | { readonly do: "settle"; readonly unaided?: boolean };

/** Counters. */
export interface Figures extends Operations {
    steps: number;
    settles: number;
    /** Number of times that the user followed the advice of an error. */
    answers: number;
}

/** Plays steps on one stack and compares the results with the ledger. */
export class Simulation {
    readonly #counts = { steps: 0, settles: 0 };
    readonly #watch: Watch;
    readonly #settlement: Settlement;

    /** @param ignored violations to ignore, so that others can be found */
    constructor(keepLog = false, ignored: (violation: Violation) => boolean = () => false, adapter: Adapter = dynamic) {
        this.#watch = new Watch(keepLog, adapter);
        this.#settlement = new Settlement(this.#watch, ignored);
    }

    /** Restores the real time and network of the process. */
    close(): void {
        this.#watch.stack.close();
    }

    get figures(): Figures {
        return { ...this.#counts, answers: this.#settlement.answers, ...this.#watch.stack.figures };
    }

    get program(): Program {
        return this.#watch.program;
    }

    get log(): readonly string[] {
        return this.#watch.log;
    }

    get digest(): string {
        return this.#watch.digest;
    }

    /** Plays a step and returns its violations. */
    async apply(step: Step): Promise<Violation[]> {
        this.#counts.steps += 1;
        this.#watch.say(JSON.stringify(step));
        switch (step.do) {
            case "edit":
                this.#watch.edit(step.edits);
                return [];
            case "wait":
                this.#watch.stack.time.advance(step.minutes * 60_000);
                this.#watch.ledger.expire(this.#watch.stack.time.now);
                return [];
            case "outside":
                await this.#watch.outside(step);
                return [];
            case "run":
                return this.#run(step, step);
            case "settle":
                this.#counts.settles += 1;
                return this.#settlement.settle(step.unaided);
        }
    }

    async #run(command: Command, conditions: Conditions): Promise<Violation[]> {
        const { operation } = command;
        const elsewhere = conditions.elsewhere ? factsText(this.#watch.stack.away.facts) : "";
        const knowsItsPlace = this.#watch.stack.knowsItsPlace(command, conditions);
        const goesElsewhere = this.#watch.stack.goesElsewhere(command, conditions);
        const changes = operation === "up" || operation === "destroy";
        const held = this.#watch.stack.states;
        this.#watch.stack.sync();
        const before = this.#watch.facts();
        if (operation === "up") this.#watch.ledger.run(this.#watch.program, before, this.#watch.known());
        if (operation === "destroy") this.#watch.ledger.forgetAll();
        if (operation === "destroy") this.#watch.ledger.run(this.#watch.program, before, this.#watch.known());
        for (const name of command.replaces ?? []) this.#watch.ledger.forget(name);
        const retained = this.#watch.stack.states.flatMap(retainedOf);
        this.#watch.ledger.retained(before, retained);
        const { outcome, violations } = await this.#watch.stack.operate(command, conditions);
        this.#watch.stack.sync();
        for (const name of command.replaces ?? [])
            if (outcome?.steps.some(({ op, urn }) => op === "create-replacement" && urnName(urn) === name))
                this.#watch.ledger.begun(name);
        if (operation === "refresh" || command.refresh)
            this.#watch.ledger.refreshed(this.#watch.stack.states.flatMap(wholesOf));
        const after = this.#watch.facts();
        // Retained objects may have been changed outside during the run.
        if (conditions.interruption) this.#watch.ledger.retained(after, retained);
        const isBehind = conditions.lag === "list" || conditions.strikes?.some(({ what }) => what === "stale");
        if (isBehind) this.#watch.ledger.blinded();
        if (changes) this.#watch.ledger.run(this.#watch.program, after, this.#watch.known());
        const isAlone = !conditions.interruption && !conditions.elsewhere && !conditions.kill;
        if (operation === "up" && isAlone && outcome)
            this.#watch.held(before, outcome, {
                isCalm: !conditions.strikes && !conditions.lag && !conditions.hidesEvents,
                isWhole: !command.targets,
            });
        // A retained resource whose create had no response leaves the state without a message.
        const isUntold = this.#watch.stack.states.some((one) => one.retainOnDelete && isDoubted(one.id));
        if (changes && (conditions.kill || isUntold)) this.#watch.ledger.killed(before, after);
        this.#watch.ledger.expire(this.#watch.stack.time.now);
        if (conditions.elsewhere && knowsItsPlace && factsText(this.#watch.stack.away.facts) !== elsewhere)
            violations.push({ what: "astray", why: "another organization was changed" });
        // The content of the other organization is not checked any further.
        if (conditions.elsewhere) this.#watch.stack.away.reset();
        // A run that cannot detect the wrong organization may have removed resources from the state as deleted.
        if (goesElsewhere && !knowsItsPlace) this.#watch.ledger.retained(this.#watch.facts(), held.flatMap(holdingsOf));
        if (outcome) this.#watch.tell(outcome);
        return violations;
    }
}

function factsText(facts: Facts): string {
    return JSON.stringify([...facts]);
}
