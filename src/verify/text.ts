import { RULE_TITLES } from "../access/step-rules.js";
import { Directory } from "../answers/directory.js";
import { pathWords } from "../answers/path-words.js";
import { printable } from "../schema/printable.js";
import { wrapped } from "../schema/wrapped.js";
import type { Access, NoAccess } from "./access.js";
import type { Contract } from "./contract.js";
import type { Disagreement } from "./disagreement.js";
import { CONTRACT_HEADINGS, type ContractFinding, type ContractHeading, type Unverified } from "./finding.js";
import { grouped, headingOf } from "./headings.js";
import { type Verification, verdictOf } from "./verification.js";

/** Findings that are shown below one heading. */
const SHOWN = 5;

/** A line, and how far it is indented. */
type Line = readonly [indent: number, text: string];

/** One page for people. Lines longer than `columns` are wrapped. */
export function textOf(verification: Verification, columns = 100): string {
    const { contract, access } = verification;
    const lines: Line[] = [
        [0, headline(verification)],
        [0, ""],
        [0, "Contract"],
        ...contractLines(contract),
        [0, ""],
        [0, "Access"],
        ...accessLines(access),
        ...(verdictOf(verification) === "disagrees" ? MORE : []),
    ];
    return lines.map(([indent, text]) => lineOf(indent, text, columns)).join("");
}

const MORE: readonly Line[] = [
    [0, ""],
    [0, "--format json prints every finding. --out writes a report without names, addresses and ids."],
];

function lineOf(indent: number, text: string, columns: number): string {
    return `${" ".repeat(indent)}${wrapped(printable(text), columns, indent)}`.trimEnd().concat("\n");
}

function headline(verification: Verification): string {
    const { contract, access } = verification;
    switch (verdictOf(verification)) {
        case "agrees":
            return "The service agrees with this version in everything that was compared.";
        case "incomplete":
            return "Nothing disagrees, but who has access could not be compared.";
        case "disagrees": {
            const differences = "disagreements" in access ? access.disagreements.length : 0;
            const parts = [
                ...(contract.findings.length > 0 ? [`${contract.findings.length} in the contract`] : []),
                ...(differences > 0 ? [`${differences} in who has access`] : []),
            ];
            return `The service disagrees with this version: ${parts.join(", ")}.`;
        }
    }
}

function contractLines(contract: Contract): Line[] {
    const { answered, operations, calls, spelling } = contract;
    const types = spelling === "neither" ? "" : `, types spelled ${spelling === "both" ? "SVC_ and OPAL_" : spelling}`;
    const headings = Object.keys(CONTRACT_HEADINGS) as ContractHeading[]; // the keys of a constant are its type's
    return [
        [2, `${answered.length} of ${operations} operations answered, ${calls} calls${types}`],
        ...headings.flatMap((heading) => {
            const found = contract.findings.filter((one) => one.heading === heading);
            return limited(`${CONTRACT_HEADINGS[heading]} (${found.length})`, found.map(findingLine));
        }),
        ...named("Refused", contract.refused),
        ...named("Not in this service", contract.absent),
        ...untriedLines(contract.untried),
        ...named("Only empty lists", contract.empty),
    ];
}

function findingLine({ operation, place, detail, count }: ContractFinding): Line[] {
    const times = count > 1 ? ` (${count} times)` : "";
    return [[4, `${operation}${place === undefined ? "" : ` ${place}`}: ${detail}${times}`]];
}

function untriedLines(untried: readonly Unverified[]): Line[] {
    const reasons = [...grouped(untried, ({ because }) => because)].map(
        ([because, ones]) => `${ones.map(({ operation }) => operation).join(", ")} (${because})`,
    );
    return reasons.length === 0 ? [] : [[2, `Not tried (${untried.length}): ${reasons.join("; ")}`]];
}

function accessLines(access: Access | NoAccess): Line[] {
    if ("unread" in access)
        return [[2, `Not compared: ${access.unread.operation} failed with ${access.unread.because}`]];
    const { disagreements, targets, allTargets, answers, incomparable, unverified, facts } = access;
    const directory = new Directory([facts]);
    const counted = `${targets} of ${allTargets} groups and resources compared with ${answers} answers`;
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
                      `Not comparable (${incomparable}): the model does not know everyone who has these groups and resources`,
                  ] as const,
              ]
            : []),
        ...unverified.map(({ operation, because }): Line => [2, `Not compared with ${operation}: ${because}`]),
    ];
}

function disagreementLines(one: Disagreement, directory: Directory): Line[] {
    const { target, personId, path, against, agreeing, side, rule } = one;
    const what = `${directory.nameOf(personId)}, ${target.type} "${directory.nameOf(target.id)}"${levelWords(one)}`;
    const model = side === "service" ? "no access" : side === "level" ? "another level" : "access";
    const agree = agreeing.length > 0 ? `; ${agreeing.join(" and ")} agrees with the model` : "";
    const nearest = side === "service" && rule !== undefined ? `; nearest rule: ${rule}, ${RULE_TITLES[rule]}` : "";
    const words = pathWords(path, directory);
    return [
        [4, `${what}: ${model} by the model, not by ${against.join(" and ")}${agree}${nearest}`],
        ...(words === "" ? [] : [[6, words] as const]),
    ];
}

function levelWords({ modelLevels, serviceLevels, side }: Disagreement): string {
    const named = (levels: readonly string[]): string => levels.map((level) => level || "default").join(", ");
    if (side === "level")
        return `, level ${named(modelLevels) || "none"} by the model, ${named(serviceLevels) || "none"} by the service`;
    const levels = named(side === "model" ? modelLevels : serviceLevels);
    return levels === "" || levels === "default" ? "" : `, level ${levels}`;
}

function limited(heading: string, blocks: readonly (readonly Line[])[]): Line[] {
    if (blocks.length === 0) return [];
    const more = blocks.length - SHOWN;
    return [[2, heading], ...blocks.slice(0, SHOWN).flat(), ...(more > 0 ? [[4, `and ${more} more`] as const] : [])];
}

function named(heading: string, names: readonly string[]): Line[] {
    return names.length === 0 ? [] : [[2, `${heading} (${names.length}): ${names.join(", ")}`]];
}
