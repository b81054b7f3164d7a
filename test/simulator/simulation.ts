import { createHash } from "node:crypto";
import type { Diagnostic } from "../../src/engine/stack.js";
import { nameOf, type State } from "../../src/engine/state.js";
import type { Answer } from "./advice.js";
import { CATALOGUE, type Claim } from "./catalogue.js";
import { claimsOf, unsound } from "./claims.js";
import type { Known } from "./declared.js";
import type { Command, Outcome } from "./engine.js";
import { type Facts, objectOf } from "./facts.js";
import { Ledger, type Violation } from "./ledger.js";
import { change, type Outside } from "./outside.js";
import { type Declaration, type Edit, edited, type Program } from "./program.js";
import { kindOf } from "./provider.js";
import { type Conditions, type Operations, type Ran, Stack } from "./stack.js";
import { answersTo, without } from "./user.js";

/** One step of a run. All of it is JSON, and means something in whatever place: what speaks of nothing does nothing. */
export type Step =
    | { readonly do: "edit"; readonly edits: readonly Edit[] }
    | ({ readonly do: "run" } & Command & Conditions)
    | ({ readonly do: "outside" } & Outside)
    | { readonly do: "wait"; readonly minutes: number }
    | { readonly do: "settle" };

/** What was counted. */
export interface Figures extends Operations {
    steps: number;
    settles: number;
    /** Advice of errors that the user followed. */
    answers: number;
}

const MOST_UPS = 3;
/** A team that renamed all its resources takes them over one by one: an error, an option, and another one. */
const MOST_ANSWERS = 40;

/** One stack and its program, step by step, held against the ledger. */
export class Simulation {
    /** What happened, line by line, while `keepLog`. */
    readonly log: string[] = [];
    readonly #counts = { steps: 0, settles: 0, answers: 0 };
    readonly #stack: Stack;
    readonly #hash = createHash("sha256");
    readonly #ledger: Ledger;
    /** The last declaration of each name. */
    readonly #declared = new Map<string, Declaration>();
    readonly #since = new Map<string, { text: string; at: number }>();

