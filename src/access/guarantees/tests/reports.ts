import { compareText, grouped } from "../../../common/collections.js";
import { counted } from "../../../common/counts.js";
import { html } from "../../../common/html.js";
import { markdown } from "../../../common/markdown.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import { together } from "../../answers/together.js";
import { pathWords } from "../../model/words.js";
import { takeWords } from "../escalation/escalation-reports.js";
import type { AccessTest } from "./access-test.js";
import { parseExpectation } from "./expectation.js";
import { type NewUser, newUserWords } from "./new-users.js";
import { isFailing, outcomeOf, type TestResult, type TestViolation } from "./verdicts.js";

/** Maximum number of people to name in a line. */
const MAX_NAMED_VIOLATORS = 5;

/** Maximum number of targets to name in a line. */
const MAX_TARGETS = 3;

/** Maximum number of lines per test. */
const MAX_LINES = 10;

/** Formats results as plain text for a terminal or a log. */
export function testsText(results: readonly TestResult[], directory: Directory): string {
    const lines = results.flatMap((one) => [
        prose`${plain(LABELS[one.status])}  ${plain(one.test.name)}${plain(isAccepted(one) ? " (accepted)" : "")}`,
        ...shownDetails(one, directory).map((line) => prose`         ${line}`),
    ]);
    const scope = scopeOf(results).flatMap((line) => [prose``, line]);
    return `${[...lines, prose``, tallyOf(results), ...scope].join("\n")}\n`;
}

/** Formats results as Markdown, for a comment on a pull request. */
export function testsMarkdown(results: readonly TestResult[], directory: Directory): string {
    const blocks = results.map((one) => {
        const details = shownDetails(one, directory);
        const title = markdown`\n- **${plain(WORDS[one.status])}** ${plain(one.test.name)}`;
        return markdown`${title}${details.map((line) => markdown`\n  - ${line}`)}`;
    });
    const scope = scopeOf(results).map((line) => markdown`\n${line}\n`);
    return markdown`### Access tests\n\n${tallyOf(results)}\n${blocks}\n${scope}`.toString();
}

/** Formats results as JUnit XML, which CI systems can display. */
export function testsJunit(results: readonly TestResult[], directory: Directory): string {
    const cases = results.map((one) => {
        const details = detailsOf(one, directory).map((line) => line.toString());
        const [first = ""] = details;
        const body = isFailing(one)
            ? html`<failure type="${one.status}" message="${first}">${details.map((line) => html`${line}\n`)}</failure>`
            : one.status === "unknown"
              ? html`<skipped message="${first}"/>`
              : html`${notesOf(one).map((line) => html`<system-out>${line.toString()}</system-out>`)}`;
        return html`
  <testcase classname="access" name="${one.test.name}">${body}</testcase>`;
    });
    const failures = results.filter(isFailing).length;
    const skipped = results.filter((one) => one.status === "unknown" && !isFailing(one)).length;
    return `<?xml version="1.0" encoding="UTF-8"?>\n${html`<testsuite name="access" tests="${results.length}" failures="${failures}" skipped="${skipped}">${cases}
</testsuite>`}\n`;
}

/** Formats results as JSON. */
export function testsDocument(results: readonly TestResult[], directory: Directory): object {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    return {
        outcome: outcomeOf(results),
        tests: results.map((one) => ({
            name: one.test.name,
            status: one.status,
            principals: one.principals,
            targets: one.targets,
            ...(one.problem && { problem: one.problem.toJSON() }),
            violationCount: one.violationCount,
            violations: one.violations.map(({ personId, newUser, target, path, approverIds, takes }) => ({
                person: newUser ? newUserDocument(newUser, directory) : named(personId),
                target: { type: target.type, ...named(target.id) },
                because: pathWords(path, directory).toJSON(),
                ...(approverIds && { approvers: approverIds.map(named) }),
                ...(takes && { steps: takes.map((take) => takeWords(take, directory).toJSON()) }),
            })),
            unknowns: one.unknowns.map(({ type, id, because }) => ({ type, ...named(id), because })),
            doubt: (one.doubt ?? []).map((clause) => clause.toJSON()),
            ...(one.future && { newUsers: { ...one.future, skipped: one.future.skipped?.toJSON() } }),
            ...(one.test.reason !== undefined && { reason: one.test.reason }),
        })),
    };
}

function newUserDocument(newUser: NewUser, directory: Directory) {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    return {
        name: newUserWords(newUser, directory).toJSON(),
        tags: newUser.tags.map(({ key, value }) => ({ key, value })),
        status: newUser.status,
        groups: newUser.groupIds.map(named),
        owners: newUser.ownerIds.map(named),
    };
}

/** Describes how a principal violates a test. */
function wayOf(
    { path, target, approverIds, takes = [] }: TestViolation,
    test: AccessTest,
    directory: Directory,
): Phrase {
    if (test.can !== undefined) {
        const expected = parseExpectation(test.can);
        return prose`cannot ${plain(typeof expected === "string" ? "do" : expected.verb)} it`;
    }
    if (takes.length > 0)
        return joined(
            takes.map((take) => takeWords(take, directory)),
            prose`; then `,
        );
    const words = path.length > 0 ? pathWords(path, directory, target.id) : prose`the path is unknown`;
    if (!approverIds) return words;
    if (approverIds.length === 0)
        return prose`${words}; approval by one person is enough, but the API does not return who that is`;
    const names = approverIds.map((id) => prose`"${directory.shortNameOf(id)}"`);
    const enough =
        names.length === 1
            ? prose`the approval of ${joined(names, prose``)} is`
            : prose`the approvals of ${joined(names, prose` and `)} are`;
    return prose`${words}; ${enough} enough`;
}

