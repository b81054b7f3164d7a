import type { Event } from "../../../api/generated/types.gen.js";
import { hasId } from "./ids.js";

/**
 * Returns the form of an event: its type and the shape of its sub-events. A shape consists of the property names, which
 * of them are ids, the values that name a type or a kind, and whether a shape occurs once or several times. Events of
 * the same form name the same kinds of objects. An event of the same type that names fewer objects has a different
 * form. Example:
 *
 *     GROUP_USER_ADDED [one {group: id, sub_event_type: "ADDED", user: id}]
 */
export function formOf({ event_type, sub_events }: Event): string {
    return `${event_type} ${shapeOf(sub_events ?? [], "")}`;
}

function shapeOf(value: unknown, property: string): string {
    if (Array.isArray(value)) {
        const counts = new Map<string, "one" | "several">();
        for (const item of value) {
            const shape = shapeOf(item, property);
            counts.set(shape, counts.has(shape) ? "several" : "one");
        }
        const shapes = [...counts].map(([shape, count]) => `${count} ${shape}`);
        return `[${shapes.sort().join(", ")}]`;
    }
    if (typeof value === "object" && value !== null) {
        const shapes = Object.entries(value).map(([name, inner]) => `${name}: ${shapeOf(inner, name)}`);
        return `{${shapes.sort().join(", ")}}`;
    }
    if (typeof value !== "string") return value === null ? "null" : typeof value;
    if (hasId(value)) return "id";
    return NAMES_A_KIND.test(property) ? JSON.stringify(value) : "text";
}

const NAMES_A_KIND = /(type|kind)$/i;
