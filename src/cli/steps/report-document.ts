import { z } from "zod";
import { FATES } from "../../access/model/change/shifts.js";
import { ASPECTS } from "../../access/model/model.js";
import { ORGANIZATION_ROLES } from "../../access/model/rules/roles.js";
import { Phrase } from "../../common/phrase.js";
import { RISKS } from "../../kernel.js";
import type { RuleVerdict } from "../../review/impact/verdicts.js";
import {
    ACTIONS,
    entriesIn,
    outsideOf,
    type Report,
    reportParts,
    reportSummary,
    sections,
    UP_RESULTS,
} from "../../review/report/sections.js";

/** Version of the format. New fields may be added within a version; removing a field or changing its meaning increases it. */
const DOCUMENT_VERSION = 1;

const documentText = z.preprocess((value) => (value instanceof Phrase ? value.toJSON() : value), z.string());
const count = z.int().min(0);
const namedSchema = z.object({ id: documentText, name: documentText });

const outsideSchema = z.object({
    does: z.enum(["changed", "deleted"]),
    isKept: z
        .boolean()
        .describe(
            "Whether the program accepts the whole outside change: it declares the live values, or no longer declares the deleted object.",
        ),
    by: documentText
        .nullable()
        .describe("Author of the last change: the email address, if there is one; null if unknown."),
    at: documentText.nullable().describe("Time of the last change, as an ISO date; null if unknown."),
    words: documentText
        .nullable()
        .describe("Author and time in words, including whether they are uncertain; null if no audit event was found."),
});

const objectSchema = z.object({
    section: z
        .enum(sections)
        .describe(
            "Section of the report, named after the effect on access or after the reason why the change was not completed.",
        ),
    kind: documentText.describe("Kind, such as Group. For resources of other packages, the last part of the type."),
    title: documentText.describe("Display name."),
    resource: documentText.describe("Name in the program."),
    type: documentText.describe("Pulumi's type."),
    urn: documentText,
    id: documentText.nullable().describe("Id on the service; null if the object does not exist yet."),
    action: z.enum(ACTIONS).describe("Action that a deployment performs or performed on the object."),
    fate: documentText.describe("The action in words; empty if the lines already describe it."),
    outside: outsideSchema.nullable().describe("Change made on the service, outside the repository."),
    lines: z.array(z.object({ effect: z.enum(RISKS), text: documentText })),
});

const personSchema = z.object({
    id: documentText,
    name: documentText,
    ends: documentText.describe("When the access ends, in words; empty if the end does not change."),
    because: documentText.describe("Path from the person to the access."),
});

const changeSchema = z.object({
    aspect: z.enum(ASPECTS),
    fate: z.enum([...FATES, "unknown"]),
    widens: z.boolean(),
    begins: documentText
        .optional()
        .describe("When the effect begins, as an ISO date. Only set if it begins after the change."),
    words: documentText,
    count,
    people: z.array(personSchema),
});

const targetSchema = z.object({
    type: z.enum(["group", "resource", "bundle"]),
    id: documentText.describe("Id on the service, or the URN if the target does not exist yet."),
    name: documentText,
    sensitivity: documentText.optional(),
    widens: z.boolean(),
    changes: z.array(changeSchema),
});

const placeSchema = z.object({ type: z.enum(["group", "resource", "bundle"]), id: documentText, name: documentText });

const chainSchema = z.object({
    person: namedSchema,
    target: placeSchema,
    isShortest: z.boolean().describe("Whether this chain has the fewest possible steps."),
    steps: z.array(z.object({ target: placeSchema, because: documentText })),
});

