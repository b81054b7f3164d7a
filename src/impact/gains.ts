import type { Aspect } from "../access/model.js";
import type { Shift } from "../access/shifts.js";
import { type Phrase, prose } from "../schema/phrase.js";
import { happeningWords, type PhraseOptions } from "./aspect-words.js";
import type { PreviewImpact } from "./preview-impact.js";
import { principalsText } from "./principals-text.js";

/** People who gain in the same way. */
export interface Gain {
    readonly aspect: Aspect;
    readonly fate: Shift["fate"];
    readonly begins: string | undefined;
    /** Their ids. */
    readonly people: ReadonlySet<string>;
}

export function gainOf({ aspect, fate, begins }: Shift, people: readonly string[]): Gain {
    return { aspect, fate, begins, people: new Set(people) };
}

/** Joins gains of the same aspect, fate and beginning. */
export function together(gains: readonly Gain[]): Gain[] {
    const found = new Map<string, Gain>();
    for (const gain of gains) {
        const key = `${gain.aspect} ${gain.fate} ${gain.begins}`;
        found.set(key, { ...gain, people: new Set([...(found.get(key)?.people ?? []), ...gain.people]) });
    }
    return [...found.values()].filter(({ people }) => people.size > 0);
}

/** A clause about people who gain, such as `2 people may ask for "Vault" for longer`. */
export function gainWords(preview: PreviewImpact, gain: Gain, options: PhraseOptions): Phrase {
    const { people } = gain;
    return prose`${principalsText(preview, people)} ${happeningWords({ ...gain, count: people.size }, options)}`;
}
