import { counted } from "../../common/counts.js";
import { type Risk, riskiest } from "../schema/risk.js";

/** The kinds of findings that the summary of a run counts. */
export type FindingKind =
    | "drifted"
    | "unknown change"
    | "deleted outside"
    | "not visible"
    | "conflict"
    | "wrong reference"
    | "wrong argument";

const STATE_ONLY =
    'compared with the state only, because access-governance:read is "changed": changes outside Pulumi show only with --refresh';

/** Says, without a count, that objects were not read. */
export const UNREAD_TEXT = `Objects with an unchanged declaration are ${STATE_ONLY}`;

/** Counts the findings of a run, once for each object, the objects whose repair gives access, and those that were not read. */
export class Summary {
    private readonly found = new Map<FindingKind, Set<string>>();
    private readonly repaired = new Map<string, Risk>();
    private readonly unread = new Set<string>();

    /**
     * Counts a finding. `object` is a key that identifies the object.
     * @param risk the effect on access if the next `pulumi up` repairs what was found
     */
    note(finding: FindingKind | undefined, object: string, risk: Risk = "none"): void {
        if (finding) this.found.set(finding, (this.found.get(finding) ?? new Set()).add(object));
        this.repaired.set(object, riskiest([risk, this.repaired.get(object) ?? "none"]));
    }

    /** Counts an object that was compared with the state only. */
    noteUnread(object: string): void {
        this.unread.add(object);
    }

    /** A sentence about the objects that were compared with the state only. Undefined if there are none. */
    get unreadText(): string | undefined {
        const { size } = this.unread;
        if (size === 0) return undefined;
        return `${counted(size, "object")} with an unchanged declaration ${size === 1 ? "was" : "were"} ${STATE_ONLY}`;
    }

    /**
     * Formats the counts, for example `3 drifted, 1 deleted outside, 2 conflicts; 1 repair gives access`. Undefined if there are no
     * findings.
     */
    get text(): string | undefined {
        const parts = PLURALS.flatMap(([finding, plural]) => {
            const count = this.found.get(finding)?.size ?? 0;
            return count === 0 ? [] : [`${count} ${count === 1 ? finding : plural}`];
        });
        const repairs = REPAIRS.flatMap(([risk, one, more]) => {
            const count = [...this.repaired.values()].filter((each) => each === risk).length;
            return count === 0 ? [] : [`${counted(count, "repair")} ${count === 1 ? one : more}`];
        });
        const groups = [parts, repairs].filter(({ length }) => length > 0);
        return groups.length > 0 ? groups.map((group) => group.join(", ")).join("; ") : undefined;
    }
}

const PLURALS: readonly (readonly [one: FindingKind, more: string])[] = [
    ["drifted", "drifted"],
    ["unknown change", "unknown changes"],
    ["deleted outside", "deleted outside"],
    ["not visible", "not visible"],
    ["conflict", "conflicts"],
    ["wrong reference", "wrong references"],
    ["wrong argument", "wrong arguments"],
];

const REPAIRS: readonly (readonly [risk: Risk, one: string, more: string])[] = [
    ["widens", "gives access", "give access"],
    ["mayWiden", "may give access", "may give access"],
];
