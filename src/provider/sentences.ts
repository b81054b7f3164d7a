import { CallError } from "../api/errors.js";
import { hasUnknown, marksOf, type Properties } from "./fields.js";
import type { Metadata } from "./metadata.js";
import type { Kind } from "./kind.js";
import type { Difference } from "./normalize.js";

/** `Group "prod-oncall"`: a resource as its author knows it. */
export function label(kind: Pick<Kind, "name">, hidden: Pick<Metadata, "name">, id?: string): string {
    return `${kind.name} ${JSON.stringify(hidden.name || (id ?? ""))}`;
}

/** Whether values at this path must not be shown. */
export function isSecret(kind: Kind, hidden: Pick<Metadata, "secrets">, path: string): boolean {
    const [property = ""] = path.split(/[.[]/);
    return hidden.secrets.includes(property) || marksOf(kind.fields[property]).secret === true;
}

/** `name is "Renamed" on the service, declared "Prod on-call"`. */
export function differenceText(kind: Kind, hidden: Pick<Metadata, "secrets">, difference: Difference): string {
    const { path, live, declared } = difference;
    if (isSecret(kind, hidden, path)) return `${path} is [secret] on the service, declared [secret]`;
    return `${path} is ${valueText(live)} on the service, declared ${valueText(declared)}${listText(live, declared)}`;
}

/** What an error says to people, in the words of the kind where it has some. */
export function explained(kind: Kind, error: Error): string {
    return (error instanceof CallError ? kind.explain(error) : undefined) ?? error.message;
}

/** The values of secret properties, so that a message of the service that repeats them can be cleared of them. */
export function secretTexts(kind: Kind, hidden: Pick<Metadata, "secrets">, properties: Properties): string[] {
    return Object.entries(properties)
        .filter(([name]) => isSecret(kind, hidden, name))
        .flatMap(([, value]) => texts(value));
}

function valueText(value: unknown): string {
    if (hasUnknown(value)) return "a value known only after up";
    return JSON.stringify(value) ?? "nothing";
}

/** For two lists of texts, what makes the difference: nobody compares ids by eye. */
function listText(live: unknown, declared: unknown): string {
    if (!Array.isArray(live) || !Array.isArray(declared) || hasUnknown(declared)) return "";
    if ([...live, ...declared].some((item) => typeof item !== "string")) return "";
    const beside = (list: readonly unknown[], other: readonly unknown[]) =>
        list.filter((item) => !other.includes(item));
    const [missing, extra] = [beside(declared, live), beside(live, declared)];
    const parts = [
        ...(missing.length > 0 ? [`lacks ${missing.join(", ")}`] : []),
        ...(extra.length > 0 ? [`has ${extra.join(", ")} besides`] : []),
    ];
    return ` (${parts.join("; ") || "in another order"})`;
}

function texts(value: unknown): string[] {
    if (typeof value === "string") return value === "" ? [] : [value];
    if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
    return [];
}
