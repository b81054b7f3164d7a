import { z } from "zod";
import { UsageError } from "../../common/errors.js";
import { hint } from "../../common/spelling.js";
import { explanationOf } from "../commands/explain.js";
import { pageNames, pageText, searchPages } from "./pages.js";

/** A read-only tool for an agent. */
export interface AgentTool {
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

/** A required text. @param about what it means */
export const textInput = (about: string) => z.string().min(1).max(200_000).describe(about);

/** Returns the tools that answer from the docs. */
export function docTools(): AgentTool[] {
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