const reportSchema = z
    .object({
        $schema: documentText.optional().describe("URL of the JSON Schema."),
        version: z.literal(DOCUMENT_VERSION).describe("Version of this format."),
        stack: documentText.nullable().describe("Name of the stack; null if the preview failed before it was known."),
        link: documentText.nullable().describe("URL of the run that created the report."),
        headline: documentText,
        up: z.enum(UP_RESULTS).nullable().describe("Result of `pulumi up`; null for a preview."),
        declared: count.describe("Number of objects of this package that the program declares."),
        counts: z
            .object({
                ...(Object.fromEntries(sections.map((section) => [section, count])) as Record<Sections, typeof count>), // one for each
                changedOutside: count,
                deletedOutside: count,
            })
            .describe("Objects in each section, and how many of them were changed outside."),
        errors: z.array(documentText).describe("Reasons why the preview or deployment failed; empty if it succeeded."),
        objects: z.array(objectSchema),
        access: z
            .object({
                headline: documentText,
                roles: z
                    .array(z.object({ role: z.enum(ORGANIZATION_ROLES), changes: z.array(changeSchema) }))
                    .describe("People who gain or lose a role in the organization, which applies to every target."),
                targets: z.array(targetSchema),
                chains: z
                    .object({
                        opened: z.array(chainSchema).describe("Chains that these people did not have before."),
                        cut: z.array(chainSchema),
                        unknown: z
                            .array(placeSchema)
                            .describe("Targets for which it is unknown whether other people have a new chain."),
                        unexamined: count.describe("Number of targets that were not examined."),
                    })
                    .optional()
                    .describe(
                        "Access that people can reach in several steps, each without another person's approval. Absent unless a rule restricts it.",
                    ),
                newUsers: z.array(namedSchema),
                removedUsers: z.array(namedSchema),
                notEvaluated: z
                    .array(documentText)
                    .describe("Changes whose effect on access is unknown, as sentences."),
                account: z
                    .object({ evaluated: count, irrelevant: count, unknown: count })
                    .describe("Number of changes that were evaluated, cannot widen access, or have unknown effects."),
            })
            .nullable()
            .describe("People who gain or lose access; null if this was not evaluated."),
        alerts: z
            .array(z.object({ title: documentText, lines: z.array(documentText) }))
            .describe(
                "What reviewers must know first, such as changes of the rules, or changes that were deployed but not reviewed.",
            ),
        accessNotEvaluated: documentText
            .nullable()
            .describe(
                "Reason why the effect on access was not evaluated; null if it was evaluated, or if no evaluation was requested.",
            ),
        rules: z.array(
            z.object({
                rule: documentText,
                owner: documentText.describe("Person or team responsible for the rule."),
                kind: documentText,
                isKept: z
                    .boolean()
                    .describe("Whether the change complies with the rule, or a waiver allows it: see `waivers`."),
                isJudged: z
                    .boolean()
                    .describe(
                        "Whether the rule was evaluated. If not, it is unknown whether the change complies with it.",
                    ),
                waivers: z
                    .array(
                        z.object({
                            until: documentText.describe("Last day on which the waiver applies."),
                            owner: documentText.describe("Person or team responsible for the waiver."),
                            reason: documentText,
                            isExpired: z.boolean(),
                            isTooLong: z
                                .boolean()
                                .describe("Whether it lasts longer than a year, so it does not apply."),
                        }),
                    )
                    .describe(
                        "Waivers that allow something that the rule would stop, and expired ones that would have allowed it. A rule that is kept and has waivers would stop the change without them.",
                    ),
                words: documentText,
            }),
        ),
        notes: z.array(documentText),
    })
    .describe("Output of `access-governance report --format json`.");

type Sections = (typeof sections)[number];

/** A report as JSON. */
export type ReportDocument = z.infer<typeof reportSchema>;

/** Contents of the JSON report in addition to the objects. */
export interface DocumentOptions {
    readonly link?: string | undefined;
    /** Effects on access; undefined if they were not evaluated. */
    readonly document?: object;
    /** Why they were not evaluated. */
    readonly notEvaluated?: Phrase;
    readonly rules: readonly RuleVerdict[];
}

/** Returns a report as JSON. The schema omits what only other formats need, and turns phrases into texts. */
export function reportDocument(
    report: Report,
    { link, document, notEvaluated, rules }: DocumentOptions,
): ReportDocument {
    const { stack = null, up = null, alerts = [], objects: declared, errors, notes } = report;
    const { changed: changedOutside, deleted: deletedOutside } = outsideOf(report);
    return reportSchema.parse({
        version: DOCUMENT_VERSION,
        stack,
        link: link ?? null,
        headline: reportSummary(report),
        up,
        declared,
        counts: {
            ...Object.fromEntries(sections.map((section) => [section, entriesIn(report, section).length])),
            changedOutside,
            deletedOutside,
        },
        errors,
        objects: reportParts(report)
            .flatMap(({ entries }) => entries)
            .map(({ id = null, outside, lines, ...entry }) => ({
                ...entry,
                kind: entry.type.split(":").at(-1),
                id,
                outside: outside ? { isKept: false, by: null, at: null, words: null, ...outside } : null,
                lines: lines.map(({ effect, phrase }) => ({ effect, text: phrase })),
            })),
        access: document ?? null,
        alerts,
        accessNotEvaluated: notEvaluated ?? null,
        rules,
        notes,
    });
}

/** Returns the JSON Schema of the report. */
export function reportJsonSchema(): object {
    return z.toJSONSchema(reportSchema);
}
