import { type Phrase, plain, prose } from "../../common/phrase.js";
import { same } from "../../common/properties.js";
import type { AccessRules, Waiver } from "./rules.js";
import type { RuleVerdict } from "./verdicts.js";

/** How a pull request changes what decides about it and about later ones. */
export interface RulesChange {
    /** Rules that apply: those of the commit that the pull request is based on. */
    readonly base: AccessRules;
    /** Rules after the merge. */
    readonly proposed: AccessRules;
    /** Other changed files that decide, such as the scripts of the pipeline. */
    readonly files: readonly string[];
    /** Verdicts on the change by the rules of the base, and by the proposed ones. */
    readonly verdicts?: { readonly base: readonly RuleVerdict[]; readonly proposed: readonly RuleVerdict[] };
}

/** Sentences about what a pull request changes in the rules, beginning with what the present rules stop and the proposed ones allow. */
export function rulesChangeLines({ base, proposed, files, verdicts }: RulesChange): Phrase[] {
    return [
        ...(verdicts ? noLongerStopped(verdicts.base, verdicts.proposed) : []),
        ...namedChanges(prose`rule`, base.rules, proposed.rules),
        ...namedChanges(prose`access test`, base.tests ?? [], proposed.tests ?? []),
        ...added(base.waivers, proposed.waivers).map(waiverLine),
        ...added(proposed.waivers, base.waivers).map(({ rule }) => prose`A waiver of the rule "${rule}" is removed.`),
        ...added(base.allow ?? [], proposed.allow ?? []).map(
            ({ type, action, owner, reason }) =>
                prose`Programs may newly use "${type ?? action ?? ""}" without an evaluation, according to ${plain(owner)}: ${plain(reason)}`,
        ),
        ...added(proposed.allow ?? [], base.allow ?? []).map(
            ({ type, action }) => prose`Programs may no longer use "${type ?? action ?? ""}" without an evaluation.`,
        ),
        ...propertyChanges(prose`The assumption`, base.assumptions, proposed.assumptions),
        ...propertyChanges(prose`The setting accept:`, base.accept, proposed.accept),
        ...files.map((file) => prose`Changed: "${file}"`),
    ];
}

/** Rules of the base that stop the change, and that the proposed ones do not contain or no longer break. */
function noLongerStopped(base: readonly RuleVerdict[], proposed: readonly RuleVerdict[]): Phrase[] {
    const stops = new Set(proposed.filter(({ isKept }) => !isKept).map(({ rule }) => rule));
    return base
        .filter(({ isKept, rule }) => !isKept && !stops.has(rule))
        .map(({ rule }) => prose`The rule "${rule}" stops this change, and would no longer do so after the merge.`);
}

interface NamedRule {
    readonly name: string;
}

function namedChanges(noun: Phrase, base: readonly NamedRule[], proposed: readonly NamedRule[]): Phrase[] {
    const names = new Set([...base, ...proposed].map(({ name }) => name));
    return [...names].flatMap((name) => {
        const [was, is] = [base, proposed].map((all) => all.find((one) => one.name === name));
        if (!is) return [prose`The ${noun} "${name}" is removed.`];
        if (!was) return [prose`The ${noun} "${name}" is added.`];
        return propertyChanges(prose`In the ${noun} "${name}",`, was, is);
    });
}

function propertyChanges(subject: Phrase, was: object = {}, is: object = {}): Phrase[] {
    const [before, after] = [new Map(Object.entries(was)), new Map(Object.entries(is))];
    return [...new Set([...before.keys(), ...after.keys()])]
        .filter((key) => !same(before.get(key), after.get(key)))
        .map(
            (key) =>
                prose`${subject} ${plain(key)} was ${ruleValueText(before.get(key))}, and is now ${ruleValueText(after.get(key))}.`,
        );
}

function ruleValueText(value: unknown): string {
    return value === undefined ? "not set" : JSON.stringify(value);
}

function waiverLine({ rule, person, target, until, owner, reason }: Waiver): Phrase {
    return prose`The rule "${rule}" is newly waived for ${person ?? "everyone"} and ${target ?? "all groups, resources and bundles"}, until ${plain(until)}, by ${plain(owner)}: ${plain(reason)}`;
}

/** Elements of the second list that the first one does not have. */
function added<Value>(some: readonly Value[], others: readonly Value[]): Value[] {
    return others.filter((other) => !some.some((one) => same(one, other)));
}
