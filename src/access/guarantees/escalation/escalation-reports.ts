import { compareText, grouped } from "../../../common/collections.js";
import { counted } from "../../../common/counts.js";
import { distinct, firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import type { Target } from "../../model/facts/facts.js";
import type { WayOfTaking } from "../../model/rules/requests.js";
import { pathWords, targetsText } from "../../model/words.js";
import type { Cut, Cuts } from "./cuts.js";
import type { Chain, Chains, Take } from "./escalation.js";

/** Maximum number of people to name in a line. */
const MAX_NAMED_CLIMBERS = 10;

/** Formats the chains that lead to a target. People whose chains have the same steps share an entry. */
export function chainsToText(target: Target, found: Chains, directory: Directory): string {
    const { chains } = found;
    const name = prose`"${directory.shortNameOf(target.id)}"`;
    const rest = restOf(found, ["person", "people"], directory);
    if (chains.length === 0) {
        const title =
            rest.length > 0
                ? prose`No one was found who can get ${name} ${SEVERAL_STEPS}.`
                : prose`No one can get ${name} ${SEVERAL_STEPS}.`;
        return linesText([title, ...rest]);
    }
    const alike = [...grouped(chains, ({ takes }) => JSON.stringify(takes)).values()];
    const lines = alike.flatMap((ones) => [
        prose``,
        firstOf(
            ones.map(({ personId }) => prose`"${directory.shortNameOf(personId)}"`).sort(byText),
            MAX_NAMED_CLIMBERS,
        ),
        ...indentedSteps(ones[0], directory),
    ]);
    const verb = chains.length === 1 ? "gets" : "get";
    return linesText([
        prose`${plain(counted(chains.length, "person", "people"))} ${plain(verb)} ${name} ${SEVERAL_STEPS}.`,
        ...lines,
        ...rest,
    ]);
}

/** Formats the chains of one person, in the given order. */
export function chainsFromText(personId: string, found: Chains, directory: Directory): string {
    const { chains } = found;
    const name = prose`"${directory.shortNameOf(personId)}"`;
    const rest = restOf(found, ["group or resource", "groups and resources"], directory);
    const what = targetsText(chains.map(({ target }) => target)) || "nothing";
    return linesText([
        prose`${name} gets ${plain(what)} ${SEVERAL_STEPS}.`,
        ...chains.flatMap((chain) => [
            prose``,
            prose`"${directory.shortNameOf(chain.target.id)}"`,
            ...indentedSteps(chain, directory),
        ]),
        ...rest,
    ]);
}

/** Formats the changes that cut all chains. */
export function cutsText({ cuts, isFewest, isComplete }: Cuts, directory: Directory): string {
    if (cuts.length === 0) return "No one can get access in several steps, so no change is needed.\n";
    const closing = `Changing ${targetsText(cuts.map(({ target }) => target))} cuts`;
    const title = !isComplete
        ? `There are too many chains to examine. ${closing} those that were examined:`
        : isFewest
          ? `${closing} all chains. Fewer changes are not enough:`
          : `${closing} all chains. Fewer changes might also be enough:`;
    return linesText([plain(title), ...cuts.map((cut) => prose`  - ${cutWords(cut, directory)}`)]);
}

/** Formats chains, and the changes that cut them, as JSON. */
export function escalationDocument(
    { chains, unexamined, unproved, unknowns }: Chains,
    cuts: Cuts | undefined,
    directory: Directory,
): object {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    return {
        count: chains.length,
        unexamined,
        unproved,
        unknowns: unknowns.map(({ type, id, because }) => ({ type, ...named(id), because })),
        chains: chains.map((chain) => chainDocument(chain, directory)),
        ...(cuts && { cuts: cutsDocument(cuts, directory) }),
    };
}

/** Formats the changes that cut chains as JSON. */
export function cutsDocument({ cuts, isFewest, isComplete }: Cuts, directory: Directory): object {
    return {
        isFewest,
        isComplete,
        changes: cuts.map((cut) => ({
            target: { ...cut.target, name: directory.nameOf(cut.target.id) },
            change: cutWords(cut, directory).toJSON(),
        })),
    };
}

/** Formats a chain as JSON. */
export function chainDocument({ personId, target, takes, isShortest }: Chain, directory: Directory) {
    const named = ({ type, id }: Target) => ({ type, id, name: directory.nameOf(id) });
    return {
        person: { id: personId, name: directory.nameOf(personId) },
        target: named(target),
        isShortest,
        steps: takes.map((take) => ({
            target: named(take.target),
            because: pathWords(take.path, directory, take.target.id).toJSON(),
        })),
    };
}

/** `"Readers": can request it → which is approved automatically`. */
export function takeWords({ target, path }: Take, directory: Directory): Phrase {
    return prose`"${directory.shortNameOf(target.id)}": ${pathWords(path, directory, target.id)}`;
}

const SEVERAL_STEPS = prose`in several steps, each without anyone else's approval`;

/** `1. "Readers": can request it → which is approved automatically`, for each step. */
export function chainStepPhrases({ takes }: Pick<Chain, "takes">, directory: Directory): Phrase[] {
    return takes.map((take, index) => prose`${index + 1}. ${takeWords(take, directory)}`);
}

function indentedSteps(chain: Chain | undefined, directory: Directory): Phrase[] {
    return chain ? chainStepPhrases(chain, directory).map((step) => prose`  ${step}`) : [];
}

/** `"Readers": require an approval, and change who administers it`. */
function cutWords({ target, ways }: Cut, directory: Directory): Phrase {
    const changes = [...ways].map((way) => plain(CHANGES[way]));
    return prose`"${directory.shortNameOf(target.id)}": ${joined(changes, prose`, and `)}`;
}

/** For each way of obtaining access: the change that prevents it. */
const CHANGES: Readonly<Record<WayOfTaking, string>> = {
    autoApproval: "require an approval",
    ownApproval: "require the approval of another person",
    breakGlass: "remove its break-glass users",
    assignment: "change who administers it",
};

/** Lines about people or targets for which the result is unknown or that were not examined. */
function restOf(
    { unexamined, unproved, unknowns }: Chains,
    [one, more]: readonly [one: string, more: string],
    directory: Directory,
): Phrase[] {
    const lines = [
        ...(unexamined > 0 ? [prose`… and up to ${unexamined} more. Raise --most to list them.`] : []),
        ...(unproved > 0
            ? [
                  prose`Unknown for ${plain(counted(unproved, `more ${one}`, `more ${more}`))}: some steps lead to it, but they exclude each other, and no valid order was found.`,
              ]
            : []),
        ...unknowns.map(({ id, because }) => prose`Unknown for "${directory.nameOf(id)}": ${plain(because)}.`),
    ];
    return lines.length > 0 ? [prose``, ...distinct(lines)] : [];
}

function byText(one: Phrase, other: Phrase): number {
    return compareText(one.toJSON(), other.toJSON());
}

function linesText(lines: readonly Phrase[]): string {
    return `${lines.join("\n")}\n`;
}
