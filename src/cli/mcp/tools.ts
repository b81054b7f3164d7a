import { z } from "zod";
import { UsageError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";
import { explanationOf } from "../commands/explain.js";
import type { OrganizationAnswers } from "./organization-answers.js";
import { pageNames, pageText, searchPages } from "./pages.js";

/** A read-only tool for an agent. */
export interface Tool {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly input: z.ZodObject;
    /** Whether the answer contains text of the organization, which is data. */
    readonly isData: boolean;
    /** @throws UsageError, and errors from API calls */
    answer(input: Readonly<Record<string, string>>): string | Promise<string>;
}

/** Maximum number of characters of a page in one result. */
const LONGEST_PAGE = 20_000;

const textInput = (about: string) => z.string().min(1).max(200_000).describe(about);

/** Returns the tools that answer from the docs. */
export function docTools(): Tool[] {
    return [
        {
            name: "search_docs",
            title: "Search the docs",
            description:
                "Finds sections of the docs of pulumi-access-governance: kinds, guides, settings, errors, rules.",
            input: z.object({ query: textInput("a few words") }),
            isData: false,
            answer: ({ query = "" }) => {
                const found = searchPages(query).map(
                    ({ page, heading, text }) => `${page} · ${heading}\n${text.slice(0, 700)}`,
                );
                return found.join("\n\n---\n\n") || `Nothing found. Pages: ${pageNames().join(", ")}`;
            },
        },
        {
            name: "read_page",
            title: "Read a page of the docs",
            description:
                "Returns a page, such as kinds/group.md (every property of a kind, with an example), declaring.md or components.md.",
            input: z.object({
                page: textInput("its name"),
                from: z.string().regex(/^\d+$/).optional().describe("offset of the first character, for a long page"),
            }),
            isData: false,
            answer: ({ page = "", from = "0" }) => {
                const whole = pageText(page);
                if (whole === undefined)
                    throw new UsageError(`Unknown page ${JSON.stringify(page)}${hint(page, pageNames())}`);
                const at = Number(from);
                const rest = whole.length - at - LONGEST_PAGE;
                const more = rest > 0 ? `\n\n[${rest} more characters; continue with from=${at + LONGEST_PAGE}]` : "";
                return whole.slice(at, at + LONGEST_PAGE) + more;
            },
        },
        {
            name: "explain_error",
            title: "Explain an error",
            description: "Explains what an error or an exit code of this package means, and what to do.",
            input: z.object({ name: textInput("such as DeclarationConflictError, or 17") }),
            isData: false,
            answer: ({ name = "" }) => explanationOf(name),
        },
    ];
}

/** Returns the tools that answer from the organization. */
export function organizationTools(organization: OrganizationAnswers): Tool[] {
    return [
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
                id: textInput("id or exact name of the object, for all but lists").optional(),
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
                contains: textInput("show only lines of the table that contain this text").optional(),
            }),
            isData: true,
            answer: async ({ operation = "", id, parameter, fields, contains }) => {
                const named = id === undefined || parameter === undefined ? {} : { id, parameter };
                return withLines(await organization.objects(operation, named, fields?.split(",")), contains);
            },
        },
        {
            name: "who_can_reach",
            title: "Who can reach something",
            description: "Everyone who has access to a group, a resource or a bundle, with level, expiration and path.",
            input: z.object({ what: textInput("name or id of the group, resource or bundle") }),
            isData: true,
            answer: ({ what = "" }) => organization.who(what),
        },
        {
            name: "what_can_reach",
            title: "What a person can reach",
            description: "The groups and resources that a person has access to, with level, expiration and path.",
            input: z.object({ person: textInput("email or id") }),
            isData: true,
            answer: ({ person = "" }) => organization.what(person),
        },
        {
            name: "why_can_reach",
            title: "Why a person can reach something",
            description:
                "Whether a person has access to a target, or can request, approve, administer or see it, and by which path.",
            input: z.object({
                person: textInput("email or id"),
                what: textInput("name or id of a group, a resource or a bundle"),
            }),
            isData: true,
            answer: ({ person = "", what = "" }) => organization.why(person, what),
        },
        {
            name: "who_can_climb",
            title: "Who can obtain access in several steps",
            description:
                "People who can get access to a group or a resource in several steps, each without another person's approval, and the fewest changes that prevent it.",
            input: z.object({ what: textInput("name or id of the group or resource") }),
            isData: true,
            answer: ({ what = "" }) => organization.climbers(what),
        },
        {
            name: "test_access",
            title: "Test who can reach what",
            description:
                "Runs access tests (the text of an access.test.yaml; see the page guides/guarantees.md) on the organization. Without tests, suggests some that pass today.",
            input: z.object({ tests: textInput("the text of access.test.yaml").optional() }),
            isData: true,
            answer: ({ tests }) => (tests === undefined ? organization.suggestedTests() : organization.tested(tests)),
        },
        {
            name: "coverage",
            title: "What is not declared yet",
            description:
                "How much of the organization is declared by the stacks passed with --state, by kind, and which objects are not declared.",
            input: z.object({}),
            isData: true,
            answer: () => organization.coverage(),
        },
    ];
}

/** Returns the header of a table and the lines that contain a text. */
function withLines(table: string, contained = ""): string {
    const [heading, ...lines] = table.split("\n");
    return [heading, ...lines.filter((line) => line.toLowerCase().includes(contained.toLowerCase()))].join("\n");
}
