import type { Target } from "../access/facts.js";
import type { Shift } from "../access/impact.js";
import type { Aspect } from "../access/model.js";
import type { PreviewImpact } from "./preview-impact.js";

/** Whether an effect comes only from reverting what somebody changed outside. */
export function isReverted({ reverted }: PreviewImpact, target: Target, shift: Shift): boolean {
    const ids = new Set(shift.people().map(({ id }) => id));
    return reverted.targets
        .filter(({ target: { type, id } }) => type === target.type && id === target.id)
        .flatMap(({ shifts }) => shifts)
        .some(
            (one) =>
                one.aspect === shift.aspect &&
                one.fate === shift.fate &&
                one.level === shift.level &&
                one.begins === shift.begins &&
                one.count === shift.count &&
                one.people().every(({ id }) => ids.has(id)),
        );
}

/** What is wrong until it is reverted, such as `see it and should not`, after a number of people. Undefined if that is uncertain. */
export function wrongWords(aspect: Aspect, fate: Shift["fate"], count: number): string | undefined {
    const place = count === 1 ? 0 : 1;
    const does = DOES[aspect][place];
    switch (fate) {
        case "lost":
            return `${does} and should not`;
        case "gained":
            return SHOULD[aspect][place];
        case "shorter":
            return `${does} for longer than they should`;
        case "longer":
            return `${does} for a shorter time than they should`;
        default:
            return undefined;
    }
}

type OneOrSeveral = readonly [one: string, several: string];

const DOES: Readonly<Record<Aspect, OneOrSeveral>> = {
    has: ["has access", "have access"],
    getsWithoutApproval: same("may get it without anybody's approval"),
    mayRequest: same("may ask for it"),
    mayApprove: same("may approve requests for it"),
    administers: ["administers it", "administer it"],
    sees: ["sees it", "see it"],
};

const SHOULD: Readonly<Record<Aspect, OneOrSeveral>> = {
    has: ["should have access and does not", "should have access and do not"],
    getsWithoutApproval: same("should be able to get it without anybody's approval and cannot"),
    mayRequest: same("should be able to ask for it and cannot"),
    mayApprove: same("should be able to approve requests for it and cannot"),
    administers: ["should administer it and does not", "should administer it and do not"],
    sees: same("should see it and cannot"),
};

function same(words: string): OneOrSeveral {
    return [words, words];
}
