import { z } from "zod";
import type { Assumptions } from "../access/facts.js";
import { ROLE_ASPECTS, type Shift, type TargetImpact } from "../access/impact.js";
import { ASPECTS, type Aspect } from "../access/model.js";
import { ROLE_WORDS } from "../access/path-words.js";
import { assumptionsSchema } from "../access-reader/snapshot.js";
import { isTag } from "../access-reader/tags.js";
import { jsonOf } from "../api/answer.js";
import { UsageError } from "../errors.js";
import { joined, type Phrase, plain, prose } from "../schema/phrase.js";
import { isGain, SENSITIVITIES } from "./lines.js";
import type { PreviewImpact } from "./preview-impact.js";

/** Rules that a change to access must keep. */
export interface AccessRules {
    readonly rules: readonly Rule[];
    readonly waivers: readonly Waiver[];
    /** Settings of the organization that the API does not return. */
    readonly assumptions?: Partial<Assumptions> | undefined;
}

const selector = z
    .string()
    .min(1)
    .refine(
        (text) =>
            !text.startsWith("sensitivity:") || SENSITIVITIES.includes(text.slice("sensitivity:".length).toUpperCase()),
        {
            error: `its sensitivity must be one of ${SENSITIVITIES.join(", ")}`,
        },
    )
    .describe(
        "`*`, `tag:<key>`, `tag:<key>=<value>`, `sensitivity:<level>`, `group:<name>`, `resource:<name>`, or a name",
    );

const name = z.string().min(1);
const owner = name.describe("Who answers for it.");
const reason = name.describe("Why it is there: the reviewer reads it.");

const ruleSchema = z
    .strictObject({
        name: name.describe("What people call the rule."),
        owner,
        reason,
        noNewAccessTo: z
            .array(selector)
            .min(1)
            .optional()
            .describe("Groups, resources and bundles to which nobody may gain access."),
        aspects: z
            .array(z.enum(ASPECTS))
            .min(1)
            .optional()
            .describe(
                "What counts as access. Left out: having it, getting it without approval, and administering it; for maxGained, having it.",
            ),
        maxGained: z.int().min(0).optional().describe("So many people may gain access, of everything together."),
        noSelfApproval: z
            .literal(true)
            .optional()
            .describe("Nobody may come to get anything without somebody else's approval."),
        failOnUnknown: z
            .literal(true)
            .optional()
            .describe("Who gains by the change must be known: what is not stops it."),
    })
    .refine((rule) => KINDS.filter((kind) => rule[kind] !== undefined).length === 1, {
        error: "it must have one of noNewAccessTo, maxGained, noSelfApproval and failOnUnknown",
    });

const waiverSchema = z.strictObject({
    rule: name.describe("Name of the rule."),
    person: name.optional().describe("Email or name of the person who may gain. Left out: everybody."),
    target: name.optional().describe("Name of the group, resource or bundle. Left out: all of them."),
    until: z.iso.date().describe("Last day on which it counts, such as 2027-03-31."),
    owner,
    reason,
});

const rulesSchema = z.strictObject({
    $schema: z.string().optional(),
    assumptions: assumptionsSchema
        .optional()
        .describe("Settings of the organization that the API does not return. Default: those that let more people in."),
    rules: z.array(ruleSchema).default([]).describe("What a change to access may not do."),
    waivers: z.array(waiverSchema).default([]).describe("What is allowed nevertheless, and until when."),
});

const KINDS = ["noNewAccessTo", "maxGained", "noSelfApproval", "failOnUnknown"] as const;

export type Rule = z.output<typeof ruleSchema>;
export type Waiver = z.output<typeof waiverSchema>;

/** Whether a change keeps a rule, and why. */
export interface Verdict {
    readonly rule: string;
    /** Who is responsible for the rule. */
    readonly owner: string;
    readonly kind: (typeof KINDS)[number];
    readonly isKept: boolean;
    /** False if unknown: the rule then counts as broken. */
    readonly isJudged: boolean;
    /** A sentence for the reviewer. */
    readonly words: Phrase;
}

/** Reads `access-rules.json`. @throws UsageError with the path of the invalid value */
export function parseRules(text: string, file: string): AccessRules {
    const json = jsonOf(text);
    if (!json) throw new UsageError(`${file} is no JSON document.`);
    const parsed = rulesSchema.safeParse(json.value);
    if (parsed.success) {
        const { rules, waivers } = parsed.data;
        const stray = waivers.find((waiver) => !rules.some(({ name }) => name === waiver.rule));
        if (!stray) return parsed.data;
        const names = rules.map(({ name }) => `"${name}"`).join(", ") || "none";
        throw new UsageError(`${file} waives the rule "${stray.rule}", which is not there. Its rules are: ${names}.`);
    }
    const [issue] = parsed.error.issues;
    throw new UsageError(
        `${file} has no rules that can be checked: ${issue?.path.join(".") || "it"}: ${issue?.message}.`,
    );
}

