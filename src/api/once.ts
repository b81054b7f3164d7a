/** A value that is made when it is asked for the first time, and kept. */
export function once<Value extends object>(make: () => Value): () => Value {
    let made: Value | undefined;
    return () => {
        made ??= make();
        return made;
    };
}
