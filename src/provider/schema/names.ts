import { isUnknown, type Properties } from "./fields.js";

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
