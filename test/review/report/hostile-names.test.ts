/** A hostile object name must not have an effect in any output that contains it. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { peopleDifferenceText, whatText, whoText, whyText } from "../../../src/access/answers/answer-words.js";
import { Directory } from "../../../src/access/answers/directory.js";
import { differenceOf, whatCan, whoCan, whyCan } from "../../../src/access/answers/questions.js";
import { impactOf } from "../../../src/access/model/change/impact.js";
import type { Change } from "../../../src/access/model/facts/change.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { outlineMarkdown } from "../../../src/common/outline/outline-markdown.js";
import { outlinePage } from "../../../src/common/outline/outline-page.js";
import { outlineText } from "../../../src/common/outline/outline-text.js";
import { plain, prose } from "../../../src/common/phrase.js";
import {
    accessSection,
    accessSummaryOf,
    impactDocument,
    impactOutline,
} from "../../../src/review/impact/impact-outline.js";
import { judge, unjudged } from "../../../src/review/impact/verdicts.js";
import { reportOf } from "../../../src/review/report/report.js";
import { reportOutline } from "../../../src/review/report/report-outline.js";
import { factsWith } from "../../access/empty-facts.js";
import { chrome, openBrowser, WHY_SKIPPED } from "../../access/map/browser.js";
import { documentOf, kindOf } from "./document.js";
import { HOSTILE } from "./hostile-list.js";

/** Contains an underscore, because names of letters only are not quoted in the messages of access rules. */
const INNOCENT = "innocent_name";

/** All outputs for a change in which every object has this name. */
async function outputsWith(name: string) {
    const none = { tags: [], status: "", managerId: null };
    const facts = factsWith({
        users: [
            { id: "u1", name, ...none },
            { id: "u2", name, email: name, ...none },
        ],
        groups: [
            {
                id: "g1",
                name,
                adminOwnerId: "o1",
                sensitivity: name,
                tags: [{ key: name, value: name }],
                levels: [name],
            },
            { id: "g2", name },
        ],
        resources: [{ id: "r1", name, levels: [name] }],
        bundles: [{ id: "b1", name, groupIds: ["g1"], resourceIds: ["r1"] }],
        owners: [{ id: "o1", name, userIds: ["u1"], escalationMinutes: 0 }],
        links: [{ groupId: "g1", resourceId: "r1", level: name, until: null }],
        unknowns: [{ type: "group", id: "g2", because: name }],
    });
    const given = { level: name, until: "2027-03-03T14:00:00Z" };
    const changes: Change[] = [
        { put: "membership", value: { groupId: "g1", userId: "u1", ...given } },
        { put: "membership", value: { groupId: "g1", userId: "u2", ...given } },
        { put: "user", value: { id: "u3", name, ...none } },
        { put: "unknown", value: { type: "resource", id: "r1", because: name, variant: "after" } },
    ];
    const before = AccessModel.of(facts);
    const after = before.with(changes);
    const directory = new Directory([facts], new Map([["u3", name]]));
    const preview = {
        impact: impactOf(before, after),
        reverted: impactOf(before, before),
        accepted: impactOf(before, before),
        before,
        after,
        facts,
        directory,
        parts: [],
        account: {
            evaluated: 1,
            irrelevant: 1,
            unknown: (["anything", "reported"] as const).map((concerns) => ({ words: prose`${name}`, concerns })),
        },
    };
    const rule = { name, owner: name, reason: name };
    const rules = {
        rules: [
            { ...rule, noNewAccessTo: [name, `${name}!`] },
            { ...rule, maxGained: 0 },
            { ...rule, failOnUnknown: true as const },
        ],
        waivers: ["2026-12-31", "2027-12-31"].map((until) => ({
            rule: name,
            target: name,
            owner: name,
            reason: name,
            until,
        })),
    };
    const verdicts = judge(preview, rules, "2027");
    const knowledge = { model: after, directory, isOfProgram: false, limits: [prose`${name}`] };
    const group = { type: "group", id: "g1" } as const;
    const document = documentOf(
        [
            { kind: "Owner", name, op: "create", next: { name, description: name } },
            {
                kind: "Owner",
                name: `${name}2`,
                op: "update",
                before: { name, description: name },
                live: { name: `${name}!`, description: name },
                next: { name, description: "b" },
            },
            { kind: "Tag", name: `${name}3`, op: "create", next: { key: name, value: name } },
            { kind: name, name: `${name}4`, op: "create", next: {} },
        ],
        [`${name} has expired`],
    );
    const errors = [1, 2].map((index) => ({
        severity: "error",
        urn: `a::b::c::${name}${index}`,
        message: `${name} failed`,
    }));
    const report = {
        ...(await reportOf({ ...document, diagnostics: [...document.diagnostics, ...errors] }, kindOf)),
        stack: name,
    };
    const sections = [
        accessSection(accessSummaryOf(preview), verdicts),
        accessSection({ headline: prose`This was not evaluated. ${name}` }, unjudged(rules)),
    ];
    return {
        texts: [
            outlineText(impactOutline(preview, verdicts)),
            ...[40, 100_000].flatMap((width) => [
                outlineText(reportOutline(report, { access: sections[0] }), { width }),
                outlineText(reportOutline(report, { access: sections[1] }), { width }),
            ]),
            whoText(knowledge, whoCan(knowledge, "has", group)),
            whatText(knowledge, whatCan(knowledge, "has", "u1")),
            whyText(knowledge, whyCan(knowledge, "u1", group), "has"),
            peopleDifferenceText(knowledge, differenceOf(knowledge, "has", ["u1", "u3"])),
        ],
        comments: [
            outlineMarkdown(impactOutline(preview, verdicts)),
            ...sections.map((access) => outlineMarkdown(reportOutline(report, { access }))),
        ],
        pages: sections.map((access) => outlinePage(reportOutline(report, { access }))),
        json: JSON.stringify(impactDocument(preview, verdicts)),
    };
}

