/** Words and values in the order they are read. A value is as people know it, such as a name: it stands apart from the words around it. */
export type Phrase = readonly (string | { readonly value: string })[];

/** Phrases with something between them. */
export function joined(phrases: readonly Phrase[], between: string): Phrase {
    return phrases.flatMap((phrase, index) => (index === 0 ? phrase : [between, ...phrase]));
}

/** As text, with each value as `marked` has it. */
export function written(phrase: Phrase, marked: (value: string) => string): string {
    return phrase.map((part) => (typeof part === "string" ? part : marked(part.value))).join("");
}

/** Without marks, as it is sorted and searched. */
export function plain(phrase: Phrase): string {
    return written(phrase, (value) => value);
}

/** Longer texts tell a reviewer no more. */
const LONGEST_VALUE = 160;

export function shortened(text: string): string {
    const characters = [...text];
    return characters.length <= LONGEST_VALUE ? text : `${characters.slice(0, LONGEST_VALUE - 1).join("")}…`;
}
