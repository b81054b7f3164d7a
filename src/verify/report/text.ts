import { Directory } from "../../access/answers/directory.js";
import { RULE_TITLES } from "../../access/model/step-rules.js";
import { pathWords, untilWords } from "../../access/model/words.js";
import { grouped } from "../../common/collections.js";
import { printable, wrapped } from "../../common/printable.js";
import type { Access, NoAccess } from "../access/access.js";
import type { Disagreement } from "../access/disagreement.js";
import type { Contract } from "../contract/contract.js";
import { CONTRACT_HEADINGS, type ContractFinding, type ContractHeading } from "../finding.js";
import { type Verification, verdictOf } from "../verification.js";

/** Maximum number of findings below one heading. */
const SHOWN = 5;

/** Maximum number of operations in one line. */
const NAMED = 10;

/** A line with its indent in columns. */
type IndentedLine = readonly [indent: number, text: string];

/** Returns the text output, about one page. Wraps lines at `columns`. */
export function verificationText(verification: Verification, columns = 100): string {
    const { contract, access } = verification;
    const lines: IndentedLine[] = [
        [0, headline(verification)],
        [0, ""],
        [0, "Contract"],
        ...contractLines(contract),
        [0, ""],
        [0, "Access"],
        ...accessLines(access),
        ...(verdictOf(verification) === "disagrees" ? MORE : []),
    ];
    return lines.map(([indent, text]) => wrappedLine(indent, text, columns)).join("");
}

const MORE: readonly IndentedLine[] = [
    [0, ""],
    [0, "--format json prints every difference. --out writes a report without names, addresses or ids."],
];

function wrappedLine(indent: number, text: string, columns: number): string {
    return `${" ".repeat(indent)}${wrapped(printable(text), columns, indent)}`.trimEnd().concat("\n");
}

function headline(verification: Verification): string {
    const { contract, access } = verification;
    switch (verdictOf(verification)) {
        case "agrees":
            return "No differences: the service matches what this version expects.";
        case "incomplete":
            return "No differences in the contract. Access was not compared.";
        case "disagrees": {
            const inAccess = "disagreements" in access ? access.disagreements.length : 0;
            return `The service differs from what this version expects: ${contract.findings.length} in the contract, ${inAccess} in access.`;
        }
    }
}

function contractLines(contract: Contract): IndentedLine[] {
    const { answered, operations, calls, spelling } = contract;
    const types = spelling === "neither" ? "" : `, types spelled ${spelling === "both" ? "SVC_ and OPAL_" : spelling}`;
    const headings = Object.keys(CONTRACT_HEADINGS) as ContractHeading[]; // the type of the constant does not allow other keys
    return [
        [2, `${answered.length} of ${operations} operations responded, ${calls} calls${types}`],
        ...headings.flatMap((heading) => {
            const found = contract.findings.filter((one) => one.heading === heading);
            return limited(`${CONTRACT_HEADINGS[heading]} (${found.length})`, found.map(findingLine));
        }),
        ...namedLines("Types of audit events, which the API does not list", contract.eventTypes),
        ...namedLines("Refused", contract.refused),
        ...namedLines("Not supported by the service", contract.absent),
        ...namedLines(
            "Not tried because no object was found",
            contract.untried.map(({ operation }) => operation),
        ),
        ...namedLines("Empty lists", contract.empty),
    ];
}

function findingLine({ operation, place, detail, count }: ContractFinding): IndentedLine[] {
    const times = count > 1 ? ` (${count} times)` : "";
    const where = place === undefined ? operation : `${operation} ${place}`;
    // The place of an unknown field already ends with the name of the field.
    return [[4, `${place?.endsWith(detail) ? where : `${where}: ${detail}`}${times}`]];
}

function accessLines(access: Access | NoAccess): IndentedLine[] {
    if ("unread" in access) return [[2, `Not compared: ${access.unread.operation} failed: ${access.unread.because}`]];
    const { disagreements, targets, allTargets, answers, incomparable, unverified, facts } = access;
    const directory = new Directory([facts]);
    const counted = `${targets} of ${allTargets} groups and resources compared, ${answers} responses`;
    return [
        [2, counted],
        ...[...grouped(disagreements, headingOf)].flatMap(([heading, found]) =>
            limited(
                `${heading} (${found.length})`,
                found.map((one) => disagreementLines(one, directory)),
            ),
        ),
        ...(incomparable > 0
            ? [
                  [
                      2,
                      `Not comparable (${incomparable}): members of groups with on-call schedules, and users of non-human identities`,
                  ] as const,
              ]
            : []),
        ...unverified.map(({ operation, because }): IndentedLine => [2, `Not compared with ${operation}: ${because}`]),
    ];
}

function disagreementLines(one: Disagreement, directory: Directory): IndentedLine[] {
    const words = pathWords(one.path, directory);
    return [[4, differenceWords(one, directory)], ...(words.isEmpty ? [] : [[6, words.toString()] as const])];
}

function differenceWords(one: Disagreement, directory: Directory): string {
    const { target, personId, against, agreeing, side, rule, ends } = one;
    const has = `${directory.nameOf(personId)} has the ${target.type} "${directory.nameOf(target.id)}"`;
    const service = against.join(" and ");
    const agree =
        agreeing.length > 0
            ? ` (${agreeing.join(" and ")} ${agreeing.length === 1 ? "agrees" : "agree"} with the model)`
            : "";
    const [ofModel, ofService] = [levelWords(one.modelLevels), levelWords(one.serviceLevels)];
    switch (side) {
        case "model":
            return `${has}${ofModel} in the model, but not in ${service}${agree}`;
        case "service": {
            const nearest = rule === undefined ? "" : `; nearest rule: ${rule}, ${RULE_TITLES[rule]}`;
            return `${has}${ofService} in ${service}, but not in the model${agree}${nearest}`;
        }
        case "level":
            return `${has}${ofModel || " at no other level"} in the model, but${ofService || " at no other level"} in ${service}`;
        case "end":
            return `${has}${ofModel}${endWords(ends?.model)} in the model, but${endWords(ends?.service)} in ${service}`;
        case "direct": {
            const [inModel, onService] = one.isDirect
                ? ["directly", "only indirectly"]
                : ["only indirectly", "directly"];
            return `${has}${ofModel} ${inModel} in the model, but ${onService} in ${service}`;
        }
    }
}

function endWords(until: string | null = null): string {
    return until === null ? " without an end" : untilWords(until).toString();
}

function levelWords(levels: readonly string[]): string {
    if (levels.length === 0) return "";
    return ` at the ${levels.map((level) => `${level === "" ? "default" : level} level`).join(" and the ")}`;
}

function limited(heading: string, blocks: readonly (readonly IndentedLine[])[]): IndentedLine[] {
    if (blocks.length === 0) return [];
    const more = blocks.length - SHOWN;
    return [[2, heading], ...blocks.slice(0, SHOWN).flat(), ...(more > 0 ? [[4, `and ${more} more`] as const] : [])];
}

function namedLines(heading: string, names: readonly string[]): IndentedLine[] {
    if (names.length === 0) return [];
    const more = names.length - NAMED;
    const shown = names.slice(0, NAMED).join(", ");
    return [[2, `${heading} (${names.length}): ${shown}${more > 0 ? ` and ${more} more` : ""}`]];
}

/** Returns the heading of a disagreement: the rule in docs/access.md that the model applied. */
export function headingOf({ side, rule }: Pick<Disagreement, "side" | "rule">): string {
    if (side === "service" || rule === undefined) return "Not explained by any rule";
    return `Rule ${rule}, ${RULE_TITLES[rule]}`;
}
