/** A value that is created on first use, and kept. */
export function once<Value extends object>(make: () => Value): () => Value {
    let made: Value | undefined;
    return () => {
        made ??= make();
        return made;
    };
}
