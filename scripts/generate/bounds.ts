interface Node {
    readonly description?: string;
    readonly schema?: Node;
    readonly type?: string;
    readonly format?: string;
    readonly minimum?: number;
    readonly maximum?: number;
}

/**
 * Appends the constraints of values to their descriptions: bounds of numbers and formats of dates. Editors and the command line show
 * descriptions, but not schemas.
 */
export function withBounds<Whole>(document: Whole): Whole {
    // A mapped JSON node keeps its type: only the text of its description changes.
    if (Array.isArray(document)) return document.map(withBounds) as Whole;
    if (typeof document !== "object" || document === null) return document;
    const mapped = Object.fromEntries(Object.entries(document).map(([key, value]) => [key, withBounds(value)]));
    const bounds = typeof mapped.description === "string" ? boundsOf(mapped) : "";
    return (bounds ? { ...mapped, description: `${mapped.description} ${bounds}` } : mapped) as Whole;
}

/** Describes the constraints that the description does not contain yet. */
function boundsOf({ description = "", ...node }: Node): string {
    const { type, format, minimum, maximum } = node.schema ?? node;
    if (type === "string" && (format === "date-time" || format === "date") && !/ISO 8601|RFC 3339/.test(description)) {
        return format === "date" ? "ISO 8601 date." : "ISO 8601 date-time.";
    }
    if (type !== "integer" && type !== "number") return "";
    const says = (bound: number) => new RegExp(`(^|[^\\d-])${bound}\\b`).test(description);
    const least = minimum !== undefined && !says(minimum) ? minimum : undefined;
    const most = maximum !== undefined && !says(maximum) ? maximum : undefined;
    if (minimum !== undefined && most !== undefined) return `From ${minimum} to ${most}.`;
    if (most !== undefined) return `${most} at most.`;
    return least === undefined ? "" : `${least} at least.`;
}
