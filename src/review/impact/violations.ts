import { alikeChains, openedWords, unexaminedWords } from "../../access/guarantees/escalation/chain-reports.js";
import { isSelected } from "../../access/guarantees/tests/selectors.js";
import { ROLE_ASPECTS, type RoleImpact, type TargetImpact } from "../../access/model/change/impact.js";
import { laterTimes } from "../../access/model/change/moments.js";
import { ALL_LISTED, isWidening, type Shift, shiftsBetween } from "../../access/model/change/shifts.js";
import type { Target } from "../../access/model/facts/facts.js";
import { type Records, targetRecord } from "../../access/model/facts/records.js";
import { type AccessModel, ASPECTS, type Aspect, targetsOf } from "../../access/model/model.js";
import { ROLE_WORDS } from "../../access/model/words.js";
import { distinct, joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { happeningWords, openWords, otherUnknowns, type PhraseOptions, principalsText } from "./impact-words.js";
import type { PreviewImpact } from "./preview-impact.js";
import { type ImpactRule, isAboutRequests, type RuleKind, type Waiver } from "./rules.js";

/** A change to check against a rule. Gains that a waiver allows are ignored. */
export class RuleCase {
    constructor(
        readonly preview: PreviewImpact,
        private readonly waivers: readonly Waiver[],
    ) {}

    get targets(): readonly TargetImpact[] {
        return this.preview.impact.targets;
    }

    /** Clauses about people who gain an organization role to which one of these aspects applies for every target. */
    roleGains(aspects: readonly Aspect[]): Phrase[] {
        return this.#roles(aspects).flatMap(({ role, shifts }) => {
            const held = prose`a role that ${ROLE_WORDS[role]}`;
            const gains = together(shifts.flatMap((shift) => this.#roleGain(shift))).map((gain) =>
                gainWords(this.preview, gain, { held }),
            );
            if (gains.length > 0) return gains;
            return shifts.some(({ unknown }) => unknown?.isWider) ? [prose`it is unknown who gains ${held}`] : [];
        });
    }

    /** Ids of people who gain an organization role to which one of these aspects applies for every target. */
    roleGainers(aspects: readonly Aspect[]): string[] {
        const gains = this.#roles(aspects).flatMap(({ shifts }) => shifts.flatMap((shift) => this.#roleGain(shift)));
        return gains.flatMap(({ people }) => [...people]);
    }

    #roles(aspects: readonly Aspect[]): readonly RoleImpact[] {
        return this.preview.impact.roles.filter(({ role }) =>
            ROLE_ASPECTS[role].some((aspect) => aspects.includes(aspect)),
        );
    }

    #roleGain(shift: Shift): Gain[] {
        if (!isWidening(shift.fate)) return [];
        const ids = shift.people().map(({ id }) => id);
        return [
            gainOf(
                shift,
                ids.filter((id) => !this.#isWaived(id)),
            ),
        ];
    }

    /** Clauses about data that was not read, if it is relevant for one of these aspects. */
    notRead(aspects: readonly Aspect[]): Phrase[] {
        if (!isAboutRequests(aspects)) return [];
        return this.preview.account.unknown.filter(({ concerns }) => concerns === "requests").map(({ words }) => words);
    }

    /** A role in the organization covers every target, so only a waiver for all targets can allow it. */
    #isWaived(id: string): boolean {
        return this.waivers.some(
            ({ target, person }) => target === undefined && (person === undefined || this.#isPerson(id, person)),
        );
    }

    nameOf(id: string): string {
        return this.preview.directory.nameOf(id);
    }

    /** Ids of the people in a shift who do not have a waiver. */
    people({ target }: TargetImpact, shift: Shift): string[] {
        const ids = shift.people().map(({ id }) => id);
        return ids.filter((id) => !this.#isWaivedFor(id, target));
    }

    /** Gains of people who do not have a waiver. */
    gains(one: TargetImpact, aspects: readonly Aspect[]): Gain[] {
        const shifts = one.shifts.filter(({ aspect, fate }) => aspects.includes(aspect) && isWidening(fate));
        return together(shifts.map((shift) => gainOf(shift, this.people(one, shift))));
    }

    /** Clauses about people who gain something with respect to a target. If there are none, clauses about what is unknown. */
    targetGains(one: TargetImpact, aspects: readonly Aspect[]): Phrase[] {
        const target = prose`"${this.nameOf(one.target.id)}"`;
        const gains = this.gains(one, aspects);
        if (gains.length > 0) return gains.map((gain) => gainWords(this.preview, gain, { target }));
        const open = one.shifts.filter(({ aspect, unknown }) => aspects.includes(aspect) && unknown?.isWider);
        const clauses = open.map(
            (shift) => prose`it is unknown who ${happeningWords({ ...shift, count: 1 }, { target })}`,
        );
        return distinct(clauses);
    }

    /** Clauses about new chains of people who do not have a waiver, and about targets that were not examined. */
    newChains(selectors: readonly string[]): Phrase[] {
        const { chains, impact, directory } = this.preview;
        if (!chains) return impact.targets.length > 0 ? [prose`access in several steps was not examined`] : [];
        const opened = chains.opened.filter(
            ({ target, personId }) => this.isCovered(target, selectors) && !this.#isWaivedFor(personId, target),
        );
        return [
            ...alikeChains(opened).map((alike) => openedWords(alike, directory)),
            ...chains.open
                .filter((target) => this.isCovered(target, selectors))
                .map(({ id }) => prose`it is unknown who else can reach "${this.nameOf(id)}" in several steps`),
            ...(chains.unexamined > 0 ? [unexaminedWords(chains.unexamined)] : []),
        ];
    }

    /**
     * Clauses about people whose requests machines alone may decide after the change, now or at a later time, and who do not have a waiver.
     * A bundle covers what it contains.
     */
    newlyDecidedByMachines(selectors: readonly string[]): Phrase[] {
        const { before, after } = this.preview;
        const covered = after
            .reachFrom(before)
            .targets.filter((target) => this.isCovered(target, selectors) || this.#isInBundle(target, selectors));
        if (covered.length === 0) return [];
        const everybody = () => new Set([...after.records.users.values()].map(({ id }) => id));
        const { times } = laterTimes(everybody, before.records, after.records);
        const moments = [[before, after] as const, ...times.map((time) => [before.at(time), after.at(time)] as const)];
        return covered.flatMap((target) => this.#machineGains(target, moments));
    }

    #machineGains(target: Target, moments: readonly (readonly [before: AccessModel, after: AccessModel])[]): Phrase[] {
        const shifts = moments.flatMap(([before, after]) => {
            const levels = new Set(after.requests.offers(target).map(({ level }) => after.records.levels.id(level)));
            return [undefined, ...(levels.size > 1 ? levels : [])].flatMap((level) =>
                shiftsBetween(
                    after,
                    "mayRequest",
                    // Who could get it without any approval does not gain by the decision of a machine.
                    before.memberships.together([
                        before.decidedByMachines(target, level),
                        before.who("getsWithoutApproval", target),
                    ]),
                    after.decidedByMachines(target, level),
                    ALL_LISTED,
                ),
            );
        });
        const ids = shifts
            .filter(({ fate }) => isWidening(fate))
            .flatMap((shift) => shift.people().map(({ id }) => id))
            .filter((id) => !this.#isWaivedFor(id, target));
        const what = prose`get "${this.nameOf(target.id)}" by the decision of scripts, Paladins or service users alone`;
        if (ids.length > 0) return [prose`${principalsText(this.preview, new Set(ids))} can ${what}`];
        return shifts.some(({ unknown }) => unknown?.isWider) ? [prose`it is unknown who can ${what}`] : [];
    }

    #isInBundle({ id }: Target, selectors: readonly string[]): boolean {
        const { before, after } = this.preview;
        return [before, after].some(({ records }) =>
            [...records.bundles.values()].some(
                (bundle) =>
                    [...bundle.groupIds, ...bundle.resourceIds].includes(id) &&
                    isAmong(records, { type: "bundle", id: bundle.id }, selectors),
            ),
        );
    }

    #isWaivedFor(id: string, target: Target): boolean {
        return this.waivers.some(
            (one) => this.#concerns(one, target) && (one.person === undefined || this.#isPerson(id, one.person)),
        );
    }

    /**
     * Selectors that do not match any group, resource or bundle, neither before nor after the change. Either a name was changed, or the
     * selector is misspelled.
     */
    unmatched(selectors: readonly string[]): string[] {
        const { before, after } = this.preview;
        const targets = [before, after].flatMap((model) => [...targetsOf(model)]);
        // If there are no changes, no targets were read, so selectors cannot be checked.
        if (targets.length === 0) return [];
        return selectors.filter(
            (text) => !text.startsWith("sensitivity:") && !targets.some((target) => this.isCovered(target, [text])),
        );
    }

    #isPerson(id: string, person: string): boolean {
        const found = this.preview.directory.find(id);
        return found !== undefined && [found.email, found.name, id].includes(person);
    }

    /**
     * Clauses about existing targets that the selectors match before the change but not after it. A later change could widen access to them
     * without breaking the rule.
     */
    released(selectors: readonly string[]): Phrase[] {
        const { before, after } = this.preview;
        const isLeft = (target: Target): boolean =>
            targetRecord(after.records, target) !== undefined &&
            isAmong(before.records, target, selectors) &&
            !isAmong(after.records, target, selectors) &&
            !this.waivers.some((waiver) => waiver.person === undefined && this.#concerns(waiver, target));
        return [...targetsOf(before)]
            .filter(isLeft)
            .map(
                ({ type, id }) =>
                    prose`"${targetRecord(before.records, { type, id })?.name ?? id}" would no longer be covered by this rule (add "${plain(type)}:${id}" to the rule first)`,
            );
    }

    /**
     * Whether any of the selectors matches the target. A target also counts if it matches only before the change. Otherwise, a change could
     * remove it from a rule and widen access to it at the same time.
     */
    isCovered(target: Target, selectors: readonly string[]): boolean {
        const { before, after } = this.preview;
        return [before, after].some(({ records }) => isAmong(records, target, selectors));
    }

    /** Whether a waiver applies to a target. */
    #concerns({ target }: Waiver, { id }: Target): boolean {
        return target === undefined || target === this.nameOf(id);
    }
}

