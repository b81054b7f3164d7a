import { counted } from "../../common/counts.js";
import { grouped } from "../../common/grouping.js";
import { compareText } from "../../common/order.js";
import { firstOf, type Phrase, plain, prose } from "../../common/phrase.js";
import type { Directory } from "../answers/directory.js";
import type { Target } from "../model/facts.js";
import { pathWords } from "../model/words.js";
import type { Cuts } from "./cuts.js";
import type { Chain, Take } from "./escalation.js";

/** Chains to one target, or of one person. */
export interface Chains {
    readonly chains: readonly Chain[];
    /** Number of people who reach the target, or of targets that the person reaches. May be more than are listed. */
    readonly count: number;
}

/** Maximum people named in a line. */
const MOST_NAMED = 10;

/** Chains to a target, with people who take the same steps together. */
export function chainsToText(target: Target, { chains, count }: Chains, directory: Directory): string {
    const name = prose`"${directory.shortNameOf(target.id)}"`;
    if (count === 0) return `No one gets ${name} by several steps, each without anyone else's approval.\n`;
    const alike = [...grouped(chains, ({ takes }) => JSON.stringify(takes)).values()];
    const lines = alike.flatMap((ones) => [
        prose``,
        firstOf(ones.map(({ personId }) => prose`"${directory.shortNameOf(personId)}"`).sort(byText), MOST_NAMED),
        ...stepsOf(ones[0], directory),
    ]);
    const verb = count === 1 ? "gets" : "get";
    return textOf([
        prose`${plain(counted(count, "person", "people"))} ${plain(verb)} ${name} by several steps, each without anyone else's approval.`,
        ...lines,
        ...(count > chains.length ? [prose``, prose`… and ${count - chains.length} more.`] : []),
    ]);
}

/** Chains of a person, in the order given. */
export function chainsFromText(personId: string, { chains, count }: Chains, directory: Directory): string {
    const name = prose`"${directory.shortNameOf(personId)}"`;
    if (count === 0) return `${name} gets nothing by several steps, each without anyone else's approval.\n`;
    return textOf([
        prose`${name} gets ${plain(counted(count, "group or resource", "groups and resources"))} by several steps, each without anyone else's approval.`,
        ...chains.flatMap((chain) => [
            prose``,
            prose`"${directory.shortNameOf(chain.target.id)}"`,
            ...stepsOf(chain, directory),
        ]),
        ...(count > chains.length ? [prose``, prose`… and ${count - chains.length} more.`] : []),
    ]);
}

/** What to change so that no chain is left. */
export function cutsText({ takes, isFewest, isComplete }: Cuts, directory: Directory): string {
    if (takes.length === 0) return "No chain to cut.\n";
    const changes = takes.length === 1 ? "1 change cuts" : `${takes.length} changes cut`;
    const title = !isComplete
        ? `There are too many chains to examine. ${changes} those that were examined:`
        : isFewest
          ? `${changes} all chains; no smaller number does:`
          : `${changes} all chains; a smaller number might, too:`;
    return textOf([plain(title), ...takes.map((take) => prose`  - ${cutWords(take, directory)}`)]);
}

/** Chains and cuts for programs. */
export function escalationDocument({ chains, count }: Chains, cuts: Cuts | undefined, directory: Directory): object {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    const targetOf = ({ type, id }: Target) => ({ type, ...named(id) });
    return {
        count,
        chains: chains.map(({ personId, target, takes, isShortest }) => ({
            person: named(personId),
            target: targetOf(target),
            isShortest,
            steps: takes.map((take) => ({
                target: targetOf(take.target),
                because: pathWords(take.path, directory, take.target.id).toJSON(),
            })),
        })),
        ...(cuts && {
            cuts: {
                isFewest: cuts.isFewest,
                isComplete: cuts.isComplete,
                changes: cuts.takes.map((take) => ({
                    target: targetOf(take.target),
                    change: cutWords(take, directory).toJSON(),
                })),
            },
        }),
    };
}

/** `"Readers": may ask for it → which is approved automatically`. */
export function takeWords({ target, path }: Take, directory: Directory): Phrase {
    return prose`"${directory.shortNameOf(target.id)}": ${pathWords(path, directory, target.id)}`;
}

function stepsOf(chain: Chain | undefined, directory: Directory): Phrase[] {
    return (chain?.takes ?? []).map((take, index) => prose`  ${index + 1}. ${takeWords(take, directory)}`);
}

/** A change that makes a take impossible. */
function cutWords({ target, path }: Take, directory: Directory): Phrase {
    const name = prose`"${directory.shortNameOf(target.id)}"`;
    switch (path.at(-1)?.by) {
        case "autoApproval":
            return prose`require an approval for ${name}`;
        case "ownApproval":
            return prose`require the approval of another person for ${name}`;
        case "breakGlass":
            return prose`remove the break-glass users of ${name}`;
        default:
            return prose`change who administers ${name}`;
    }
}

function byText(one: Phrase, other: Phrase): number {
    return compareText(one.toJSON(), other.toJSON());
}

function textOf(lines: readonly Phrase[]): string {
    return `${lines.join("\n")}\n`;
}
