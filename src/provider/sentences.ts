import { CallError } from "../api/errors.js";
import type { Difference } from "../schema/differences.js";
import { hasUnknown, isUnknown, marksOf, type Properties, propertyOf } from "../schema/fields.js";
import { lineOf, quoted } from "../schema/printable.js";
import type { Stray } from "../schema/undeclared.js";
import type { Kind } from "../shapes/kind.js";
import type { Declarer } from "./metadata.js";

/** So many names stand in one line. */
const MOST_NAMES = 10;

/** What the program and the state both say about secrets. */
interface Secrets {
    readonly secrets: readonly string[];
}

/** `Group "prod-oncall"`: a resource as its author knows it. */
export function resourceText({ kind, name }: Pick<Declarer, "kind" | "name">, id?: string): string {
    return `${kind} ${quoted(name || (id ?? ""))}`;
}

/** Whether values at this path must not be shown. */
export function isSecret(kind: Kind, { secrets }: Secrets, path: string): boolean {
    const property = propertyOf(path);
    return secrets.includes(property) || marksOf(kind.fields[property]).secret === true;
}

/** `name is "Renamed" on the service, declared "Prod on-call"`. */
export function differenceText(kind: Kind, secrets: Secrets, difference: Difference): string {
    const { path, live, declared } = difference;
    if (isSecret(kind, secrets, path)) return `${path} is [secret] on the service, declared [secret]`;
    return `${path} is ${valueText(live)} on the service, declared ${valueText(declared)}${listText(live, declared)}`;
}

/** What a write makes of a setting that nobody declares. */
export function strayText({ path, value, fate }: Stray): string {
    const what = fate === "moves" ? "goes over to what takes its place" : "is lost with what it belongs to";
    return `${path} is ${valueText(value)} on the service and not declared; it ${what}`;
}

/** `"a", "b" and 3 more`. */
export function namesText(names: readonly string[]): string {
    const shown = names.slice(0, MOST_NAMES).map(quoted).join(", ");
    return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown;
}

/** A value as one line that nobody has to scroll. */
export function valueText(value: unknown): string {
    if (hasUnknown(value)) return "a value known only after `pulumi up`";
    return quoted(value);
}

/** What an error says to people, in the words of the kind if it has some. */
export function explained(kind: Kind, error: Error): string {
    return (error instanceof CallError ? kind.explain(error) : undefined) ?? error.message;
}

/** The values of secret properties, so that a message of the service that repeats them can be cleared of them. */
export function secretTexts(kind: Kind, secrets: Secrets, properties: Properties): string[] {
    return Object.entries(properties)
        .filter(([name]) => isSecret(kind, secrets, name))
        .flatMap(([, value]) => texts(value));
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
    return ` (${lineOf(parts.join("; ")) || "in another order"})`;
}

function texts(value: unknown): string[] {
    if (typeof value === "string") return value === "" || isUnknown(value) ? [] : [value];
    if (typeof value === "object" && value !== null) return Object.values(value).flatMap(texts);
    return [];
}