    /** @param ignored violations that are not told: so that others are found behind them */
    constructor(
        private readonly keepLog = false,
        private readonly ignored: (violation: Violation) => boolean = () => false,
    ) {
        this.#stack = new Stack(
            (line) => {
                if (this.keepLog) this.#say(`      ${line}`);
                else this.#hash.update(line);
            },
            async ({ outside, isSeen = false }) => {
                const before = this.#facts();
                await this.#outside(outside);
                // A run writes all links where it takes one away, and no version would reveal what came after it read them.
                if (outside.change === "add link" && !isSeen) this.#ledger.unguarded(before, this.#facts());
            },
        );
        this.#ledger = new Ledger(this.#facts());
    }

    /** Gives the process back its time and its network. */
    close(): void {
        this.#stack.close();
    }

    get figures(): Figures {
        return { ...this.#counts, ...this.#stack.figures };
    }

    get program(): Program {
        return this.#stack.program;
    }

    /** Of everything that happened so far. */
    get digest(): string {
        return this.#hash.copy().digest("hex");
    }

    /** Does one step; what it shows to be wrong. */
    async apply(step: Step): Promise<Violation[]> {
        this.#counts.steps += 1;
        this.#say(JSON.stringify(step));
        switch (step.do) {
            case "edit":
                this.#edit(step.edits);
                return [];
            case "wait":
                this.#stack.time.advance(step.minutes * 60_000);
                this.#ledger.expire(this.#stack.time.now);
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

    #edit(edits: readonly Edit[]): void {
        const next = edited(this.program, edits);
        const fault = unsound(next);
        if (fault) {
            this.#say(`    not a sound program: ${fault}`);
            return;
        }
        const before = this.program;
        this.#stack.program = next;
        for (const declaration of next) {
            const { name, kind, args } = declaration;
            this.#declared.set(name, declaration);
            const text = JSON.stringify([kind, args]);
            if (this.#since.get(name)?.text !== text) this.#since.set(name, { text, at: this.#stack.time.now });
        }
        // Whatever is no longer what it was may be made again.
        for (const old of before) {
            const one = next.find(({ name, kind }) => name === old.name && kind === old.kind);
            const isSame = one && JSON.stringify(one.args) === JSON.stringify(old.args) && one.parent === old.parent;
            if (isSame) continue;
            this.#ledger.forget(old.name);
            this.#ledger.begun(old.name);
        }
    }

    async #outside(outside: Outside): Promise<void> {
        this.#stack.sync();
        const before = this.#facts();
        const answer = await change(this.#stack.home, outside, (reference) => this.#stack.resolve(reference));
        const ours = this.#stack.states
            .flatMap(claimsIn)
            .flatMap((claim) => ("whole" in claim ? claim.keys : [claim.key]));
        this.#ledger.outside(
            before,
            this.#changedBy(outside, answer, before),
            new Set(ours),
            this.#stack.states.flatMap(wholesOf),
            this.#stack.time.now,
        );
        if (answer === undefined) this.#say("    the service refused");
    }

    /** The facts as the change alone would have made them: a run may be at work meanwhile. */
    #changedBy({ change, of, with: other }: Outside, answer: string | undefined, before: Facts): Facts {
        const after = this.#facts();
        const about = [of, /(member|access|link|tag)$/.test(change) ? other : undefined];
        const ids = about.flatMap((one) => (one === undefined ? [] : (this.#stack.resolve(one) ?? [])));
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

    async #run(command: Command, conditions: Conditions): Promise<Violation[]> {
        const { operation } = command;
        const elsewhere = conditions.elsewhere ? factsText(this.#stack.away.facts) : "";
        const knowsItsPlace = this.#stack.knowsItsPlace(command);
        const changes = operation === "up" || operation === "destroy";
        const held = this.#stack.states;
        this.#stack.sync();
        const before = this.#facts();
        if (operation === "up") this.#ledger.run(this.program, before, this.#known());
        if (operation === "destroy") this.#ledger.forgetAll();
        if (operation === "destroy") this.#ledger.run(this.program, before, this.#known());
        for (const name of command.replaces ?? []) this.#ledger.forget(name);
        const retained = this.#stack.states.flatMap(retainedOf);
        this.#ledger.retained(before, retained);
        const { outcome, violations } = await this.#stack.operate(command, conditions);
        this.#stack.sync();
        for (const name of command.replaces ?? [])
            if (outcome?.steps.some(({ op, urn }) => op === "create-replacement" && nameOf(urn) === name))
                this.#ledger.begun(name);
        if (operation === "refresh" || command.refresh) this.#ledger.refreshed(this.#stack.states.flatMap(wholesOf));
        const after = this.#facts();
        // It stays as somebody changed it meanwhile.
        if (conditions.interruption) this.#ledger.retained(after, retained);
        if (changes) this.#ledger.run(this.program, after, this.#known());
        const isAlone = !conditions.interruption && !conditions.elsewhere && !conditions.kill;
        if (operation === "up" && isAlone && outcome)
            this.#held(before, outcome, { isCalm: !conditions.strikes, isWhole: !command.targets });
        // What may have been made and is to be retained leaves the state without a word.
        const isUntold = this.#stack.states.some((one) => one.retainOnDelete && one.id?.startsWith("unconfirmed"));
        if (changes && (conditions.kill || isUntold)) this.#ledger.killed(before, after);
        this.#ledger.expire(this.#stack.time.now);
        if (conditions.elsewhere && knowsItsPlace && factsText(this.#stack.away.facts) !== elsewhere)
            violations.push({ what: "astray", why: "another organization was changed" });
        // Whatever happened there is not what is looked at here.
        if (conditions.elsewhere) this.#stack.away.reset();
        // What a run took for gone that could not know where it was is in no state any more.
        if (conditions.elsewhere && !knowsItsPlace)
            for (const { id = "" } of held) this.#ledger.leftByHand(id, this.#facts());
        if (outcome) this.#tell(outcome);
        return violations;
    }

    /** No more faults: brings everything up to the program, as somebody would who follows the advice of the errors. */
    async #settle(): Promise<Violation[]> {
        this.#counts.settles += 1;
        const unsaid = await this.#unsaid();
        if (unsaid.length > 0) return unsaid;
        let ups = 0;
        let answers = 0;
        const tried = new Set<string>();
        let refresh = false;
        let last: Outcome | undefined;
        for (; ups < MOST_UPS; ups += 1) {
            const { outcome, violations } = await this.#quietly({ operation: "up", ...(refresh ? { refresh } : {}) });
            if (violations.length > 0 || !outcome) return violations;
            last = outcome;
            refresh = false;
            if (outcome.exitCode !== 0) {
                const given = this.#answersTo(outcome, tried);
                if (given.length === 0 || answers >= MOST_ANSWERS) continue;
                answers += 1;
                for (const answer of given) tried.add(JSON.stringify(answer));
                ups -= 1;
                this.#counts.answers += given.length;
                refresh = given.some((answer) => answer.do === "refresh");
                const found = await this.#follow(given);
                if (found.length > 0) return found;
                continue;
            }
            const preview = await this.#quietly({ operation: "preview" });
            if (preview.violations.length > 0 || !preview.outcome) return preview.violations;
            last = preview.outcome;
            if (last.exitCode === 0 && !last.changes) break;
        }
        this.#stack.allowMissing = false;
        if (ups >= MOST_UPS) {
            const stuck: Violation = { what: "stuck", why: errorsOf(last) };
            return this.ignored(stuck) ? [] : [stuck];
        }
        const all = this.#ledger.violations(this.program, this.#facts(), this.#known());
        const violations = all.filter((violation) => !this.ignored(violation));
        if (violations.length === 0) this.#ledger.settled(this.program, this.#facts(), this.#known());
        return violations;
    }

    /** What is wider than declared, and neither a step nor a line of a preview names the resource that declares it. */
    async #unsaid(): Promise<Violation[]> {
        this.#stack.sync();
        const wider = this.#ledger
            .violations(this.program, this.#facts(), this.#known())
            .filter(({ what, of }) => what === "widened" && of !== undefined);
        if (wider.length === 0) return [];
        const { outcome, violations } = await this.#quietly({ operation: "preview" });
        if (outcome?.exitCode !== 0) return violations;
        const named = new Set(outcome.steps.filter(({ op }) => op !== "same").map(({ urn }) => nameOf(urn)));
        const lines = outcome.diagnostics.map(({ message }) => message).join("\n");
        return wider
            .filter(({ of = "" }) => !named.has(of) && !lines.includes(`"${of}"`))
            .map(
                ({ why }): Violation => ({ what: "silent", why: `no line and no step of a preview named it: ${why}` }),
            );
    }

    /** Does what the errors advise; what a run shows that is part of it. */
    async #follow(answers: readonly Answer[]): Promise<Violation[]> {
        for (const answer of answers) {
            this.#say(`    user: ${JSON.stringify(answer)}`);
            if (answer.do === "edit") this.#edit([answer.edit]);
            else if (answer.do === "declare anew")
                this.#edit([{ edit: "option", name: answer.name, options: { import: null, adopt: null } }]);
            else if (answer.do === "allow missing") this.#stack.allowMissingOf(answer.urn);
            else if (answer.do === "unprotect") this.#stack.unprotect(answer.name);
        }
        const named = (what: Answer["do"], of: readonly Answer[] = answers) =>
            of.flatMap((answer) => (answer.do === what && "name" in answer ? [answer.name] : []));
        const [later, anew, gone] = [new Set(named("run without")), named("declare anew"), named("run with")];
        if (later.size + anew.length + gone.length === 0) return [];
        const back = gone.flatMap((name) => this.#declared.get(name) ?? []);
        const found: Violation[] = [];
        for (let attempt = 0; attempt < MOST_UPS && found.length === 0; attempt += 1) {
            const wanted = this.program;
            this.#stack.program = edited(
                [...without(wanted, [...later], (name) => this.#stack.stateOf(name)?.inputs), ...back],
                anew.map((name) => ({ edit: "remove", name })),
            );
            for (const { name } of wanted) {
                if (this.program.some((one) => one.name === name)) continue;
                this.#ledger.forget(name);
                this.#ledger.begun(name);
            }
            const { outcome, violations } = await this.#quietly({ operation: "up" });
            found.push(...violations);
            const more = this.#answersTo(outcome);
            this.#stack.program = wanted;
            // What else stands in the way.
            const before = later.size;
            for (const name of named("run without", more)) later.add(name);
            for (const answer of more) {
                if (answer.do === "unprotect") this.#stack.unprotect(answer.name);
                if (answer.do === "edit") this.#edit([answer.edit]);
            }
            const isMended = more.some((answer) => answer.do === "unprotect" || answer.do === "edit");
            if (!isMended && later.size === before) break;
        }
        return found;
    }

    /** Holds an `up` against what no `up` may do, whatever the next one makes of it; one with targets brings about only a part of the program. */
    #held(before: Facts, { exitCode }: Outcome, { isCalm, isWhole }: { isCalm: boolean; isWhole: boolean }): void {
        const after = this.#facts();
        if (exitCode === 0 && isWhole) this.#ledger.succeeded(this.program, before, after, this.#known(), isCalm);
        this.#ledger.made(before, after, this.#stack.states);
    }

    #answersTo(outcome: Outcome | undefined, tried: ReadonlySet<string> = new Set()): Answer[] {
        const stack = this.#stack;
        return answersTo(outcome?.diagnostics ?? [], {
            program: stack.program,
            isElsewhere: stack.isElsewhere,
            holderOf: (id) => stack.holderOf(id),
            declared: (name) => this.#declared.get(name),
            wasTried: (answer) => tried.has(JSON.stringify(answer)),
        });
    }

    async #quietly(command: Command): Promise<Ran> {
        const before = this.#facts();
        this.#ledger.retained(before, this.#stack.states.flatMap(retainedOf));
        if (command.operation === "up") this.#ledger.run(this.program, before, this.#known());
        const result = await this.#stack.operate(command);
        this.#stack.sync();
        const diagnostics = result.outcome?.diagnostics ?? [];
        if (!diagnostics.some(({ message }) => message.includes("requireMfaToRequest")))
            for (const key of this.#ledger.lostGuards(before, this.#facts()))
                result.violations.push({ what: "silent", why: `${key} went, and no line said so` });
        if (command.refresh) this.#ledger.refreshed(this.#stack.states.flatMap(wholesOf));
        if (command.operation === "up") this.#ledger.run(this.program, this.#facts(), this.#known());
        if (command.operation === "up" && result.outcome)
            this.#held(before, result.outcome, { isCalm: true, isWhole: true });
        this.#ledger.expire(this.#stack.time.now);
        if (result.outcome) this.#tell(result.outcome);
        return result;
    }

    #facts(): Facts {
        return this.#stack.home.facts;
    }

    #known(): Known {
        return {
            stateId: (name) => this.#stack.idOf(name),
            resolve: (reference) => this.#stack.seeded(reference),
            inputs: (name) => argsOf(this.#stack.stateOf(name)),
            now: this.#stack.time.now,
            since: (name) => this.#since.get(name)?.at,
        };
    }

    #tell(outcome: Outcome): void {
        for (const { op, urn, failed } of outcome.steps)
            if (op !== "same" && !urn.includes("::pulumi:"))
                this.#say(`    ${op} ${nameOf(urn)}${failed ? " failed" : ""}`);
        for (const { severity, message, urn } of outcome.diagnostics) {
            const [, ids = ""] = message.match(/ without an answer of the service, which now has (.+?): /) ?? [];
            for (const id of ids.split(", ")) this.#ledger.leftByHand(id, this.#facts());
            this.#say(`    ${severity}${urn ? ` (${nameOf(urn)})` : ""}: ${message}`);
        }
        this.#say(`    exit ${outcome.exitCode}${outcome.killed ? ", killed" : ""}`);
    }

    #say(line: string): void {
        this.#hash.update(line);
        if (this.keepLog) this.log.push(line);
    }
}

/** What the state says of the service, for a resource of a kind that is known here. */
function claimsIn(state: State): readonly Claim[] {
    const kind = kindOf(state.urn);
    if (!state.custom || !(kind in CATALOGUE)) return [];
    return claimsOf({ name: "", kind, args: argsOf(state) ?? {} }, state.id ?? "", String).claims;
}

/** What the state has of the arguments. What it has of a membership may be another one than the program gave, if that is ignored. */
function argsOf(state: State | undefined): Declaration["args"] | undefined {
    if (!state) return undefined;
    const parts = state.id?.split("/") ?? [];
    const fields = CATALOGUE[kindOf(state.urn)]?.needs ?? [];
    const key = parts.length > 1 ? fields.map((field, index) => [field, parts[index] ?? ""]) : [];
    // What the state keeps is what the program gave, with ids in place of references.
    return { ...(state.inputs as Declaration["args"]), ...Object.fromEntries(key) };
}

/** The sets that the state has as a whole: what somebody else put into one is part of it once it was refreshed. */
function wholesOf(state: State): string[] {
    return claimsIn(state).flatMap((claim) => ("whole" in claim ? [claim.whole] : []));
}

/** What is left behind when the resource ends, as the program wants it. */
function retainedOf(state: State): string[] {
    if (!state.retainOnDelete) return [];
    const { object } = CATALOGUE[kindOf(state.urn)] ?? {};
    const claims = claimsIn(state).map((claim) => ("whole" in claim ? claim.whole : claim.key));
    return [...(object ? [`${object} ${state.id}`] : []), ...claims];
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
