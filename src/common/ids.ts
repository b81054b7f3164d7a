/** Whether a text can be the id of an object. */
export function isId(text: string): boolean {
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Returns all ids contained in a value, in lower case. */
export function mentionedIds(value: unknown): readonly string[] {
    return (
        JSON.stringify(value ?? null)
            .toLowerCase()
            .match(ID) ?? []
    );
}

/** An id in lower case. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
