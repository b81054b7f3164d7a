import type { PathStep } from "../../access/model/path-step.js";
import { type Verification, verdictOf } from "../verification.js";
import { headingOf } from "./text.js";

/**
 * Returns the report to attach to an issue. It contains operations, paths in schemas, counts, rules and enum members. Ids and levels are
 * replaced with placeholders, which are numbered in order of appearance.
 */
export function anonymousReportOf(verification: Verification, version: string) {
    const { contract, access } = verification;
    const head = { version, verdict: verdictOf(verification), contract };
    if ("unread" in access) return { ...head, access };
    const { facts: _, disagreements, ...counts } = access;
    const placeholders = new Placeholders();
    return {
        ...head,
        access: {
            ...counts,
            disagreements: disagreements.map((one) => ({
                heading: headingOf(one),
                side: one.side,
                ...(one.rule !== undefined && { rule: one.rule }),
                target: placeholders.of(one.target.type, one.target.id),
                person: placeholders.of("person", one.personId),
                modelLevels: one.modelLevels.map((level) => placeholders.level(level)),
                serviceLevels: one.serviceLevels.map((level) => placeholders.level(level)),
                ...(one.ends && { ends: { model: one.ends.model !== null, service: one.ends.service !== null } }),
                ...(one.isDirect !== undefined && { isDirect: one.isDirect }),
                against: one.against,
                agreeing: one.agreeing,
                path: one.path.map((step) => stepOf(step, placeholders)),
            })),
        },
    };
}

/** Returns a step with placeholders instead of ids. */
function stepOf(step: PathStep, placeholders: Placeholders) {
    return {
        by: step.by,
        target: placeholders.of(step.target.type, step.target.id),
        ...("level" in step && { level: placeholders.level(step.level) }),
        ...("until" in step && { ends: step.until !== null }),
    };
}

/** Placeholders such as `resource-1`. An id has the same placeholder everywhere in a report. */
class Placeholders {
    readonly #names = new Map<string, string>();
    readonly #counts = new Map<string, number>();

    of(type: string, id: string): string {
        const key = `${type} ${id}`;
        const known = this.#names.get(key);
        if (known !== undefined) return known;
        const count = (this.#counts.get(type) ?? 0) + 1;
        this.#counts.set(type, count);
        this.#names.set(key, `${type}-${count}`);
        return `${type}-${count}`;
    }

    level(id: string): string {
        return id === "" ? "default" : this.of("level", id);
    }
}
