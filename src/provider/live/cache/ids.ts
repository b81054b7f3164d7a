/** Returns all ids contained in a value, in lower case. */
export function idsIn(value: unknown): readonly string[] {
    return (
        JSON.stringify(value ?? null)
            .toLowerCase()
            .match(ID) ?? []
    );
}

/** Whether a text contains an id. */
export function hasId(text: string): boolean {
    return text.toLowerCase().match(ID) !== null;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