/** The JSON Schema of `access-rules.json`. */
export function rulesJsonSchema(): object {
    return z.toJSONSchema(rulesSchema, { io: "input" });
}

/** Tags that the rules refer to, as `key`, `value` or `key=value`. */
export function tagsIn({ rules }: AccessRules): string[] {
    return rules
        .flatMap(({ noNewAccessTo = [] }) => noNewAccessTo)
        .filter((one) => one.startsWith("tag:"))
        .map((one) => one.slice("tag:".length));
}

/** Checks a change against each rule, in order. `today` is an ISO date, at which waivers may have ended. */
export function judge(preview: PreviewImpact, { rules, waivers }: AccessRules, today: string): Verdict[] {
    const valid = waivers.filter(({ until }) => until >= today.slice(0, "2027-01-01".length));
    return rules.map((rule) => {
        const own = valid.filter((waiver) => waiver.rule === rule.name);
        const kind = kindOf(rule);
        const found = [...preview.notShown.map(clauseOf), ...VIOLATIONS[kind](new Case(preview, own), rule)];
        const words =
            found.length === 0
                ? prose`${plain(rule.name)}: kept.`
                : prose`${plain(rule.name)}: ${joined(found.slice(0, 3), prose`; `)}${found.length > 3 ? prose`; and ${found.length - 3} more` : ""}. ${plain(rule.reason)} (${plain(rule.owner)} answers for this rule.)`;
        return { rule: rule.name, owner: rule.owner, kind, isKept: found.length === 0, isJudged: true, words };
    });
}

/** The verdict if the effect of a change is unknown: no rule counts as kept. */
export function unjudged({ rules }: AccessRules): Verdict[] {
    return rules.map((rule) => ({
        rule: rule.name,
        owner: rule.owner,
        kind: kindOf(rule),
        isKept: false,
        isJudged: false,
        words: prose`${plain(rule.name)}: nobody knows whether it is kept. (${plain(rule.owner)} answers for this rule.)`,
    }));
}

/** A change without what waivers allow. */
class Case {
    constructor(
        readonly preview: PreviewImpact,
        private readonly waivers: readonly Waiver[],
    ) {}

    get targets(): readonly TargetImpact[] {
        return this.preview.impact.targets;
    }

