import { expect, test } from "vitest";
import {
    baselineOf,
    baselineText,
    type CoverageBaseline,
    compareWithBaseline,
    parseBaseline,
} from "../../../src/adopt/coverage/baseline.js";
import type { UndeclaredFinding } from "../../../src/adopt/coverage/findings.js";

const FILE = "access-baseline.prod.json";

test("the text is sorted by kind and id, with one entry per line, whatever the order of the findings", () => {
    const findings = [finding("Group", "b"), finding("Tag", "a"), finding("Group", "a")];
    const text = baselineText(baselineOf({ findings }, {}));
    expect(text).toBe(
        '{\n    "undeclared": [\n' +
            '        { "kind": "Group", "id": "a", "name": "Group a" },\n' +
            '        { "kind": "Group", "id": "b", "name": "Group b" },\n' +
            '        { "kind": "Tag", "id": "a", "name": "Tag a" }\n' +
            "    ]\n}\n",
    );
    expect(baselineText(baselineOf({ findings: [...findings].reverse() }, {}))).toBe(text);
});

test("names are escaped, and read back unchanged", () => {
    const name = '"\\\n\u001b[2J\u007f\u0085\u202e\u200b\u2028\ufeff\u{e0041}\ud800';
    const text = baselineText({ selection: {}, undeclared: [{ kind: "Group", id: "a", name }] });
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}](?<!\n)/u);
    expect(text.split("\n")).toHaveLength(6);
    expect(parseBaseline(text, FILE).undeclared).toEqual([{ kind: "Group", id: "a", name }]);
});

test("the selection and the reasons survive a rewrite, and what no longer exists is removed", () => {
    const former: CoverageBaseline = {
        selection: { exclude: ["Tag"], team: ["A & B"] },
        undeclared: [
            { kind: "Group", id: "a", name: "former name", reason: "Break glass" },
            { kind: "Group", id: "gone", name: "Gone", reason: "Old" },
        ],
    };
    const { selection } = parseBaseline(baselineText(former), FILE);
    const next = baselineOf({ findings: [finding("Group", "a"), finding("Tag", "a")] }, selection, former);
    expect(next).toEqual({
        selection: former.selection,
        undeclared: [
            { kind: "Group", id: "a", name: "Group a", reason: "Break glass" },
            { kind: "Tag", id: "a", name: "Tag a" },
        ],
    });
    expect(parseBaseline(baselineText({ selection: {}, undeclared: [] }), FILE)).toEqual({
        selection: {},
        undeclared: [],
    });
});

test("an entry matches by kind and id, not by name", () => {
    const { added, stale } = compareWithBaseline(
        { findings: [finding("Group", "new"), finding("Group", "renamed")], unread: [] },
        {
            undeclared: [
                { kind: "Group", id: "old", name: "Group new" },
                { kind: "Tag", id: "new", name: "Group new" },
                { kind: "Group", id: "renamed", name: "before" },
            ],
        },
    );
    expect(added.map(({ id }) => id)).toEqual(["new"]);
    expect(stale.map(({ kind, id }) => `${kind} ${id}`)).toEqual(["Group old", "Tag new"]);
});

test("no entry is called stale if something could not be read", () => {
    const unread = [{ kind: "Group", id: "all of them", because: "refused" }];
    const { stale } = compareWithBaseline(
        { findings: [], unread },
        { undeclared: [{ kind: "Group", id: "old", name: "" }] },
    );
    expect(stale).toEqual([]);
});

function finding(kind: string, id: string): UndeclaredFinding {
    return { kind, id, name: `${kind} ${id}`, risk: "none", reaches: [] };
}
