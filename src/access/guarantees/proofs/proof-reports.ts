import { counted } from "../../../common/counts.js";
import { grouped } from "../../../common/grouping.js";
import { compareText } from "../../../common/order.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import type { Assumptions } from "../../model/facts/facts.js";
import { MAX_LINES, MAX_TARGETS, wayOf } from "../tests/reports.js";
import type { PossiblePerson } from "./person.js";
import type { Proof, Refutation } from "./proofs.js";

/** The assumptions of the proofs, and the ids of the users that they mention. */
export interface Premises {
    readonly assumptions: Assumptions;
    /** Returns the id of a user by number. */
    readonly idOf: (number: number) => string;
}

/** Formats proofs as plain text for a terminal or a log. */
export function proofsText(proofs: readonly Proof[], premises: Premises, directory: Directory): string {
    const lines = proofs.flatMap((one) => [
        prose`${plain(LABELS[one.status])}  ${plain(one.test.name)}`,
        ...detailsOf(one, premises, directory).map((line) => prose`         ${line}`),
    ]);
    const words = premisesOf(premises).map((one) => prose`  - ${one}`);
    return `${[...lines, prose``, tallyOf(proofs), prose``, plain(SCOPE), ...words].join("\n")}\n`;
}

/** Formats proofs as JSON. */
export function proofsDocument(proofs: readonly Proof[], premises: Premises, directory: Directory): object {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    return {
        premises: premisesOf(premises).map((one) => one.toJSON()),
        proofs: proofs.map(({ test, status, targets, problem, refutations, unknowns, doubt = [] }) => ({
            name: test.name,
            status,
            targets,
            ...(problem && { problem: problem.toJSON() }),
            refutations: refutations.map((one) => ({
                person: {
                    ...(one.person.number !== undefined && named(premises.idOf(one.person.number))),
                    tags: one.person.tags.map(({ key, value }) => ({ key, value })),
                    status: one.person.status,
                    groups: one.person.groupIds.map(named),
                },
                target: { type: one.target.type, ...named(one.target.id) },
                because: becauseOf(one, directory).toJSON(),
            })),
            unknowns: unknowns.map(({ type, id, because }) => ({ type, ...named(id), because })),
            doubt: doubt.map((clause) => clause.toJSON()),
            ...(test.reason !== undefined && { reason: test.reason }),
        })),
    };
}

const LABELS = { proved: "proved ", refuted: "REFUTED", unknown: "unknown" } as const;

const SCOPE =
    "The proofs hold for every current user and any new user, with any tags and any HR status, provided that:";

/** Describes the premises of a proof in words. */
function premisesOf({ assumptions }: Premises): Phrase[] {
    const { ownerPermissions, selfApproval, inheritGrants, singleValuedTags } = assumptions;
    const owners = { full: "can change", limited: "can manage access to", attribution: "can only see" };
    return [
        prose`configurations, groups, owners and access rules do not change`,
        prose`the tags, memberships and delegations of all other users do not change`,
        prose`the person is not granted anything directly, except membership in the groups that "who" names`,
        ...(singleValuedTags.length > 0
            ? [prose`users have at most one value of the tags ${singleValuedTags.join(", ")}`]
            : [
                  prose`a user may have several values of the same tag (set the assumption singleValuedTags to rule this out)`,
              ]),
        prose`owners ${plain(owners[ownerPermissions])} what they own`,
        prose`reviewers ${plain(selfApproval ? "can" : "cannot")} approve their own requests`,
        prose`access to a resource ${plain(inheritGrants ? "includes" : "does not include")} the resources below it`,
    ];
}

function detailsOf(proof: Proof, premises: Premises, directory: Directory): Phrase[] {
    const { problem, refutations, unknowns, test, doubt = [] } = proof;
    if (problem) return [problem];
    const each = refutations.map((one) => ({
        name: prose`"${directory.shortNameOf(one.target.id)}"`,
        words: prose`${personWords(one.person, premises, directory)}: ${becauseOf(one, directory)}`,
    }));
    const lines = [...grouped(each, ({ words }) => JSON.stringify(words)).values()].map((ones) => {
        const targets = firstOf(
            ones.map(({ name }) => name),
            MAX_TARGETS,
        );
        return prose`${targets}: ${ones[0]?.words ?? prose``}`;
    });
    const open = unknowns.map(({ id, because }) => prose`unknown for "${directory.nameOf(id)}": ${plain(because)}`);
    return [
        ...shortened(lines, ""),
        ...shortened(open, " unknown"),
        ...doubt,
        ...(test.reason !== undefined && refutations.length > 0 ? [plain(test.reason)] : []),
    ];
}

/** `a new user with the tags employment=contractor and team=data, put into "Support"`. */
function personWords(
    { number, tags, status, groupIds }: PossiblePerson,
    { idOf }: Premises,
    directory: Directory,
): Phrase {
    const who = number === undefined ? prose`a new user` : prose`"${directory.shortNameOf(idOf(number))}"`;
    const names = [...new Set(tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)))].sort(
        compareText,
    );
    const tagWords = joined(
        names.map((name) => prose`${name}`),
        prose`, `,
    );
    const groups = joined(
        groupIds.map((id) => prose`"${directory.shortNameOf(id)}"`),
        prose` and `,
    );
    const attributes = [
        ...(names.length > 0 ? [prose`${plain(names.length === 1 ? "the tag" : "the tags")} ${tagWords}`] : []),
        ...(status === "" ? [] : [prose`the status ${status}`]),
    ];
    const having = attributes.length > 0 ? prose` with ${joined(attributes, prose` and `)}` : prose``;
    return prose`${who}${having}${groupIds.length > 0 ? prose` in ${groups}` : prose``}`;
}

function becauseOf({ result }: Refutation, directory: Directory): Phrase {
    const [violation] = result.violations;
    return violation ? wayOf(violation, result.test, directory) : prose``;
}

/** `3 tests: 1 proved, 1 refuted, 1 unknown.` */
function tallyOf(proofs: readonly Proof[]): Phrase {
    const words = { proved: "proved", refuted: "refuted", unknown: "unknown" } as const;
    const parts = (["proved", "refuted", "unknown"] as const).flatMap((status) => {
        const count = proofs.filter((one) => one.status === status).length;
        return count > 0 ? [prose`${count} ${plain(words[status])}`] : [];
    });
    return prose`${plain(counted(proofs.length, "test"))}: ${joined(parts, prose`, `)}.`;
}

function shortened(lines: readonly Phrase[], what: string): Phrase[] {
    const rest = lines.length - MAX_LINES;
    return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [prose`… and ${rest} more${plain(what)}`] : [])];
}
