/** docs/errors.md has an entry for each error class that users can see, and error messages refer to it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NotFoundError } from "../../src/api/errors.js";
import { reportError, run } from "../../src/cli/command-line.js";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { entries } from "../../src/cli/explanations.js";
import * as errors from "../../src/common/errors.js";

const root = join(__dirname, "../..");
const src = join(root, "src");
const page = readFileSync(join(root, "docs/errors.md"), "utf8");

/** Classes whose names are never shown to users, with the reason. */
const INTERNAL: Readonly<Record<string, string>> = {
    PlainError: "abstract",
    DeclarationError: "abstract",
    CallError: "no error is of this class itself",
    UserError: "says what an error of another class says",
    ServiceError: "becomes an answer of the local service, which has a code",
    ProviderError: "the local engine shows its message under a resource",
    PartialError: "the local engine shows its message under a resource",
    Protected: "the local engine shows its message under a resource",
    Stopped: "ends a run of the local engine whose diagnostics say why",
    RunStoppedError: "ends the calls of an interrupted run, and the run reports that",
    UnmetNeedError: "becomes the reason why a kind was not tried",
    NotEditable: "becomes the reason why a drifted value was not accepted",
    NotEditableYaml: "becomes the reason why a drifted value was not accepted",
    SharedValue: "becomes the reason why a drifted value was not accepted",
    TooDeep: "becomes an answer of the local service, which has a code",
};

interface Class {
    readonly name: string;
    readonly base: string;
    readonly file: string;
}

const classes = [...sources(src)].flatMap((file): Class[] =>
    [...readFileSync(file, "utf8").matchAll(/^export (?:abstract )?class (\w+) extends (\w+)/gm)].map(
        ([, name = "", base = ""]) => ({ name, base, file: file.slice(src.length + 1) }),
    ),
);
const seen = classes.filter((one) => isError(one.name) && !(one.name in INTERNAL) && !isErrorResponse(one));

test("every error class that users can see has an entry, and every entry belongs to an error class", () => {
    expect(seen.length).toBeGreaterThan(30);
    const titles = entries().map(({ title }) => title);
    expect(titles.filter((title) => !/^Exit code \d+$/.test(title)).sort()).toEqual(
        seen.map(({ name }) => name).sort(),
    );
    expect(Object.keys(INTERNAL).filter((name) => !classes.some((one) => one.name === name))).toEqual([]);
});

test("error class names are unique", () => {
    const names = seen.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every exit code has an entry, and no other codes have one", () => {
    const codes = new Set(entries().flatMap(({ exitCode }) => exitCode ?? []));
    expect([...codes].sort()).toEqual([...new Set(Object.values(EXIT_CODES))].sort());
    for (const [name, code] of Object.entries(EXIT_CODES)) {
        if (seen.some((one) => one.name === name)) {
            expect(entries().find(({ title }) => title === name)?.exitCode, name).toBe(code);
        }
    }
});

test("every entry explains its error, and also what to do unless it is an exit code from 21 to 23", () => {
    for (const { title, text } of entries()) {
        expect(text, title).toMatch(/^[A-Z`].*\./);
        if (!/^Exit code 2[123]$/.test(title)) expect(text, title).toContain("**What to do.**");
    }
});

test("the table lists every error code of the local service", () => {
    const text = readFileSync(join(src, "local/service/http/errors.ts"), "utf8");
    const codes = [...text.matchAll(/(?:super|withStatus)\(\d{3}, "(\w+)"/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(8);
    for (const code of codes) expect(page).toContain(`\`${code}\``);
});

describe("the command line", () => {
    let said: string[];
    let printed: string[];

    beforeEach(() => {
        [said, printed] = [[], []];
        vi.spyOn(console, "error").mockImplementation((line: string) => void said.push(line));
        vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
    });
    afterEach(() => {
        vi.restoreAllMocks();
        process.exitCode = undefined;
    });

    test("prints a help line for an error that has an entry, and none for other errors", () => {
        const failure = {
            operation: "getGroup",
            summary: "Read one group.",
            method: "GET",
            path: "/groups/x",
        } as const;
        reportError(new NotFoundError(failure, "returned 404", "Check the id."));
        expect(said).toEqual([
            "error: Read one group: GET /groups/x returned 404. Check the id.",
            "help: npx --no-install access-governance explain NotFoundError",
        ]);
        said = [];
        reportError(new TypeError("x is not a function"));
        expect(said).toEqual(["error: x is not a function"]);
    });

    test("explains an error (ignoring case) or an exit code, and lists all entries without an argument", async () => {
        await run(["explain", "notfounderror"]);
        expect(printed.join("\n")).toMatch(/^NotFoundError\n\nThe service has no such object/);
        printed = [];
        await run(["explain", "2"]);
        for (const name of ["SettingsError", "InvalidCallError", "UsageError"]) expect(printed.join()).toContain(name);
        printed = [];
        await run(["explain"]);
        expect(printed).toHaveLength(entries().length);
    });

    test("prints explanations without Markdown and in lines of at most 100 characters", async () => {
        for (const { title } of entries()) {
            printed = [];
            await run(["explain", title]);
            const text = printed.join("\n");
            expect(text).not.toMatch(/\*\*|\]\(/);
            expect(text.split("\n").filter((line) => line.length > 100)).toEqual([]);
        }
    });

    test("suggests the nearest name or the list if the name is unknown", async () => {
        await run(["explain", "NotFundError"]);
        expect(said[0]).toContain('did you mean "NotFoundError"?');
        said = [];
        await run(["explain", "Nope"]);
        expect(said[0]).toMatch(/"Nope"\. Run `access-governance explain` to list all\.$/);
        expect(process.exitCode).toBe(EXIT_CODES.usage);
    });
});

test("the message of an error that ends a program or fails a resource includes the explain command", () => {
    expect(errors.withHelp(new errors.MissingError("There is no app."))).toBe(
        "There is no app. Help: npx --no-install access-governance explain MissingError",
    );
});

function isError(name: string): boolean {
    if (name === "Error" || name === "SyntaxError") return true;
    const base = classes.find((one) => one.name === name)?.base;
    return base === "refusal" || (base !== undefined && base !== name && isError(base));
}

/** Whether the class is an HTTP error response of the local service. */
function isErrorResponse({ base, file }: Class): boolean {
    return file === join("local/service/http/errors.ts") && base !== "Error";
}

function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* sources(path);
        else if (path.endsWith(".ts")) yield path;
    }
}
