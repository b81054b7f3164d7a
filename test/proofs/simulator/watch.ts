import { createHash } from "node:crypto";
import { urnName } from "../../../src/local/engine/contract/state.js";
import type { Adapter } from "./adapter.js";
import { unsound } from "./claims.js";
import type { Known } from "./declared.js";
import type { Command, Outcome } from "./engine.js";
import { type Facts, objectOf } from "./facts.js";
import { argsOf, claimsIn, retainedOf, wholesOf } from "./kept.js";
import { Ledger } from "./ledger.js";
import { change, type Outside } from "./outside.js";
import { type Declaration, type Edit, edited, type Program } from "./program.js";
import { type Ran, Stack } from "./stack.js";

/** A stack, its program and its organization, with a ledger of all changes. */
export class Watch {
    /** Log of all events. Empty unless `keepLog`. */
    readonly log: string[] = [];
    readonly stack: Stack;
    readonly ledger: Ledger;
    /** Latest declaration of each name. */
    readonly declared = new Map<string, Declaration>();
    readonly #hash = createHash("sha256");
    readonly #since = new Map<string, { text: string; at: number }>();

    constructor(
        private readonly keepLog: boolean,
        private readonly adapter: Adapter,
    ) {
        this.stack = new Stack(
            (line) => {
                if (this.keepLog) this.say(`      ${line}`);
                else this.#hash.update(line);
            },
            async ({ outside, isSeen = false }) => {
                const before = this.facts();
                await this.outside(outside);
                // A run that changes one link or request configuration writes all of them, and cannot detect changes since its read.
                const isWrittenOver = /link|rules/.test(outside.change);
                if (isWrittenOver && !isSeen) this.ledger.unguarded(before, this.facts());
            },
            adapter,
        );
        this.ledger = new Ledger(this.facts());
    }

    /** Hash of the log so far. */
    get digest(): string {
        return this.#hash.copy().digest("hex");
    }

    get program(): Program {
        return this.stack.program;
    }

    edit(edits: readonly Edit[]): void {
        const next = edited(this.program, edits).map((one) =>
            one.options ? { ...one, options: this.adapter.known(one.options) } : one,
        );
        const fault = unsound(next);
        if (fault) {
            this.say(`    not a sound program: ${fault}`);
            return;
        }
        const before = this.program;
        this.stack.program = next;
        for (const declaration of next) {
            const { name, kind, args } = declaration;
            this.declared.set(name, declaration);
            const text = JSON.stringify([kind, args]);
            if (this.#since.get(name)?.text !== text) this.#since.set(name, { text, at: this.stack.time.now });
        }
        // Resources whose declaration changed may be recreated.
        for (const old of before) {
            const one = next.find(({ name, kind }) => name === old.name && kind === old.kind);
            const asked = ({ args, parent, options }: Declaration) =>
                // A change of ignoreChanges may cause a replacement.
                JSON.stringify([args, parent, options?.ignoreChanges]);
            const isSame = one && asked(one) === asked(old);
            if (isSame) continue;
            this.ledger.forget(old.name);
            this.ledger.begun(old.name);
        }
    }

    async outside(outside: Outside): Promise<void> {
        this.stack.sync();
        const before = this.facts();
        const answer = await change(this.stack.home, outside, (reference) => this.stack.resolve(reference));
        const ours = this.stack.states
            .flatMap(claimsIn)
            .flatMap((claim) => ("whole" in claim ? claim.keys : [claim.key]));
        this.ledger.outside(
            before,
            this.#changedBy(outside, answer, before),
            new Set(ours),
            this.stack.states.flatMap(wholesOf),
            this.stack.time.now,
        );
        if (answer === undefined) this.say("    the service refused");
    }

    /** Runs a command without faults and compares the result with the ledger. */
    async quietly(command: Command): Promise<Ran> {
        const before = this.facts();
        this.ledger.retained(before, this.stack.states.flatMap(retainedOf));
        if (command.operation === "up") this.ledger.run(this.program, before, this.known());
        const result = await this.stack.operate(command);
        this.stack.sync();
        const diagnostics = result.outcome?.diagnostics ?? [];
        if (!diagnostics.some(({ message }) => message.includes("requireMfaToRequest")))
            for (const key of this.ledger.lostGuards(before, this.facts()))
                result.violations.push({ what: "silent", why: `${key} went, and no line said so` });
        if (command.refresh) this.ledger.refreshed(this.stack.states.flatMap(wholesOf));
        if (command.operation === "up") this.ledger.run(this.program, this.facts(), this.known());
        if (command.operation === "up" && result.outcome)
            this.held(before, result.outcome, { isCalm: true, isWhole: true });
        this.ledger.expire(this.stack.time.now);
        if (result.outcome) this.tell(result.outcome);
        return result;
    }

    /** Checks an `up` for violations that even a later `up` cannot excuse. With targets, only a part of the program is deployed. */
    held(
        before: Facts,
        { exitCode, diagnostics }: Outcome,
        { isCalm, isWhole }: { isCalm: boolean; isWhole: boolean },
    ): void {
        const after = this.facts();
        const lines = diagnostics.map(({ message }) => message).join("\n");
        if (exitCode === 0 && isWhole) this.ledger.succeeded(this.program, before, after, this.known(), isCalm, lines);
        this.ledger.made(before, after, this.stack.states);
    }

    facts(): Facts {
        return this.stack.home.facts;
    }

    known(): Known {
        return {
            stateId: (name) => this.stack.idOf(name),
            resolve: (reference) => this.stack.seeded(reference),
            inputs: (name) => argsOf(this.stack.stateOf(name)),
            now: this.stack.time.now,
            since: (name) => this.#since.get(name)?.at,
        };
    }

    tell(outcome: Outcome): void {
        for (const { op, urn, failed } of outcome.steps)
            if (op !== "same" && !urn.includes("::pulumi:"))
                this.say(`    ${op} ${urnName(urn)}${failed ? " failed" : ""}`);
        for (const { severity, message, urn } of outcome.diagnostics) {
            const [, ids = ""] =
                message.match(/ without a response from the service\. It may be (.+?), which is not /) ?? [];
            for (const id of ids.split(" or ")) this.ledger.leftByHand(id, this.facts());
            this.say(`    ${severity}${urn ? ` (${urnName(urn)})` : ""}: ${message}`);
        }
        this.say(`    exit ${outcome.exitCode}${outcome.killed ? ", killed" : ""}`);
    }

    say(line: string): void {
        this.#hash.update(line);
        if (this.keepLog) this.log.push(line);
    }

    /** Facts after an outside change, without the effects of a run at the same time. */
    #changedBy({ change, of, with: other }: Outside, answer: string | undefined, before: Facts): Facts {
        const after = this.facts();
        const about = [of, /(member|access|link|tag)$/.test(change) ? other : undefined];
        const ids = about.flatMap((one) => (one === undefined ? [] : (this.stack.resolve(one) ?? [])));
        const isNew = (key: string) => {
            const object = objectOf(key);
            return !before.has(object) && answer?.includes(object.slice(object.indexOf(" ") + 1));
        };
        const isAbout = (key: string) => (change.startsWith("make") ? isNew(key) : ids.every((id) => key.includes(id)));
        const facts = new Map(before);
        for (const key of new Set([...before.keys(), ...after.keys()].filter(isAbout))) {
            const value = after.get(key);
            if (value === undefined) facts.delete(key);
            else facts.set(key, value);
        }
        return facts;
    }
}
