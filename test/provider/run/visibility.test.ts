import { describe, expect, it } from "vitest";
import { Patience } from "../../../src/common/patience.js";
import type { Author } from "../../../src/provider/run/authors.js";
import { VisibilityWait } from "../../../src/provider/run/visibility.js";
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
    new VisibilityWait({ now: () => NOW }, new Patience(0), { evidence: async () => found }, lagMs);

describe("the time from which a written object must be visible", () => {
    it.each([
        ["just now", at(0), NOW + 10 * MINUTE],
        ["nine minutes ago", at(-9), NOW + MINUTE],
        ["ten minutes ago", at(-10), undefined],
        ["by a clock that is a little ahead", at(2), NOW + 12 * MINUTE],
        ["by a clock that was wrong", at(60), undefined],
        ["at a time that was not recorded", undefined, undefined],
        ["at an invalid time", "yesterday", undefined],
    ])("depends on the time of the write: %s", (_, written, due) => expect(visibility().dueAfter(written)).toBe(due));

    it("is the time of the write if the lag is 0", () => {
        expect(visibility(undefined, 0).dueAfter(at(0))).toBeUndefined();
    });
});

it("treats an object as deleted only after a known deletion event that is later than its last write", async () => {
    const isDeleted = (found: Author | undefined, written: string | undefined) =>
        visibility(found).isDeleted(Group.kind, "any", { written });
    expect(await isDeleted(undefined, at(-1))).toBe(false);
    expect(await isDeleted(author(false), at(-1))).toBe(false);
    expect(await isDeleted(author(true), at(-1))).toBe(true);
    // The list of events may lag as well: then the last deletion is that of an earlier object with the same key.
    expect(await isDeleted(author(true), at(1))).toBe(false);
    expect(await isDeleted(author(true), undefined)).toBe(true);
});

it("limits the number of waits for all objects of a run together", async () => {
    const all = visibility();
    let waits = 0;
    while (await all.pause()) waits += 1;
    expect(waits).toBe(new Patience(0).attempts);
    expect(await all.pause()).toBe(false);
});
