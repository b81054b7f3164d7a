import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { operations } from "../../api/generated/operations.gen.js";
import type { OperationEntry } from "../../api/operation.js";
import { isRead } from "../../api/transport/outcome.js";
import { hint } from "../../common/spelling.js";
import { EXIT_CODES } from "../exit-codes.js";
import { withoutOwn } from "./environment.js";
import { pageNames, pageText, searchPages } from "./pages.js";
import type { ReadOnlyService } from "./read-only-service.js";
import { previewOf } from "./trial.js";

/** A read-only tool for an agent. */
export interface Tool {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly input: z.ZodObject;
    /** Whether the tool runs code from the agent. */
    readonly runsCode?: true;
    answer(input: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface Answer {
    readonly text: string;
    readonly isError: boolean;
}

/** Maximum number of characters of a page in one result. */
const LONGEST_PAGE = 20_000;
const LONGEST_MS = 300_000;
/** Maximum age of a snapshot, in milliseconds. */
const FRESH_MS = 300_000;
/** Operations that only read, by their names in `call`. */
const READS = Object.values<OperationEntry>(operations)
    .filter(isRead)
    .map(({ call }) => call);
const PROGRESS = /^\d.* read, .* left$/gm;
/** Exit codes that are results rather than errors. */
const ANSWERS: readonly number[] = [EXIT_CODES.no, EXIT_CODES.notKnown, EXIT_CODES.testFailed];

const text = (about: string) => z.string().min(1).max(200_000).describe(about);

/** Context of the tools. */
export interface Workplace {
    readonly service: ReadOnlyService;
    /** Folder for temporary files. */
    readonly folder: string;
    /** Files with the states of stacks, for coverage. */
    readonly states?: readonly string[];
    /** Stops running commands. */
    readonly ended: AbortSignal;
}

/** Returns all tools. */
export function toolsFor(place: Workplace): Tool[] {
    const { service, folder, states = [] } = place;
    const command = (...args: string[]): Promise<Answer> => runCommand(args, place);
    const snapshot = new Snapshot(join(folder, "access.json"), command);
    const question = async (kind: string, ...words: string[]): Promise<Answer> =>
        (await snapshot.refresh()) ?? command(kind, `--snapshot=${snapshot.file}`, "--", ...words);
    return [
        {
            name: "search_docs",
            title: "Search the docs",
            description:
                "Finds sections of the docs of pulumi-access-governance: kinds, guides, settings, errors, rules.",
            input: z.object({ query: text("a few words") }),
            answer: async ({ query = "" }) => {
                const found = searchPages(query).map(
                    ({ page, heading, text }) => `${page} · ${heading}\n${text.slice(0, 700)}`,
                );
                return good(found.join("\n\n---\n\n") || `Nothing found. Pages: ${pageNames().join(", ")}`);
            },
        },
        {
            name: "read_page",
            title: "Read a page of the docs",
            description:
                "Returns a page, such as kinds/group.md (every property of a kind, with an example), declaring.md or components.md.",
            input: z.object({
                page: text("its name"),
                from: z.string().regex(/^\d+$/).optional().describe("offset of the first character, for a long page"),
            }),
            answer: async ({ page = "", from = "0" }) => {
                const whole = pageText(page);
                if (whole === undefined) return bad(`Unknown page ${JSON.stringify(page)}${hint(page, pageNames())}`);
                const at = Number(from);
                const rest = whole.length - at - LONGEST_PAGE;
                const more = rest > 0 ? `\n\n[${rest} more characters; continue with from=${at + LONGEST_PAGE}]` : "";
                return good(whole.slice(at, at + LONGEST_PAGE) + more);
            },
        },
        {
            name: "explain_error",
            title: "Explain an error",
            description: "Explains what an error or an exit code of this package means, and what to do.",
            input: z.object({ name: text("such as DeclarationConflictError, or 17") }),
            answer: ({ name = "" }) => command("explain", "--", name),
        },
        {
            name: "read_objects",
            title: "Read objects of the organization",
            description:
                "Reads a list or an object of the organization: apps.list, groups.list, groups.get, groups.listUsers, owners.list, resources.list, users.list, … Returns JSON, or a table of the requested fields.",
            input: z.object({
                operation: z
                    .string()
                    .regex(/^\w+\.\w+$/)
                    .describe("area and operation, such as groups.list"),
                id: text("id or exact name of the object, for all but lists").optional(),
                parameter: z
                    .string()
                    .regex(/^[a-z-]+-(id|name)$/)
                    .optional()
                    .describe("name of the parameter for the id, such as group-id"),
                fields: z
                    .string()
                    .regex(/^[\w.,]+$/)
                    .optional()
                    .describe("comma-separated names of the requested fields"),
                contains: text("show only lines of the table that contain this text").optional(),
            }),
            answer: async ({ operation = "", id, parameter, fields, contains }) => {
                if (!READS.includes(operation))
                    return bad(`Unknown operation${hint(operation, READS)} Reads: ${READS.join(", ")}`);
                const answer = await command(
                    "call",
                    operation,
                    ...(operation.endsWith(".list") ? ["--all"] : []),
                    ...(id !== undefined && parameter !== undefined ? [`--${parameter}=${id}`] : []),
                    ...(fields === undefined ? [] : [`--fields=${fields}`]),
                );
                return answer.isError ? answer : { ...answer, text: withLines(answer.text, contains) };
            },
        },
        {
            name: "who_can_reach",
            title: "Who can reach something",
            description: "Everyone who has access to a group, a resource or a bundle, with level, expiration and path.",
            input: z.object({ what: text("name or id of the group, resource or bundle") }),
            answer: ({ what = "" }) => question("who", what),
        },
        {
            name: "what_can_reach",
            title: "What a person can reach",
            description: "The groups and resources that a person has access to, with level, expiration and path.",
            input: z.object({ person: text("email or id") }),
            answer: ({ person = "" }) => question("what", person),
        },
        {
            name: "why_can_reach",
            title: "Why a person can reach something",
            description:
                "Whether a person has access to a target, or can request, approve, administer or see it, and by which path.",
            input: z.object({
                person: text("email or id"),
                what: text("name or id of a group, a resource or a bundle"),
            }),
            answer: ({ person = "", what = "" }) => question("why", person, what),
        },
        {
            name: "who_can_climb",
            title: "Who can obtain access in several steps",
            description:
                "People who can get access to a group or a resource in several steps, each without another person's approval, and the fewest changes that prevent it.",
            input: z.object({ what: text("name or id of the group or resource") }),
            answer: async ({ what = "" }) =>
                (await snapshot.refresh()) ??
                command("escalate", `--snapshot=${snapshot.file}`, "--cuts", "--", "to", what),
        },
        {
            name: "test_access",
            title: "Test who can reach what",
            description:
                "Runs access tests (the text of an access.test.yaml; see the page guides/guarantees.md) on the organization. Without tests, suggests some that pass today.",
            input: z.object({ tests: text("the text of access.test.yaml").optional() }),
            answer: async ({ tests }) => {
                const stale = await snapshot.refresh();
                if (stale) return stale;
                if (tests === undefined) return command("test", `--snapshot=${snapshot.file}`, "--suggest");
                const file = join(folder, `${randomUUID()}.yaml`);
                await writeFile(file, tests, { mode: 0o600 });
                const answer = await command("test", `--snapshot=${snapshot.file}`, "--", file);
                await rm(file);
                return { ...answer, text: answer.text.replaceAll(file, "access.test.yaml") };
            },
        },
        {
            name: "coverage",
            title: "What is not declared yet",
            description:
                "How much of the organization is declared by the stacks passed with --state, by kind, and which objects are not declared.",
            input: z.object({}),
            answer: () =>
                states.length === 0
                    ? Promise.resolve(bad("Start the server with --state <file>, the output of `pulumi stack export`."))
                    : command("coverage", "--", ...states),
        },
        {
            name: "preview_program",
            title: "Preview a program",
            description:
                "Checks the types of a Pulumi program in TypeScript and previews it as a new stack against the organization, then shows who would gain or lose access. Nothing is written. The program may import pulumi-access-governance and @pulumi/pulumi. Each preview starts with an empty stack, so look up existing objects (access.getGroup({ name }), …).",
            input: z.object({ program: text("the text of index.ts") }),
            runsCode: true,
            answer: async ({ program = "" }) => {
                const trial = await previewOf(
                    { "index.ts": program, "tsconfig.json": TSCONFIG },
                    service,
                    folder,
                    place.ended,
                );
                if (!trial.isGood) return { text: trial.output, isError: true };
                const file = join(folder, `${randomUUID()}.json`);
                await writeFile(file, JSON.stringify(trial.document), { mode: 0o600 });
                const { text } = await command("impact", file);
                await rm(file);
                return good(`${trial.output}\n\n${text}`);
            },
        },
    ];
}

const TSCONFIG = JSON.stringify({
    compilerOptions: { strict: true, module: "nodenext", target: "es2022", skipLibCheck: true },
});

/** Snapshot for questions about the whole organization, because reading it takes a call for each group and resource. */
class Snapshot {
    #at = Number.NEGATIVE_INFINITY;
    #reading: Promise<Answer> | undefined;

    constructor(
        readonly file: string,
        private readonly command: (...args: string[]) => Promise<Answer>,
    ) {}

    /** Updates an old snapshot, once for concurrent questions. Returns the error, if any. */
    async refresh(): Promise<Answer | undefined> {
        if (Date.now() - this.#at < FRESH_MS) return undefined;
        this.#reading ??= this.command("snapshot", `--out=${this.file}`);
        const answer = await this.#reading;
        this.#reading = undefined;
        if (answer.isError) return answer;
        this.#at = Date.now();
        return undefined;
    }
}

/** Runs a command of this package against the read-only proxy. */
function runCommand(args: readonly string[], { service, ended }: Workplace): Promise<Answer> {
    const { url, token } = service;
    const own = { ACCESS_GOVERNANCE_URL: url, ACCESS_GOVERNANCE_TOKEN: token, COLUMNS: "120" };
    const env = { ...process.env, ...withoutOwn(), ...own };
    const options = { env, timeout: LONGEST_MS, maxBuffer: 50_000_000, signal: ended };
    return new Promise((resolve) => {
        execFile(process.execPath, [join(__dirname, "../main.js"), ...args], options, (error, stdout, stderr) => {
            // Standard error contains progress and hints for a terminal.
            const whole = (error === null ? stdout : `${stdout}\n${stderr.replace(PROGRESS, "")}`).trim();
            const isError = error !== null && !ANSWERS.includes(Number(error.code));
            resolve({ text: whole || (error?.message ?? ""), isError });
        });
    });
}

/** Returns the header of a table and the lines that contain a text. */
function withLines(table: string, contained = ""): string {
    const [heading, ...lines] = table.split("\n");
    return [heading, ...lines.filter((line) => line.toLowerCase().includes(contained.toLowerCase()))].join("\n");
}

function good(text: string): Answer {
    return { text, isError: false };
}

function bad(text: string): Answer {
    return { text, isError: true };
}