/** Words to use when gains for several targets are described together. */
const ANYTHING = { target: prose`something`, held: prose`access` };

const ACCESS: readonly Aspect[] = ["has", "getsWithoutApproval", "administers"];

/** For each kind of rule: returns clauses that describe the violations. */
export const VIOLATIONS: Readonly<Record<RuleKind, (change: RuleCase, rule: ImpactRule) => Phrase[]>> = {
    noNewAccessTo: (change, { noNewAccessTo = [], aspects = ACCESS }) => [
        ...change.unmatched(noNewAccessTo).map((text) => prose`"${text}" does not match any group, resource or bundle`),
        ...change.released(noNewAccessTo),
        ...change.roleGains(aspects),
        ...change.notRead(aspects),
        ...change.targets
            .filter(({ target }) => change.isCovered(target, noNewAccessTo))
            .flatMap((one) => change.targetGains(one, aspects)),
    ],
    maxGained: (change, { maxGained = 0, aspects = ACCESS }) => {
        const gains = together(change.targets.flatMap((one) => change.gains(one, aspects)));
        // Holding a role counts as access, regardless of what the role allows.
        const ofRoles = aspects.includes("has") ? ASPECTS : aspects;
        const ids = [...change.roleGainers(ofRoles), ...gains.flatMap(({ people }) => [...people])];
        const count = new Set(ids).size;
        if (count <= maxGained) return change.notRead(aspects);
        const clauses = [
            ...change.roleGains(ofRoles),
            ...gains.map((gain) => gainWords(change.preview, gain, ANYTHING)),
        ];
        const total = clauses.length > 1 ? prose`: ${principalsText(change.preview, new Set(ids))} in all` : "";
        return [prose`${joined(clauses, prose` and `)}${total}, but the maximum is ${maxGained}`];
    },
    noSelfApproval: (change) => [
        ...change.roleGains(["getsWithoutApproval"]),
        ...change.targets.flatMap((one) => change.targetGains(one, ["getsWithoutApproval"])),
    ],
    noNewEscalationTo: (change, { noNewEscalationTo = [] }) => [
        ...change
            .unmatched(noNewEscalationTo)
            .map((text) => prose`"${text}" does not match any group, resource or bundle`),
        ...change.released(noNewEscalationTo),
        ...change.newChains(noNewEscalationTo),
    ],
    noMachineApproval: (change, { noMachineApproval = [] }) => [
        ...change
            .unmatched(noMachineApproval)
            .map((text) => prose`"${text}" does not match any group, resource or bundle`),
        ...change.released(noMachineApproval),
        ...change.notRead(["mayRequest"]),
        ...change.newlyDecidedByMachines(noMachineApproval),
    ],
    failOnUnknown: (change) => [
        // Unknown losses are ignored, because they do not grant access to anyone.
        ...openWords(change.preview).map((words) => prose`it is unknown ${words}`),
        ...change.targets
            .filter(({ shifts }) => shifts.some(({ fate }) => fate === "maybeGained"))
            .map(
                ({ target }) =>
                    prose`it is unknown who gains access to "${change.nameOf(target.id)}" and who could already get it`,
            ),
        ...change.preview.impact.roles
            .filter(({ shifts }) => shifts.some(({ fate, unknown }) => fate === "maybeGained" || unknown?.isWider))
            .map(({ role }) => prose`it is unknown who else gains a role that ${ROLE_WORDS[role]}`),
        ...otherUnknowns(change.preview)
            .filter(({ concerns }) => concerns !== "anything")
            .map(({ words }) => words),
    ],
};

