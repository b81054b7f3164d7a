import { grouped } from "../../../common/collections.js";
import { counted } from "../../../common/counts.js";
import type { OutlineItem, OutlineSection } from "../../../common/outline/outline.js";
import { firstOf, joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import type { ChainChanges } from "./chain-changes.js";
import type { Chain } from "./escalation.js";
import { chainDocument, chainStepPhrases } from "./escalation-reports.js";

/** Chains of different people that consist of the same steps. */
export type AlikeChains = readonly [Chain, ...Chain[]];

/** Maximum number of people to name in a line. */
const MAX_NAMED_IN_CHAIN = 10;

export function alikeChains(chains: readonly Chain[]): AlikeChains[] {
    return [...grouped(chains, ({ target, takes }) => JSON.stringify([target, takes])).values()].flatMap(
        ([first, ...others]) => (first ? [[first, ...others] as const] : []),
    );
}

/** `"Ada" can now reach "Payments" in several steps, each without anyone else's approval: 1. …, 2. …`. */
export function openedWords(alike: AlikeChains, directory: Directory): Phrase {
    return prose`${openedTitle(alike, directory)}: ${joined(chainStepPhrases(alike[0], directory), prose`, `)}`;
}

/** A section about new, removed and unknown chains. Undefined if no chain changed. */
export function chainsSection(changes: ChainChanges, directory: Directory): OutlineSection | undefined {
    const items = chainItems(changes, directory);
    return items.length > 0 ? { title: prose`Chains of steps`, items } : undefined;
}

function chainItems({ opened, cut, open, unexamined }: ChainChanges, directory: Directory): OutlineItem[] {
    const unknown = [
        ...open.map(
            ({ id }) => prose`it is unknown who else can reach "${directory.shortNameOf(id)}" in several steps`,
        ),
        ...(unexamined > 0 ? [unexaminedWords(unexamined)] : []),
    ];
    return [
        ...alikeChains(opened).map((alike) => ({
            sign: prose`+`,
            words: prose`New: ${openedTitle(alike, directory)}`,
            items: chainStepPhrases(alike[0], directory).map((words) => ({ words })),
        })),
        ...alikeChains(cut).map((alike) => ({
            sign: prose`−`,
            words: prose`Removed: ${climberNames(alike, directory)} can no longer reach "${directory.shortNameOf(alike[0].target.id)}" by these steps`,
            items: chainStepPhrases(alike[0], directory).map((words) => ({ words })),
        })),
        ...unknown.map((words) => ({ sign: prose`?`, words })),
    ];
}

/** A clause about targets that were not examined. */
export function unexaminedWords(count: number): Phrase {
    return prose`access to ${plain(counted(count, "other group or resource", "other groups and resources"))} in several steps was not examined`;
}

/** Formats the changes of chains as JSON. */
export function chainsDocument({ opened, cut, open, unexamined }: ChainChanges, directory: Directory) {
    return {
        opened: opened.map((chain) => chainDocument(chain, directory)),
        cut: cut.map((chain) => chainDocument(chain, directory)),
        unknown: open.map(({ type, id }) => ({ type, id, name: directory.nameOf(id) })),
        unexamined,
    };
}

function openedTitle(alike: AlikeChains, directory: Directory): Phrase {
    return prose`${climberNames(alike, directory)} can now reach "${directory.shortNameOf(alike[0].target.id)}" in several steps, each without anyone else's approval`;
}

function climberNames(alike: AlikeChains, directory: Directory): Phrase {
    return firstOf(
        alike.map(({ personId }) => prose`"${directory.shortNameOf(personId)}"`),
        MAX_NAMED_IN_CHAIN,
    );
}
