import { counted, numberText } from "../../../common/counts.js";
import { grouped } from "../../../common/grouping.js";
import { compareText } from "../../../common/order.js";
import { distinct, firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import type { Target } from "../../model/facts/facts.js";
import type { WayOfTaking } from "../../model/rules/requests.js";
import { pathWords, targetsText } from "../../model/words.js";
import type { Cut, Cuts } from "./cuts.js";
import type { Chains } from "./escalation.js";
import { accomplicesIn, type Chain, type Take } from "./take.js";

/** The outcome of performing the steps of a chain against the local service. */
export type Outcome =
    | { readonly isPerformed: true }
    | {
          readonly isPerformed: false;
          /** Number of the step that was refused, starting at 1. */
          readonly step: number;
          /** Error messages of the service, one for each way of performing the step that was tried. */
          readonly answers: readonly string[];
      };

export type Outcomes = ReadonlyMap<Chain, Outcome>;

/** Maximum number of people to name in a line. */
const MAX_NAMED = 10;

/** Formats the chains that lead to a target. People whose chains have the same steps share an entry. */
export function chainsToText(target: Target, found: Chains, directory: Directory, outcomes: Outcomes = NONE): string {
    const { chains } = found;
    const name = prose`"${directory.shortNameOf(target.id)}"`;
    const rest = restOf(found, ["person", "people"], directory);
    if (chains.length === 0) {
        const title =
            rest.length > 0
                ? prose`No one was found who can get ${name} ${wayOf(found)}.`
                : prose`No one can get ${name} ${wayOf(found)}.`;
        return textOf([title, ...rest]);
    }
    const alike = [...grouped(chains, (chain) => JSON.stringify([chain.takes, outcomes.get(chain)])).values()];
    const lines = alike.flatMap((ones) => [
        prose``,
        prose`${firstOf(ones.map(({ personId }) => prose`"${directory.shortNameOf(personId)}"`).sort(byText), MAX_NAMED)}${helpersOf(ones[0], directory)}`,
        ...stepsOf(ones[0], directory, outcomes),
    ]);
    const verb = chains.length === 1 ? "gets" : "get";
    const way = wayOf(found);
    return textOf([
        prose`${plain(counted(chains.length, "person", "people"))} ${plain(verb)} ${name} ${way}.`,
        ...lines,
        ...performedWords(outcomes),
        ...rest,
    ]);
}

/** Formats the chains of one person, in the given order. */
export function chainsFromText(
    personId: string,
    found: Chains,
    directory: Directory,
    outcomes: Outcomes = NONE,
): string {
    const { chains } = found;
    const name = prose`"${directory.shortNameOf(personId)}"`;
    const rest = restOf(found, ["group or resource", "groups and resources"], directory);
    const what = targetsText(chains.map(({ target }) => target)) || "nothing";
    return textOf([
        prose`${name} gets ${plain(what)} ${wayOf(found)}.`,
        ...chains.flatMap((chain) => [
            prose``,
            prose`"${directory.shortNameOf(chain.target.id)}"${helpersOf(chain, directory)}`,
            ...stepsOf(chain, directory, outcomes),
        ]),
        ...performedWords(outcomes),
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
    return textOf([plain(title), ...cuts.map((cut) => prose`  - ${cutWords(cut, directory)}`)]);
}

/** Formats chains, and the changes that cut them, as JSON. */
export function escalationDocument(
    { chains, unexamined, unproved, untried, unknowns }: Chains,
    cuts: Cuts | undefined,
    directory: Directory,
    outcomes: Outcomes = NONE,
): object {
    const named = (id: string) => ({ id, name: directory.nameOf(id) });
    return {
        count: chains.length,
        unexamined,
        unproved,
        ...(untried !== undefined && { untried }),
        unknowns: unknowns.map(({ type, id, because }) => ({ type, ...named(id), because })),
        chains: chains.map((chain) => ({ ...chainDocument(chain, directory), outcome: outcomes.get(chain) })),
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
    const person = (id: string) => ({ id, name: directory.nameOf(id) });
    const named = ({ type, id }: Target) => ({ type, ...person(id) });
    const accomplices = accomplicesIn({ personId, takes });
    return {
        person: person(personId),
        target: named(target),
        isShortest,
        ...(accomplices.length > 0 && { accomplices: accomplices.map(person) }),
        steps: takes.map((take) => ({
            target: named(take.target),
            because: pathWords(take.path, directory, take.target.id).toJSON(),
            ...(take.personId !== undefined && { person: person(take.personId) }),
            ...(take.help && { help: take.help.by, helpers: take.help.helperIds.map(person) }),
        })),
    };
}

/** `"Readers": can request it → which is approved automatically`. */
export function takeWords({ target, path, personId, help }: Take, directory: Directory): Phrase {
    const words = pathWords(path, directory, target.id);
    const helpers = joined(
        (help?.helperIds ?? []).map((id) => prose`"${directory.shortNameOf(id)}"`),
        prose` and `,
    );
    const taker = personId === undefined ? prose`` : prose` (obtained by "${directory.shortNameOf(personId)}")`;
    const how = {
        approval: prose`${words} → which ${helpers} can approve`,
        assignment: prose`assigned by ${helpers} (${words})`,
        none: words,
    };
    return prose`"${directory.shortNameOf(target.id)}"${taker}: ${how[help?.by ?? "none"]}`;
}

/** ` with the help of "Ada"`. Empty for a chain without accomplices. */
function helpersOf(chain: Chain | undefined, directory: Directory): Phrase {
    const ids = chain ? accomplicesIn(chain) : [];
    if (ids.length === 0) return prose``;
    const names = joined(
        ids.map((id) => prose`"${directory.shortNameOf(id)}"`),
        prose` and `,
    );
    return prose` with the help of ${names}`;
}

function wayOf({ untried }: Chains): Phrase {
    return untried === undefined
        ? prose`in several steps, each without anyone else's approval`
        : prose`with the help of accomplices, and without anyone else's approval`;
}

function stepsOf(chain: Chain | undefined, directory: Directory, outcomes: Outcomes = NONE): Phrase[] {
    if (!chain) return [];
    const outcome = outcomes.get(chain);
    return [
        ...chain.takes.map((take, index) => prose`  ${index + 1}. ${takeWords(take, directory)}`),
        ...(outcome ? [prose`  ${outcomeWords(outcome)}`] : []),
    ];
}

const NONE: Outcomes = new Map();

/** `performed successfully`, or the step that was refused and why. */
function outcomeWords(outcome: Outcome): Phrase {
    if (outcome.isPerformed) return prose`performed successfully`;
    const answers = joined(outcome.answers.map(plain), prose`; `);
    return prose`performed, but step ${outcome.step} failed: ${answers}`;
}

/** Summary of the chains that were performed. Empty if no chain was performed. */
function performedWords(outcomes: Outcomes): Phrase[] {
    const all = [...outcomes.values()];
    if (all.length === 0) return [];
    const refused = all.filter(({ isPerformed }) => !isPerformed).length;
    const result = refused === 0 ? "all worked" : `${numberText(refused)} could not be performed`;
    return [
        prose``,
        prose`Performed ${plain(counted(all.length, "chain"))} on a copy of the organization in the local service: ${plain(result)}.`,
    ];
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
    { unexamined, unproved, untried = 0, unknowns }: Chains,
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
        ...(untried > 0
            ? [
                  prose`Unknown for ${plain(counted(untried, `more ${one}`, `more ${more}`))}: no chain was found with the accomplices that were tried, but not all combinations were tried.`,
              ]
            : []),
        ...unknowns.map(({ id, because }) => prose`Unknown for "${directory.nameOf(id)}": ${plain(because)}.`),
    ];
    return lines.length > 0 ? [prose``, ...distinct(lines)] : [];
}

function byText(one: Phrase, other: Phrase): number {
    return compareText(one.toJSON(), other.toJSON());
}

function textOf(lines: readonly Phrase[]): string {
    return `${lines.join("\n")}\n`;
}
