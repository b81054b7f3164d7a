import { Directory } from "../../../src/access/answers/directory.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Shift } from "../../../src/access/model/change/shifts.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import type { Facts, RequestRule, Stage } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import type { PreviewImpact } from "../../../src/review/impact/preview-impact.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { judge } from "../../../src/review/impact/verdicts.js";

/** A user whom no access rule matches. */
export function user(id: string) {
    return { id, name: id, tags: [], status: "", managerId: null };
}

/** A request configuration in which one approval by a user of the owner is enough. */
export function reviewed(stage: Partial<Stage> = {}): RequestRule {
    return {
        priority: 0,
        allowRequests: true,
        autoApproval: false,
        stages: [
            {
                operator: "OR",
                ownerIds: ["reviewers"],
                serviceUserIds: [],
                requireManagerApproval: false,
                requireAdminApproval: false,
                ...stage,
            },
        ],
    };
}

export const automatic: RequestRule = { priority: 0, allowRequests: true, autoApproval: true, stages: [] };
export const hidden = { type: "LIMITED" as const, groupIds: [] };

/** The evaluated preview of changes. */
export function previewOf(facts: Facts, changes: readonly Change[]): PreviewImpact {
    const before = AccessModel.of(facts);
    const after = before.with(changes);
    const directory = new Directory([facts]);
    return {
        impact: impactOf(before, after),
        reverted: impactOf(before, before),
        accepted: impactOf(before, before),
        before,
        after,
        facts,
        directory,
        parts: [],
        account: { evaluated: 1, irrelevant: 0, unknown: [] },
    };
}

/** Effects of changes, such as `vault: sees gained ada, bob from 2030-01-01`. */
export function effectsOf(facts: Facts, changes: readonly Change[]): string[] {
    return effectsIn(previewOf(facts, changes));
}

/** Effects of a preview, in the same form. */
export function effectsIn({ impact }: PreviewImpact): string[] {
    return [
        ...impact.roles.flatMap(({ role, shifts }) => shifts.map((shift) => `${role}: ${wordsOf(shift)}`)),
        ...impact.targets.flatMap(({ target, shifts }) => shifts.map((shift) => `${target.id}: ${wordsOf(shift)}`)),
    ].sort();
}

/** Message of a rule that the changes break; undefined if they comply with it. */
export function stopOf(facts: Facts, changes: readonly Change[], rule: object): string | undefined {
    return stops(previewOf(facts, changes), rule);
}

/** Message of a rule that a preview breaks; undefined if it complies with it. */
export function stops(preview: PreviewImpact, rule: object): string | undefined {
    const rules = [{ name: "Rule", owner: "somebody", reason: "It is one.", ...rule }];
    const [verdict] = judge(preview, parseRules(JSON.stringify({ rules }), "rules.json"), preview.facts.at);
    return verdict?.isKept === false ? verdict.words.toJSON() : undefined;
}

function wordsOf({ aspect, fate, unknown, people, level, begins }: Shift): string {
    const ids = people().map(({ id }) => id);
    return [
        aspect,
        unknown ? `unknown: ${unknown.isWider ? "may gain" : "may lose"}` : `${fate} ${ids.sort().join(", ")}`,
        level ? ` at ${level}` : "",
        begins ? ` from ${begins.slice(0, "2030-01-01".length)}` : "",
    ]
        .join(" ")
        .replace(/ +/g, " ")
        .trim();
}
