/** Returns a function that creates a value on its first call and then returns the same value. */
export function once<Value extends object>(create: () => Value): () => Value {
    let value: Value | undefined;
    return () => {
        value ??= create();
        return value;
    };
}