/** Whether the result is unknown, and the test accepts unknown results. */
function isAccepted(result: TestResult): boolean {
    return result.status === "unknown" && !isFailing(result);
}

const LABELS = { passed: "passed ", failed: "FAILED ", unknown: "unknown" } as const;
const WORDS = { passed: "Passed:", failed: "Failed:", unknown: "Unknown:" } as const;

/** `3 tests: 1 passed, 1 failed, 1 unknown.` */
function tallyOf(results: readonly TestResult[]): Phrase {
    const count = (status: TestResult["status"]): number => results.filter((one) => one.status === status).length;
    const parts = (["passed", "failed", "unknown"] as const)
        .filter((status) => count(status) > 0)
        .map((status) => prose`${count(status)} ${plain(status)}`);
    return prose`${plain(counted(results.length, "test"))}: ${joined(parts, prose`, `)}.`;
}

/** Lines to show below a result. For a test that passed, only what was not checked. */
function shownDetails(result: TestResult, directory: Directory): Phrase[] {
    return result.status === "passed" ? notesOf(result) : detailsOf(result, directory);
}

/** Lines about new users who were not checked. */
function notesOf({ future }: TestResult): Phrase[] {
    if (!future) return [];
    const { checked, unchecked, skipped } = future;
    return [
        ...(skipped ? [prose`not checked for new users: ${skipped}`] : []),
        ...(unchecked > 0
            ? [
                  prose`unknown for new users: ${unchecked} combinations of tags, statuses and memberships were not checked, only the ${checked} with the fewest`,
              ]
            : []),
    ];
}

/** Describes which new users were checked. Empty if only current users were. */
function scopeOf(results: readonly TestResult[]): Phrase[] {
    const counts = results.flatMap(({ future }) => future?.checked ?? []);
    if (counts.length === 0) return [];
    const count = counts.reduce((sum, one) => sum + one, 0);
    return [
        prose`Also checked, not proved, for ${plain(counted(count, "combination"))} of the tags, HR statuses and memberships of a new user, one user at a time. A new user may have several values of a tag, unless the assumption singleValuedTags rules it out. Everything else stays as it is.`,
    ];
}

/** Lines that describe the problems found by a test. */
function detailsOf(result: TestResult, directory: Directory): Phrase[] {
    const { test, problem, violations, violationCount, unknowns, doubt = [] } = result;
    if (problem) return [problem];
    const lines = [...violationLines(result, directory), ...newUserLines(result, directory)];
    const hidden = violationCount - violations.length;
    return [
        ...lines.slice(0, MAX_LINES),
        ...(lines.length > MAX_LINES ? [prose`… and ${lines.length - MAX_LINES} more`] : []),
        ...(hidden > 0 ? [prose`… and ${hidden} more violations`] : []),
        ...unknowns
            .slice(0, MAX_LINES)
            .map(({ id, because }) => prose`unknown for "${directory.nameOf(id)}": ${plain(because)}`),
        ...(unknowns.length > MAX_LINES ? [prose`… and ${unknowns.length - MAX_LINES} more unknown`] : []),
        ...doubt,
        ...notesOf(result),
        ...(test.reason !== undefined && violationCount > 0 ? [plain(test.reason)] : []),
    ];
}

/** Lines about violations. Targets for which the same people violate the test in the same way share a line. */
function violationLines({ violations, test }: TestResult, directory: Directory): Phrase[] {
    const current = violations.filter(({ newUser }) => newUser === undefined);
    const each = current.map((one) => ({
        id: one.personId,
        name: directory.shortNameOf(one.personId),
        ends: prose`"${directory.shortNameOf(one.target.id)}"`,
        because: wayOf(one, test, directory),
    }));
    const people = together(each.sort((a, b) => compareText(a.name, b.name)));
    const alike = grouped(people, ({ names, because }) => JSON.stringify([names, because]));
    return [...alike.values()].map((lines) => {
        const [{ names = [], because = prose`` } = {}] = lines;
        const targets = lines.map(({ ends }) => ends);
        const people = names.map((name) => prose`"${name}"`);
        return prose`${firstOf(targets, MAX_TARGETS)}: ${firstOf(people, MAX_NAMED_VIOLATORS)}: ${because}`;
    });
}

/** Lines about violations by new users. Targets for which the same new user violates the test in the same way share a line. */
function newUserLines({ violations, test }: TestResult, directory: Directory): Phrase[] {
    const each = violations.flatMap((one) => {
        const { newUser, target } = one;
        if (!newUser) return [];
        const words = prose`${newUserWords(newUser, directory)}: ${wayOf(one, test, directory)}`;
        return { name: prose`"${directory.shortNameOf(target.id)}"`, words };
    });
    return [...grouped(each, ({ words }) => JSON.stringify(words)).values()].map((ones) => {
        const targets = ones.map(({ name }) => name);
        return prose`${firstOf(targets, MAX_TARGETS)}: ${ones[0]?.words ?? prose``}`;
    });
}