    /** Clauses about people who gain a role in the organization that allows one of these with every target. */
    roleGains(aspects: readonly Aspect[]): Phrase[] {
        return this.preview.impact.roles
            .filter(({ role }) => ROLE_ASPECTS[role].some((aspect) => aspects.includes(aspect)))
            .flatMap(({ role, shifts }) => {
                const gains = shifts.filter(({ fate }) => isGain(fate));
                const people = new Set(
                    gains.flatMap((shift) => shift.people().map(({ id }) => id)).filter((id) => !this.#isWaived(id)),
                );
                const does = ROLE_WORDS[role];
                if (people.size > 0)
                    return [
                        prose`${countOf(people.size)} ${people.size === 1 ? prose`gains` : prose`gain`} a role that ${does}`,
                    ];
                return shifts.some(({ unknown }) => unknown?.isWider)
                    ? [prose`who gains a role that ${does} is not known`]
                    : [];
            });
    }

    /** A role in the organization covers every target, so only a waiver for all targets allows it. */
    #isWaived(id: string): boolean {
        return this.waivers.some(
            ({ target, person }) => target === undefined && (person === undefined || this.#isPerson(id, person)),
        );
    }

    nameOf(id: string): string {
        return this.preview.directory.nameOf(id);
    }

    /** Ids of the people of a shift without a waiver. */
    people({ target }: TargetImpact, shift: Shift): string[] {
        const waivers = this.waivers.filter((one) => one.target === undefined || one.target === this.nameOf(target.id));
        const ids = shift.people().map(({ id }) => id);
        return ids.filter((id) => !waivers.some(({ person }) => person === undefined || this.#isPerson(id, person)));
    }

    isMeant({ target }: TargetImpact, selectors: readonly string[]): boolean {
        return selectors.some((one) => this.#fits(target, one));
    }

    /** Selectors that match nothing. Either a name changed, or it is misspelled. */
    strays(selectors: readonly string[]): string[] {
        const { before, tags, directory } = this.preview;
        // Without changes nothing was read.
        if (before.records.groups.size + before.records.resources.size === 0) return [];
        const names = new Set([...directory.all()].flatMap(({ type, name }) => [name, `${type}:${name}`]));
        const isMet = (text: string): boolean =>
            text === "*" ||
            names.has(text) ||
            text.startsWith("sensitivity:") ||
            (text.startsWith("tag:") && tags.some((tag) => isTag(tag, text.slice("tag:".length))));
        return selectors.filter((text) => !isMet(text));
    }

    #isPerson(id: string, person: string): boolean {
        const found = this.preview.directory.find(id);
        return found !== undefined && [found.email, found.name, id].includes(person);
    }

    /** Matches before or after, so that a change cannot remove a target from a rule and widen access to it at once. */
    #fits({ type, id }: TargetImpact["target"], text: string): boolean {
        if (text === "*" || text === this.nameOf(id) || text === `${type}:${this.nameOf(id)}`) return true;
        if (type === "bundle") return false;
        const { before, after } = this.preview;
        return [before, after].some(({ records }) => {
            const found = (type === "group" ? records.groups : records.resources).get(id);
            if (text.startsWith("sensitivity:"))
                return found?.sensitivity === text.slice("sensitivity:".length).toUpperCase();
            if (!text.startsWith("tag:")) return false;
            return found?.tags?.some((tag) => isTag(tag, text.slice("tag:".length))) ?? false;
        });
    }
}

const ACCESS: readonly Aspect[] = ["has", "getsWithoutApproval", "administers"];

/** Violations, as clauses of a sentence. */
const VIOLATIONS: Readonly<Record<Verdict["kind"], (change: Case, rule: Rule) => Phrase[]>> = {
    noNewAccessTo: (change, { noNewAccessTo = [], aspects = ACCESS }) => [
        ...change.strays(noNewAccessTo).map((text) => prose`nothing fits "${text}", so that it guards nothing`),
        ...change.roleGains(aspects),
        ...change.targets
            .filter((one) => change.isMeant(one, noNewAccessTo))
            .flatMap((one) => {
                const shifts = one.shifts.filter(({ aspect }) => aspects.includes(aspect));
                const people = new Set(
                    shifts.filter(({ fate }) => isGain(fate)).flatMap((shift) => change.people(one, shift)),
                );
                const isOpen = shifts.some(({ unknown }) => unknown?.isWider);
                const name = prose`"${change.nameOf(one.target.id)}"`;
                if (people.size > 0)
                    return [
                        prose`${countOf(people.size)} ${people.size === 1 ? prose`gains` : prose`gain`} access to ${name}`,
                    ];
                return isOpen ? [prose`who gains access to ${name} is not known`] : [];
            }),
    ],
    maxGained: (change, { maxGained = 0, aspects = ["has"] }) => {
        const shifts = change.targets.flatMap((one) =>
            one.shifts
                .filter(({ aspect, fate }) => aspects.includes(aspect) && isGain(fate))
                .flatMap((shift) => change.people(one, shift)),
        );
        const count = new Set(shifts).size;
        return count > maxGained
            ? [
                  prose`${countOf(count)} ${count === 1 ? prose`gains` : prose`gain`} access, and at most ${maxGained} may`,
              ]
            : [];
    },
    noSelfApproval: (change) => [
        // Request configurations are the only part that is not evaluated.
        ...change.preview.notEvaluated.map(clauseOf),
        ...change.roleGains(["getsWithoutApproval"]),
        ...change.targets.flatMap((one) => {
            const shifts = one.shifts.filter(({ aspect }) => aspect === "getsWithoutApproval");
            const people = new Set(
                shifts.filter(({ fate }) => isGain(fate)).flatMap((shift) => change.people(one, shift)),
            );
            const name = prose`"${change.nameOf(one.target.id)}"`;
            if (people.size > 0) return [prose`${countOf(people.size)} may get ${name} without anybody's approval`];
            const isOpen = shifts.some(({ unknown }) => unknown?.isWider);
            return isOpen ? [prose`who may get ${name} without anybody's approval is not known`] : [];
        }),
    ],
    failOnUnknown: (change) => [
        ...change.targets
            // An unknown loss lets no one in.
            .filter(({ shifts }) => shifts.some(({ fate, unknown }) => fate === "maybeGained" || unknown?.isWider))
            .map(({ target }) => prose`who gains by it is not all known of "${change.nameOf(target.id)}"`),
        ...change.preview.impact.roles
            .filter(({ shifts }) => shifts.some(({ fate, unknown }) => fate === "maybeGained" || unknown?.isWider))
            .map(({ role }) => prose`not everyone who gains a role that ${ROLE_WORDS[role]} is known`),
        ...change.preview.notEvaluated.map(clauseOf),
    ],
};

/** The kind of a rule is the one property that it sets. */
function kindOf(rule: Rule): Verdict["kind"] {
    return KINDS.find((one) => rule[one] !== undefined) ?? "failOnUnknown";
}

function clauseOf(sentence: string): Phrase {
    return prose`${sentence.replace(/\.$/, "")}`;
}

function countOf(count: number): Phrase {
    return count === 1 ? prose`1 person` : prose`${count} people`;
}
