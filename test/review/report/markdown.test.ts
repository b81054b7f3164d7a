import { describe, expect, test } from "vitest";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { plain, prose } from "../../../src/common/phrase.js";
import { accessSection } from "../../../src/review/impact/impact-outline.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { documentOf, type Given, kindOf } from "./document.js";

const comment = async (given: readonly Given[], maxLength = 60_000, lines: readonly string[] = []) =>
    outlineMarkdown(reportOutline(await reportOf(documentOf(given, lines), kindOf)), maxLength);

const made = (name: string, label: string, more: object = {}): Given => ({
    kind: "Owner",
    name,
    op: "create",
    next: { name: label, ...more },
});

describe("a report as a Markdown comment", () => {
    test("begins with a marker that contains the stack", async () => {
        expect((await comment([made("a", "A")])).split("\n").slice(0, 2)).toEqual([
            "<!-- access-governance: access/prod -->",
            "### Access changes in `access/prod`",
        ]);
    });

    test("shows an alert above everything else, and fits however long the alert is", async () => {
        const report = await reportOf(documentOf([made("a", "A")]), kindOf);
        const lines = Array.from({ length: 3_000 }, (_, index) => prose`Changed: "${`access/file-${index}`}"`);
        const markdown = (count: number) =>
            outlineMarkdown(
                reportOutline({ ...report, alerts: [{ title: prose`Rules changed`, lines: lines.slice(0, count) }] }),
                60_000,
            );
        expect(markdown(2).split("\n").slice(1, 5)).toEqual([
            "**Rules changed**",
            "",
            "- Changed: `access/file-0`",
            "- Changed: `access/file-1`",
        ]);
        const long = markdown(lines.length);
        expect(long.length).toBeLessThan(60_000);
        expect(long).toMatch(/\n- and 2,?\d+ more: /);
        expect(long).toContain("### Access changes in");
    });

    test("states that there is nothing to do", async () => {
        const same: Given = { kind: "Owner", name: "a", before: { name: "A" } };
        expect(await comment([same])).toContain("\nNothing to do: 1 object declared, no differences.\n");
    });

    test("lists widening changes first and counts each object once", async () => {
        const rule = (autoApproval: boolean) => ({
            name: "On call",
            requestConfigurations: [{ priority: 0, allowRequests: true, autoApproval }],
        });
        const text = await comment([
            made("a", "A"),
            { kind: "Owner", name: "b", op: "delete", before: { name: "D" } },
            { kind: "Owner", name: "c", op: "update", before: { name: "C", description: "x" }, next: { name: "C" } },
            { kind: "Group", name: "d", op: "update", before: rule(false), live: rule(false), next: rule(true) },
            { kind: "Tag", name: "e", op: "update", before: { key: "region" }, next: { key: "area" } },
        ]);
        expect(text.match(/^#### .*/gm)).toEqual([
            "#### Widens access (+)",
            "#### May widen access (?)",
            "#### Narrows access (−)",
            "#### Does not affect access",
            "#### No longer declared",
        ]);
        expect(text).toContain(
            "\n4 objects change: 1 widens access, 1 may widen it, 1 narrows it, 1 does not affect it; 1 no longer declared (4 objects declared)\n",
        );
        expect(text).toContain("  - **+** request configuration 1 › auto approval: no → yes (no approval required)\n");
    });

    test("states the effect of a single changed object without a second number", async () => {
        const text = await comment([{ kind: "Owner", name: "c", op: "delete", before: { name: "C" } }]);
        expect(text).toMatch(/\n1 object changes: it narrows access \(\d/);
    });

    test("shows the level of a grant as access level", async () => {
        const next = { groupId: "g", resourceId: "r", accessLevelRemoteId: "read" };
        const text = await comment([{ kind: "GroupResource", name: "a", op: "create", next }]);
        expect(text).toMatch(/access level:? `?read`?/);
        expect(text).not.toContain("access level remote id");
    });

    test("lists gains and losses before the objects and leaves space for both", async () => {
        const many = Array.from({ length: 300 }, (_, index) => made(`n${index}`, `Owner number ${index}`));
        const report = await reportOf(documentOf(many), kindOf);
        const line = { sign: prose`+`, words: prose`1 person gains access` };
        const targets = Array.from({ length: 300 }, (_, index) => ({ title: prose`Group ${index}`, items: [line] }));
        const access = accessSection({ headline: prose`All gain.`, targets }, []);
        const text = outlineMarkdown(reportOutline(report, { access }), 4000);
        expect(text.length).toBeLessThanOrEqual(4000);
        const groups = text.match(/^\*\*Group \d+/gm) ?? [];
        const owners = text.match(/^- \*\*Owner/gm) ?? [];
        expect(groups.length).toBeGreaterThan(20);
        expect(owners.length).toBeGreaterThan(20);
        expect(text).toContain(`**${300 - groups.length} more groups, resources and bundles are omitted`);
        expect(text).toContain(`**${300 - owners.length} more objects are omitted`);
        expect(text.indexOf("**Group 0**")).toBeLessThan(text.indexOf("- **Owner"));
        expect(outlineMarkdown(reportOutline(report, { access }), 60_000).match(/^\*\*Group \d+/gm)).toHaveLength(300);
    });

    test("shows names that contain Markdown or HTML literally", async () => {
        const names = [
            "@everyone **now** <script>alert(1)</script>",
            "a `code` and ``more``",
            "`",
            "line\nbreak \u202e reversed",
            "--> <!-- access-governance: other/prod -->",
            "[link](https://elsewhere.example)",
        ];
        const lines = (await comment(names.map((name, index) => made(`n${index}`, name)))).split("\n");
        expect(lines.filter((line) => line.startsWith("- "))).toEqual([
            "- **Owner `--> <!-- access-governance: other/prod -->`** (`n4`): new",
            "- **Owner `@everyone **now** <script>alert(1)</script>`** (`n0`): new",
            "- **Owner `[link](https://elsewhere.example)`** (`n5`): new",
            "- **Owner `` ` ``** (`n2`): new",
            "- **Owner ``` a `code` and ``more`` ```** (`n1`): new",
            "- **Owner `line break   reversed`** (`n3`): new",
        ]);
    });

    test("quotes messages of the provider, so that they mention no users", async () => {
        const text = await comment([], 60_000, ['Group "@ops **x**" has expired']);
        expect(text).toContain('- `Group "@ops **x**" has expired`');
    });

    test("never exceeds the maximum length and states how many objects are omitted", async () => {
        const many = Array.from({ length: 300 }, (_, index) => made(`n${index}`, `Owner number ${index}`));
        const text = await comment(many, 2000);
        expect(text.length).toBeLessThanOrEqual(2000);
        const shown = text.match(/^- \*\*Owner/gm)?.length ?? 0;
        expect(shown).toBeGreaterThan(5);
        expect(text).toContain(`**${300 - shown} more objects are omitted. The log of the run contains all of them.**`);
    });

    test("collapses the objects after the first twenty and shows their number", async () => {
        const many = Array.from({ length: 100 }, (_, index) => made(`n${index}`, `Owner ${index}`));
        const text = await comment([...many, { kind: "Tag", name: "t", op: "create", next: { key: "region" } }]);
        const [open = "", folded = ""] = text.split("<details><summary>");
        expect(open.match(/^- \*\*/gm)).toHaveLength(20);
        expect(folded).toMatch(/^81 more objects<\/summary>\n\n- \*\*/);
        expect(folded.match(/^- \*\*/gm)).toHaveLength(81);
        expect(text).toMatch(/\n\n<\/details>\n$/);
    });

    test("fits many long errors or notes into the maximum length, without empty sections", async () => {
        const reason = (index: number) => plain(`Reason ${index}: ${"x".repeat(300)}`);
        const report = await reportOf(documentOf([made("a", "A")]), kindOf);
        const texts = Array.from({ length: 50 }, (_, index) => reason(index));
        for (const maxLength of [1000, 1500, 4000, 9000, 20_000]) {
            const failed = outlineMarkdown(reportOutline({ ...report, errors: texts }), maxLength);
            expect(failed.length).toBeLessThanOrEqual(maxLength);
            const [, left] = /\*\*(\d+) more reasons are omitted/.exec(failed) ?? [];
            expect(Number(left ?? 0) + (failed.match(/^- Reason/gm)?.length ?? 0)).toBe(50);
            const noted = outlineMarkdown(reportOutline({ ...report, notes: texts }), maxLength);
            expect(noted.length).toBeLessThanOrEqual(maxLength);
            expect(noted).not.toContain("**0 more");
            expect(noted).not.toMatch(/#### [^\n]*\n+(\*\*|$)/);
            const [, unsaid] = /\*\*(\d+) more notes are omitted/.exec(noted) ?? [];
            expect(Number(unsaid ?? 0) + (noted.match(/^- Reason/gm)?.length ?? 0)).toBe(50);
        }
    });

    test("shows ten members of a list and the number of others", async () => {
        const userIds = Array.from(
            { length: 12 },
            (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
        );
        expect(await comment([made("a", "A", { userIds })])).toMatch(/users: (`[-0-9a-f]+`, ){10}2 more$/m);
    });

    test("shows no secrets, even those that Pulumi does not mark as secret", async () => {
        const stream = (secret: string) => ({
            name: "Archive",
            connectionType: "WEBHOOK",
            webhookUrl: "https://archive.example/",
            hmacCredential1: { secret },
        });
        const [before, next] = [stream("first-key"), stream("second-key")];
        const text = await comment([
            { kind: "EventStream", name: "new", op: "create", next },
            { kind: "EventStream", name: "old", op: "update", before, live: stream("third-key"), next },
        ]);
        expect(text).toContain("hmac credential1: a secret value");
        expect(text).not.toMatch(/first-key|second-key|third-key/);
    });
});
