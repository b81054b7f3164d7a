/** Matches field names that indicate a secret: the credentials of event streams, and similar names that callers may use. */
const SECRET_NAME = /credential|secret|password|passphrase|api_?key|private_?key|(^|_)token$/i;

const MASK = "********";

/** Returns a copy of the value with all secrets masked. Everything inside a field with a matching name is masked. */
export function withoutSecrets(value: unknown): unknown {
    return copy(value, (name, inner) => (SECRET_NAME.test(name) ? masked(inner) : withoutSecrets(inner)));
}

function masked(value: unknown): unknown {
    if (value === null || value === undefined) return value;
    return typeof value === "object" ? copy(value, (_, inner) => masked(inner)) : MASK;
}

function copy(value: unknown, of: (name: string, inner: unknown) => unknown): unknown {
    if (Array.isArray(value)) return value.map((inner) => of("", inner));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, of(name, inner)]));
}
