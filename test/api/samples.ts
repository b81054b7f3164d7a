import { createHash } from "node:crypto";
import { type Schema, whole } from "./interface.js";

/** Returns a fixed value for a property of this name, or undefined for a generated value. */
export type Known = (name: string) => unknown;

/** Maximum depth of optional properties. */
const DEEPEST = 5;

/** Returns a valid value of a schema with every property. The value depends only on the schema and on `name`, the name of the property. */
export function sample(schema: Schema, name: string, known: Known = () => undefined, depth = 0): unknown {
    const given = known(name);
    if (given !== undefined) return given;
    const { type, format, enum: members, items, properties = {}, required = [], minimum, maximum } = whole(schema);
    if (members) return members.find((member) => member !== null);
    if (type === "array" && items) {
        if (depth > DEEPEST) return [];
        const values = ["1", "2"].map((at) => sample(items, `${name} ${at}`, known, depth + 1));
        return isEqual(values[0], values[1]) ? values.slice(0, 1) : values;
    }
    if (type === "integer" || type === "number") return Math.min(maximum ?? 7, Math.max(minimum ?? 7, 7));
    if (type === "boolean") return true;
    if (type === "string") return text(name, format);
    const names = Object.keys(properties).filter((one) => depth < DEEPEST || required.includes(one));
    return Object.fromEntries(names.map((one) => [one, sample(properties[one] ?? {}, one, known, depth + 1)] as const));
}

/** Invalid values of a schema: each one has another type or is beyond a bound. */
export function misfits(schema: Schema): unknown[] {
    const { type, format, minimum, maximum, items, required = [], "x-open-enum": open, enum: members } = whole(schema);
    const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])];
    switch (type) {
        case "integer":
            return ["7", 7.5, ...beyond];
        case "number":
            return ["7", ...beyond];
        case "boolean":
            return ["yes", 1];
        case "array":
            return items ? [{}, ...misfits(items).map((one) => [one])] : [{}];
        case "string": {
            if (members) return open ? [7] : [7, "NO_SUCH_MEMBER"];
            return format === "uuid" ? [7, "no id"] : format === "date-time" ? [7, "yesterday"] : [7];
        }
        default:
            return ["no object", ...(required.length > 0 ? [{}] : [])];
    }
}

/** A UUID derived from a name. */
export function uuidOf(name: string): string {
    const hex = createHash("sha256").update(name).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function text(name: string, format: string | undefined): string {
    if (format === "uuid") return uuidOf(name);
    if (format === "date-time") return "2026-03-04T05:06:07Z";
    if (format === "date") return "2026-03-04";
    if (format === "email") return "ada@tidewater.example";
    if (format === "uri") return "https://hooks.example/in";
    // Contains every character that must be encoded in a path, a query or JSON.
    return `${name}: a/b?c=d&e+f "g" 100 % é→東`;
}

function isEqual(a: unknown, b: unknown): boolean {
    return JSON.stringify(a) === JSON.stringify(b);
}
