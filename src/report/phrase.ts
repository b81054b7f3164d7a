/** A value as people know it, such as a name: it stands apart from the words around it. */
export interface Value {
    readonly value: string;
}

/** Words and values in the order they are read. */
export type Phrase = readonly (string | Value)[];

export function value(text: string): Value {
    return { value: text };
}

/** Phrases with something between them. */
export function joined(phrases: readonly Phrase[], between: string): Phrase {
    return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [between, ...phrase]));
}

/** Without marks, as it is sorted and searched. */
export function plain(phrase: Phrase): string {
    return phrase.map((part) => (typeof part === "string" ? part : part.value)).join("");
}

/** Longer texts tell a reviewer no more. */
const LONGEST_VALUE = 160;

export function shortened(text: string): string {
    const characters = [...text];
    return characters.length <= LONGEST_VALUE ? text : `${characters.slice(0, LONGEST_VALUE - 1).join("")}…`;
}