/** People who gain access in the same way. */
interface Gain {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    readonly begins: string | undefined;
    /** Ids of the people. */
    readonly people: ReadonlySet<string>;
}

function gainOf({ aspect, fate, begins }: Shift, people: readonly string[]): Gain {
    return { aspect, fate, begins, people: new Set(people) };
}

/** Merges gains with the same aspect, fate and begin. */
function together(gains: readonly Gain[]): Gain[] {
    const found = new Map<string, Gain>();
    for (const gain of gains) {
        const key = `${gain.aspect} ${gain.fate} ${gain.begins}`;
        found.set(key, { ...gain, people: new Set([...(found.get(key)?.people ?? []), ...gain.people]) });
    }
    return [...found.values()].filter(({ people }) => people.size > 0);
}

/** A clause about people who gain something, such as `2 people can request "Vault" for longer`. */
function gainWords(preview: PreviewImpact, gain: Gain, options: PhraseOptions): Phrase {
    const { people } = gain;
    return prose`${principalsText(preview, people)} ${happeningWords({ ...gain, count: people.size }, options)}`;
}

/** Whether any of the selectors matches the target. */
function isAmong(records: Records, target: Target, selectors: readonly string[]): boolean {
    return selectors.some((selector) => isSelected(records, target, selector));
}
