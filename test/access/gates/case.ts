import { isWidening } from "../../../src/access/model/change/shifts.js";
import { ASPECTS } from "../../../src/access/model/model.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import type { AccessRules } from "../../../src/review/impact/rules.js";
import type { RuleVerdict } from "../../../src/review/impact/verdicts.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import type { Program } from "../../proofs/simulator/program.js";
import { contradictionsIn } from "./contradictions.js";
import type { Deployment } from "./deployment.js";
import type { Edit } from "./edit.js";
import { momentsBetween, stateAt } from "./moments.js";
import { type Ability, gainsBetween, type Truth, truthOf } from "./truth.js";

/** Result of one edit: the verdicts of the access gate on its preview, and the actual effect of `pulumi up`. */
export interface Case {
    /** Access that users actually gain by the edit. */
    readonly gains: readonly Ability[];
    /** Users gain access, or the kind declares a risk that no call can show, such as requests without MFA. */
    readonly isWider: boolean;
    readonly isHidden: boolean;
    /** "gain": the gate knows who gains access. "unknown": it stops the edit only because some of the impact is unknown. */
    readonly stop: "gain" | "unknown" | undefined;
    readonly verdicts: readonly RuleVerdict[];
    /** Reasons why parts of the impact are unknown, without duplicates. */
    readonly reasons: readonly string[];
    /** Gains that the impact of the preview does not report. */
    readonly unreported: readonly Ability[];
    /** Gains that the impact reports but that no user actually has. */
    readonly invented: readonly string[];
    /** Contradictions between the sections of the report and the impact. */
    readonly contradictions: readonly string[];
}

/** Every kind of rule except the maximum number of users: no user may gain anything, and nothing may be unknown. */
const RULES: AccessRules = {
    rules: [
        { name: "Nothing new", owner: "tests", reason: "It is tested.", noNewAccessTo: ["*"], aspects: [...ASPECTS] },
        { name: "Nobody approves themselves", owner: "tests", reason: "It is tested.", noSelfApproval: true },
        { name: "Everything is known", owner: "tests", reason: "It is tested.", failOnUnknown: true },
    ],
    waivers: [],
};

/**
 * Previews an edit of the deployed program, judges it, deploys it, and asks the service for its effect.
 * @param known access in the service before the edit; used unless the edit also changes the organization outside of the program
 * @throws Refused
 */
export async function tryEdit(deployment: Deployment, base: Program, edit: Edit, known: Truth): Promise<Case> {
    const { outside, between, program = base, reader, isHidden = false, isRisky = false, rules = RULES } = edit;
    if (outside) deployment.outside(outside);
    const document = await deployment.preview(program);
    const preview = await deployment.impactOf(document, rules, reader);
    const verdicts = judge(preview, rules, deployment.now.toISOString());
    if (between) deployment.outside(between);
    const before = outside || between ? truthOf(deployment.store, deployment.now) : known;
    const old = deployment.store.copy();
    await deployment.up(program);
    const users = new Set(old.users.all().map(({ user_id }) => user_id));
    const gains = gainsBetween(before, truthOf(deployment.store, deployment.now), users);
    for (const moment of momentsBetween(old, deployment.store, deployment.now)) {
        const [was, is] = [old, deployment.store].map((store) => truthOf(stateAt(store, moment), moment));
        if (was && is) gains.push(...gainsBetween(was, is, users));
    }
    const reported = reportedBy(preview, (id) => (id.startsWith("urn:") ? (deployment.idOf(id) ?? id) : id));
    const gained = new Set(gains.map(({ aspect, user, target }) => `${aspect} ${user} ${target}`));
    return {
        gains,
        isWider: isRisky || gains.length > 0,
        isHidden,
        stop: stopOf(verdicts, preview),
        verdicts,
        reasons: reasonsOf(preview),
        contradictions: await contradictionsIn(document, preview),
        unreported: gains.filter(({ aspect, user, target }) => {
            const shifts = reported.get(`${aspect} ${target}`);
            return !shifts?.users.has(user) && !shifts?.isOpen;
        }),
        invented: [...reported].flatMap(([key, { users }]) => {
            const [aspect, target] = key.split(" ");
            return [...users].map((user) => `${aspect} ${user} ${target}`).filter((one) => !gained.has(one));
        }),
    };
}

/** Returns whether the gate stops the edit, and whether it knows who gains access. */
function stopOf(verdicts: readonly RuleVerdict[], { impact }: PreviewImpact): Case["stop"] {
    if (verdicts.every(({ isKept }) => isKept)) return undefined;
    return impact.targets.some(({ shifts }) => shifts.some(({ fate }) => isWidening(fate))) ? "gain" : "unknown";
}

function reasonsOf({ impact, before, after }: PreviewImpact): string[] {
    const open = impact.targets.flatMap(({ target, shifts }) =>
        shifts
            .filter(({ fate }) => fate === "unknown" || fate.startsWith("maybe"))
            .flatMap(({ aspect }) => [before, after].flatMap((model) => [...model.who(aspect, target).unknowns])),
    );
    return [...new Set(open.map(({ because }) => because))];
}

/** Users whom the impact reports as gaining access, by aspect and target. */
function reportedBy({ impact }: PreviewImpact, idOf: (id: string) => string) {
    const reported = new Map<string, { users: Set<string>; isOpen: boolean }>();
    for (const { target, shifts } of impact.targets)
        for (const { aspect, fate, people, unknown } of shifts) {
            const key = `${aspect} ${idOf(target.id)}`;
            const known = reported.get(key) ?? { users: new Set(), isOpen: false };
            if (isWidening(fate)) for (const { id } of people()) known.users.add(id);
            reported.set(key, { ...known, isOpen: known.isOpen || unknown?.isWider === true });
        }
    return reported;
}
