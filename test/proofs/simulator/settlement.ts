import type { Diagnostic } from "../../../src/local/engine/contract/stack.js";
import { urnName } from "../../../src/local/engine/contract/state.js";
import type { Answer } from "./advice.js";
import type { Outcome } from "./engine.js";
import { edited } from "./program.js";
import { answersTo, without } from "./user.js";
import type { Violation } from "./verdict.js";
import type { Watch } from "./watch.js";

const MOST_UPS = 3;
/** Maximum rounds of advice. Importing all resources of a program one by one takes a round for each. */
const MAX_ADVICE_ROUNDS = 40;

/** A user who deploys a program until it succeeds. The result is compared with the ledger. */
export class Settlement {
    /** Number of times that advice of an error was followed. */
    answers = 0;

    /** @param ignored violations to ignore */
    constructor(
        private readonly watch: Watch,
        private readonly ignored: (violation: Violation) => boolean,
    ) {}

    /** Deploys the program without faults, following the advice of errors unless `unaided`. */
    async settle(unaided = false): Promise<Violation[]> {
        const unsaid = await this.#unsaid();
        if (unsaid.length > 0) return unsaid;
        let ups = 0;
        let answers = 0;
        const tried = new Set<string>();
        let refresh = false;
        let last: Outcome | undefined;
        for (; ups < MOST_UPS; ups += 1) {
            const { outcome, violations } = await this.watch.quietly({
                operation: "up",
                ...(refresh ? { refresh } : {}),
            });
            if (violations.length > 0 || !outcome) return violations;
            last = outcome;
            refresh = false;
            if (outcome.exitCode !== 0) {
                const given = this.#answersTo(outcome, tried);
                if (unaided || given.length === 0 || answers >= MAX_ADVICE_ROUNDS) continue;
                answers += 1;
                for (const answer of given) tried.add(JSON.stringify(answer));
                ups -= 1;
                this.answers += given.length;
                refresh = given.some((answer) => answer.do === "refresh");
                const found = await this.#follow(given);
                if (found.length > 0) return found;
                continue;
            }
            const preview = await this.watch.quietly({ operation: "preview" });
            if (preview.violations.length > 0 || !preview.outcome) return preview.violations;
            last = preview.outcome;
            if (last.exitCode === 0 && !last.changes) break;
        }
        this.watch.stack.allowMissing = false;
        if (ups >= MOST_UPS) {
            const stuck: Violation = { what: "stuck", why: errorsOf(last) };
            return this.ignored(stuck) ? [] : [stuck];
        }
        const all = this.watch.ledger.violations(this.watch.program, this.watch.facts(), this.watch.known());
        const violations = all.filter((violation) => !this.ignored(violation));
        if (violations.length === 0)
            this.watch.ledger.settled(this.watch.program, this.watch.facts(), this.watch.known());
        return violations;
    }

    /** Access that is wider than declared although no step or message of a preview mentions the resource. */
    async #unsaid(): Promise<Violation[]> {
        this.watch.stack.sync();
        const wider = this.watch.ledger
            .violations(this.watch.program, this.watch.facts(), this.watch.known())
            .filter(({ what, of }) => what === "widened" && of !== undefined);
        if (wider.length === 0) return [];
        const { outcome, violations } = await this.watch.quietly({ operation: "preview" });
        if (outcome?.exitCode !== 0) return violations;
        const named = new Set(outcome.steps.filter(({ op }) => op !== "same").map(({ urn }) => urnName(urn)));
        const lines = outcome.diagnostics.map(({ message }) => message).join("\n");
        return wider
            .filter(({ of = "" }) => !named.has(of) && !lines.includes(`"${of}"`))
            .map(
                ({ why }): Violation => ({ what: "silent", why: `no line and no step of a preview named it: ${why}` }),
            );
    }

    /** Follows the advice of errors, and returns the violations of the runs that this requires. */
    async #follow(answers: readonly Answer[]): Promise<Violation[]> {
        for (const answer of answers) {
            this.watch.say(`    user: ${JSON.stringify(answer)}`);
            if (answer.do === "edit") this.watch.edit([answer.edit]);
            else if (answer.do === "declare anew")
                this.watch.edit([{ edit: "option", name: answer.name, options: { import: null, adopt: null } }]);
            else if (answer.do === "allow missing") this.watch.stack.allowMissingOf(answer.urn);
            else if (answer.do === "unprotect") this.watch.stack.unprotect(answer.name);
            else if (answer.do === "wait") this.#wait(Date.parse(answer.until));
        }
        const named = (what: Answer["do"], of: readonly Answer[] = answers) =>
            of.flatMap((answer) => (answer.do === what && "name" in answer ? [answer.name] : []));
        const [later, anew, gone] = [new Set(named("run without")), named("declare anew"), named("run with")];
        if (later.size + anew.length + gone.length === 0) return [];
        const back = gone.flatMap((name) => this.watch.declared.get(name) ?? []);
        const found: Violation[] = [];
        for (let attempt = 0; attempt < MOST_UPS && found.length === 0; attempt += 1) {
            const wanted = this.watch.program;
            this.watch.stack.program = edited(
                [...without(wanted, [...later], (name) => this.watch.stack.stateOf(name)?.inputs), ...back],
                anew.map((name) => ({ edit: "remove", name })),
            );
            for (const { name } of wanted) {
                if (this.watch.program.some((one) => one.name === name)) continue;
                this.watch.ledger.forget(name);
                this.watch.ledger.begun(name);
            }
            const { outcome, violations } = await this.watch.quietly({ operation: "up" });
            found.push(...violations);
            const more = this.#answersTo(outcome);
            this.watch.stack.program = wanted;
            // Further resources that block the change.
            const before = later.size;
            for (const name of named("run without", more)) later.add(name);
            for (const answer of more) {
                if (answer.do === "unprotect") this.watch.stack.unprotect(answer.name);
                if (answer.do === "edit") this.watch.edit([answer.edit]);
            }
            const isMended = more.some((answer) => answer.do === "unprotect" || answer.do === "edit");
            if (!isMended && later.size === before) break;
        }
        return found;
    }

    #wait(until: number): void {
        const { stack, ledger } = this.watch;
        stack.time.advance(Math.max(0, until - stack.time.now));
        ledger.expire(stack.time.now);
    }

    #answersTo(outcome: Outcome | undefined, tried: ReadonlySet<string> = new Set()): Answer[] {
        const stack = this.watch.stack;
        return answersTo(outcome?.diagnostics ?? [], {
            program: stack.program,
            isElsewhere: stack.isElsewhere,
            holderOf: (id) => stack.holderOf(id),
            declared: (name) => this.watch.declared.get(name),
            wasTried: (answer) => tried.has(JSON.stringify(answer)),
        });
    }
}

function errorsOf(outcome: Outcome | undefined): string {
    const errors = outcome?.diagnostics.filter(({ severity }: Diagnostic) => severity === "error") ?? [];
    if (errors.length > 0) return errors.map(({ message }) => message).join(" | ");
    const steps = outcome?.steps.filter(({ op }) => op !== "same") ?? [];
    return `never clean: ${steps.map(({ op, urn }) => `${op} ${urnName(urn)}`).join(", ")}`;
}