const known = new Map<string, ReturnType<typeof outputsWith>>();

function outputsOnce(name: string): ReturnType<typeof outputsWith> {
    const outputs = known.get(name) ?? outputsWith(name);
    known.set(name, outputs);
    return outputs;
}

const markdown = new MarkdownIt({ html: true, linkify: true });

/** The elements of a comment without their texts, and the texts that are not code. */
function partsOf(comment: string) {
    const tokens = markdown.parse(comment, {}).flatMap((token) => [token, ...(token.children ?? [])]);
    const isText = (type: string): boolean => type === "text" || type === "code_inline" || type === "inline";
    return {
        marks: tokens.filter(({ type }) => !isText(type)).map(({ type, tag, content }) => `${type} ${tag} ${content}`),
        words: tokens.filter(({ type }) => type === "text").map(({ content }) => content),
    };
}

/** Removes the marker in the first line, which contains the letters of the stack name and so differs for every name. */
const withoutMarker = (comment: string) => comment.replace(/^<!-- access-governance: [\w.:/ -]* -->/, "");

async function expectHarmless(name: string): Promise<void> {
    const [hostile, innocent] = [await outputsOnce(name), await outputsOnce(INNOCENT)];
    for (const [index, text] of hostile.texts.entries()) {
        const lines = text.split("\n");
        if (index !== 1 && index !== 2) expect(lines.length).toBe(innocent.texts[index]?.split("\n").length);
        expect(text.replaceAll("\n", "")).not.toMatch(
            /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u,
        );
        expect(lines.filter((line) => /^\s*::|##\[|##vso/.test(line))).toEqual([]);
    }
    expect(hostile.json).toContain(JSON.stringify(name));
    for (const [index, comment] of hostile.comments.entries()) {
        const [found, wanted] = [comment, innocent.comments[index] ?? ""].map((one) => partsOf(withoutMarker(one)));
        expect(found?.marks).toEqual(wanted?.marks);
        // A name of letters only is harmless where the messages of rules contain it without quotes.
        if (typeof plain(name).parts[0] !== "string") expect(found?.words).toEqual(wanted?.words);
    }
}

test("the list has at least 50 distinct hostile names", () => {
    expect(new Set(HOSTILE).size).toBeGreaterThanOrEqual(50);
    expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
});

test.each(HOSTILE.map((name) => [JSON.stringify(name).slice(0, 60), name] as const))(
    "the name changes neither the log nor the structure of the comment, and JSON contains it: %s",
    (_, name) => expectHarmless(name),
);

test("random names are harmless, too", async () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary", minLength: 1 })), {
        minLength: 1,
        maxLength: 3,
    });
    await fc.assert(
        fc.asyncProperty(pieces, (texts) => expectHarmless(texts.join(""))),
        { numRuns: 12 },
    );
});

test("an empty name does not appear as undefined in a log or a comment", async () => {
    const { texts, comments } = await outputsWith("");
    expect(texts.join("")).not.toContain("undefined");
    expect(comments.join("")).not.toContain("undefined");
});

if (chrome === undefined) console.warn(`Hostile names are not tested in a browser: ${WHY_SKIPPED}.`);

describe.skipIf(chrome === undefined)("a page with hostile names", () => {
    const folder = mkdtempSync(join(tmpdir(), "hostile-names-"));
    let browser: Browser;
    beforeAll(async () => {
        browser = await openBrowser();
    });
    afterAll(async () => {
        await browser?.close();
        rmSync(folder, { recursive: true, force: true });
    });

    test("has the same elements as with a harmless name, sends no requests and runs no scripts", async () => {
        const page = await browser.newPage();
        const events: string[] = [];
        page.on("dialog", (dialog) => {
            events.push(`dialog ${dialog.message()}`);
            void dialog.dismiss();
        });
        page.on("console", (message) => events.push(message.text()));
        page.on("request", (request) => events.push(request.url()));
        const file = join(folder, "report.html");
        const elementsOf = async (html: string): Promise<unknown> => {
            writeFileSync(file, html);
            events.length = 0;
            await page.goto(pathToFileURL(file).href);
            expect(events).toEqual([pathToFileURL(file).href]);
            const body = await page.evaluate<string>("document.documentElement.textContent");
            expect(body).not.toMatch(/[\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/);
            return page.evaluate(
                `[...document.querySelectorAll(":not(bdi)")].map((one) => one.tagName + [...one.attributes].map(({ name, value }) => " " + name + "=" + value).join(""))`,
            );
        };
        const wanted: unknown[] = [];
        for (const html of (await outputsOnce(INNOCENT)).pages) wanted.push(await elementsOf(html));
        for (const name of HOSTILE)
            for (const [index, html] of (await outputsOnce(name)).pages.entries())
                expect(await elementsOf(html), JSON.stringify(name)).toEqual(wanted[index]);
    });
});
