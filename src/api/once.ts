/** Returns a function that creates a value on its first call, and returns the same value on every later call. */
export function once<Value extends object>(create: () => Value): () => Value {
    let value: Value | undefined;
    return () => {
        value ??= create();
        return value;
    };
}
