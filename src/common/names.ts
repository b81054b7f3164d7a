import { quoted } from "./printable.js";
import type { Properties } from "./properties.js";
import { isUnknown } from "./unknown.js";

/**
 * Returns the display name of an object: `Ada Lovelace (ada@…)` for a user, `env=prod` for a tag, otherwise the name. Undefined if unknown.
 */
export function objectName(properties: Properties): string | undefined {
    const text = (name: string): string | undefined => {
        const value = properties[name];
        return typeof value === "string" && value.trim() !== "" && !isUnknown(value) ? value : undefined;
    };
    const [key, value, email] = [text("key"), text("value"), text("email")];
    if (key) return value ? `${key}=${value}` : key;
    return personName(text("fullName") ?? text("name"), email) ?? text("remoteId");
}

/** `Ada Lovelace (ada@…)`, or only the name or the email address if the other is missing. */
export function personName(name: string | undefined, email: string | undefined): string | undefined {
    return name && email ? `${name} (${email})` : name || email;
}

/** Returns the name of a resource in its program. */
export function resourceName(urn: string): string {
    return urn.split("::").slice(3).join("::");
}

/** Formats a resource by its name in the program, such as `Group "prod-oncall"`. If it does not have a name, uses the id. */
export function resourceText({ kind, name }: Pick<Declarer, "kind" | "name">, id?: string): string {
    return `${kind} ${quoted(name || (id ?? ""))}`;
}

/** Identifies a resource within a program. Within the same class and component, names are unique. */
export interface Declarer {
    /** Name of the resource's kind. */
    readonly kind: string;
    readonly name: string;
    /** URN of the enclosing component; empty if there is none. */
    readonly parent: string;
}

/** Returns a key that identifies a resource within a program. */
export function declarerKey({ kind, name, parent }: Declarer): string {
    return JSON.stringify([kind, name, parent]);
}
