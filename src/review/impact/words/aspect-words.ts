import type { Shift } from "../../../access/model/change/shifts.js";
import type { Aspect } from "../../../access/model/model.js";
import { backReference, dateWords } from "../../../access/model/words.js";
import { type Phrase, plain, prose } from "../../../common/phrase.js";

/** Tense of the description: present for a planned change, past for a completed change. */
export type Tense = "present" | "past";

/** An effect on people who are all affected in the same way. */
export interface Happening {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    /** Number of people. */
    readonly count: number;
    /** ISO date on which the effect begins, if that is later than the change. */
    readonly begins?: string | undefined;
}

/** Options for a verb phrase that describes an effect. */
export interface PhraseOptions {
    readonly tense?: Tense;
    /** Object of the verb. Default: `it`, for text below a heading that names the target. */
    readonly target?: Phrase;
    /** Noun for the access that is gained, retained or lost. Default: `access`, followed by the target if `target` is set. */
    readonly held?: Phrase;
}

/**
 * Returns a verb phrase to follow a number of people, such as `gain access` or `can now request "Vault"`. An effect with an unknown fate is
 * described as a gain.
 */
export function happeningWords(happening: Happening, options: PhraseOptions = {}): Phrase {
    const { aspect, fate, count, begins } = happening;
    const [did, still] = backReference(canWords(aspect, count));
    switch (fate) {
        case "longer":
            return prose`${keepWords(happening, options)}${begins === undefined ? prose` for longer` : prose` after ${plain(startWords(begins))}`}`;
        case "shorter":
            return prose`${keepWords(happening, options)} for a shorter time`;
        case "maybeGained":
            return prose`${gainOrLossWords(happening, options, true)}, unless they already ${plain(did)}`;
        case "maybeLost":
            return prose`${gainOrLossWords(happening, options, false)}, unless they still ${plain(still)} by an unknown path`;
        default:
            return gainOrLossWords(happening, options, fate !== "lost");
    }
}

/** Describes the problem that reverting drift solves, such as `sees it but should not`. Undefined if the effect is uncertain. */
export function driftWords({ aspect, fate, count }: Happening): Phrase | undefined {
    switch (fate) {
        case "lost":
            return prose`${canWords(aspect, count)} but should not`;
        case "gained":
            return prose`${canWords(aspect, count, prose`no longer `)} but should`;
        case "shorter":
            return prose`${canWords(aspect, count)} for longer than they should`;
        case "longer":
            return prose`${canWords(aspect, count)} for a shorter time than they should`;
        default:
            return undefined;
    }
}

/**
 * Returns a verb phrase for what people can do, such as `can request it`.
 * @param adverb adverb with a trailing space
 */
export function canWords(aspect: Aspect, count: number, adverb = prose``, target = prose`it`): Phrase {
    const isOne = count === 1;
    const s = isOne ? prose`s` : "";
    return {
        has: prose`${adverb}${isOne ? prose`has` : prose`have`} access`,
        getsWithoutApproval: prose`can ${adverb}get ${target} without approval`,
        mayRequest: prose`can ${adverb}request ${target}`,
        mayApprove: prose`can ${adverb}approve requests for ${target}`,
        administers: prose`${adverb}administer${s} ${target}`,
        sees: prose`${adverb}see${s} ${target}`,
    }[aspect];
}

/** The day on which an effect begins, with the time unless it is midnight: `1 January 2030`. */
export function startWords(date: string): string {
    return dateWords(date).replace(/, 00:00 UTC$/, "");
}

function gainOrLossWords({ aspect, count, begins }: Happening, options: PhraseOptions, isGain: boolean): Phrase {
    const from = begins === undefined ? "" : prose` from ${plain(startWords(begins))}`;
    if (aspect === "has")
        return prose`${GAIN_OR_LOSS[options.tense ?? "present"](isGain, count)} ${heldIn(options)}${from}`;
    const adverb = isGain ? (begins === undefined ? prose`now ` : prose``) : prose`no longer `;
    return prose`${canWords(aspect, count, adverb, options.target)}${from}`;
}

function keepWords({ aspect, count, begins }: Happening, options: PhraseOptions): Phrase {
    if (aspect === "has") return prose`${count === 1 ? prose`keeps` : prose`keep`} ${heldIn(options)}`;
    return canWords(aspect, count, begins === undefined ? prose`` : prose`still `, options.target);
}

function heldIn({ held, target }: PhraseOptions): Phrase {
    return held ?? (target ? prose`access to ${target}` : prose`access`);
}

const GAIN_OR_LOSS: Readonly<Record<Tense, (isGain: boolean, count: number) => Phrase>> = {
    present: (isGain, count) => prose`${isGain ? prose`gain` : prose`lose`}${count === 1 ? prose`s` : ""}`,
    past: (isGain) => (isGain ? prose`gained` : prose`lost`),
};
