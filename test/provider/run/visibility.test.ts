import { describe, expect, it } from "vitest";
import { Patience } from "../../../src/provider/live/patience.js";
import type { Author } from "../../../src/provider/run/authors.js";
import { Visibility } from "../../../src/provider/run/visibility.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";

const NOW = Date.parse("2027-03-03T12:00:00Z");
const MINUTE = 60_000;
const at = (minutes: number): string => new Date(NOW + minutes * MINUTE).toISOString();

const author = (isKnown: boolean): Author => ({
    by: "ada@tidewater.example",
    userId: "any",
    at: NOW,
    type: "GROUP_DELETED",
    isKnown,
    mayBeOwn: false,
});
const visibility = (found?: Author, lagMs = 10 * MINUTE) =>
    new Visibility({ now: () => NOW }, new Patience(0), { evidence: async () => found }, lagMs);

describe("what a run wrote", () => {
    it.each([
        ["just now", at(0), NOW + 10 * MINUTE],
        ["nine minutes ago", at(-9), NOW + MINUTE],
        ["ten minutes ago", at(-10), undefined],
        ["by a clock that is a little ahead", at(2), NOW + 12 * MINUTE],
        ["by a clock that was wrong", at(60), undefined],
        ["at a time that nobody kept", undefined, undefined],
        ["at no time", "yesterday", undefined],
    ])("%s", (_, written, due) => expect(visibility().dueAfter(written)).toBe(due));

    it("must be visible at once without a lag", () => {
        expect(visibility(undefined, 0).dueAfter(at(0))).toBeUndefined();
    });
});

it("takes only an event that is known to be a deletion for one, and none from before the object was written", async () => {
    const changed = { kind: Group.kind, id: "any", createdBy: undefined };
    expect(await visibility().isDeleted(changed, at(-1))).toBe(false);
    expect(await visibility(author(false)).isDeleted(changed, at(-1))).toBe(false);
    expect(await visibility(author(true)).isDeleted(changed, at(-1))).toBe(true);
    // The list of events may lag as well: then the last deletion is that of an earlier one with the same key.
    expect(await visibility(author(true)).isDeleted(changed, at(1))).toBe(false);
    expect(await visibility(author(true)).isDeleted(changed, undefined)).toBe(true);
});

it("waits as often for one object as for all of a run", async () => {
    const all = visibility();
    let waits = 0;
    while (await all.pause()) waits += 1;
    expect(waits).toBe(new Patience(0).attempts);
    expect(await all.pause()).toBe(false);
});
