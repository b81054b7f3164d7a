import type { Properties } from "../../common/properties.js";
import type { LiveUnknownFields, UnknownFieldRecord } from "../live/unknown-fields.js";
import { marksOf } from "../schema/fields.js";
import type { Kind } from "./kind.js";

/**
 * Returns the unknown fields that were read of an object and of its declared parts, as the state records them. Undefined if there are none.
 * @param ignored names of fields to leave out
 */
export function unknownFieldsRead(
    kind: Kind,
    id: string,
    declared: Properties,
    unknownFields: LiveUnknownFields,
    ignored: readonly string[] = [],
): UnknownFieldRecord | undefined {
    const found = readingNames(kind, declared).flatMap((of) =>
        (unknownFields.fieldsOf(of, id) ?? [])
            .filter(({ name }) => !ignored.includes(name))
            .map(({ path, digest }) => [`${of}/${path}`, digest] as const),
    );
    return found.length > 0 ? Object.fromEntries(found.sort()) : undefined;
}

/** Whether any field of the kind decides who has access. */
export function decidesAccess({ fields }: Kind): boolean {
    return Object.values(fields).some((field) => marksOf(field).access?.relevance === "evaluated");
}

/** Returns the name under which the responses about an object of the kind are kept. */
export function readingName({ name, answeredAs = name }: Kind): string {
    return answeredAs;
}

/** Like `readingName`, followed by the names of the declared parts. */
export function readingNames(kind: Kind, declared: Properties): string[] {
    const parts = Object.entries(kind.parts).filter(([field]) => field in declared);
    return [readingName(kind), ...parts.map(([, part]) => part)];
}

/** Returns the name of the field at a path of a record. */
export function lastName(path: string): string {
    return path
        .slice(path.lastIndexOf(".") + 1)
        .replace(/%([0-9a-f]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
}
