import type { Shift } from "../access/impact.js";
import type { Aspect } from "../access/model.js";
import { type Phrase, plain, prose } from "../schema/phrase.js";
import { dayWords } from "./lines.js";
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

/** A clause about people who gain, such as `2 people may ask for "Vault" for longer`. @param name of the target; default: of any */
export function gainWords(preview: PreviewImpact, { aspect, fate, begins, people }: Gain, name?: Phrase): Phrase {
    const isLonger = fate === "longer";
    const verb = (one: Phrase): Phrase => prose`${one}${people.size === 1 ? prose`s` : ""}`;
    const still = isLonger && begins !== undefined ? prose`still ` : prose``;
    const now = isLonger || begins !== undefined ? still : prose`now `;
    const it = name ?? prose`something`;
    const does = {
        has: prose`${verb(isLonger ? prose`keep` : prose`gain`)} access${name ? prose` to ${name}` : ""}`,
        getsWithoutApproval: prose`may ${still}get ${it} without approval`,
        mayRequest: prose`may ${still}ask for ${it}`,
        mayApprove: prose`may ${still}approve requests for ${it}`,
        administers: prose`${now}${verb(prose`administer`)} ${it}`,
        sees: prose`${now}${verb(prose`see`)} ${it}`,
    }[aspect];
    const unless = fate === "maybeGained" ? prose`, unless they could before` : "";
    return prose`${countOf(preview, people)} ${does}${timeWords(fate, begins)}${unless}`;
}

export function timeWords(fate: Shift["fate"], begins: string | undefined): Phrase {
    if (begins !== undefined)
        return prose` ${fate === "longer" ? prose`after` : prose`from`} ${plain(dayWords(begins))}`;
    return fate === "longer" ? prose` for longer` : prose``;
}

/** What is not known, as the subject of a clause. */
export const OPEN_WORDS: Readonly<Record<Aspect, (name: Phrase) => Phrase>> = {
    has: (name) => prose`who gains access to ${name}`,
    getsWithoutApproval: (name) => prose`who may get ${name} without approval`,
    mayRequest: (name) => prose`who may ask for ${name}`,
    mayApprove: (name) => prose`who may approve requests for ${name}`,
    administers: (name) => prose`who administers ${name}`,
    sees: (name) => prose`who sees ${name}`,
};

export function countOf(preview: PreviewImpact, ids: ReadonlySet<string>): Phrase {
    return plain(principalsText(preview, [...ids]));
}
