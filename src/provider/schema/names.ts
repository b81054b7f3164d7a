import { isUnknown, type Properties } from "./fields.js";

/** Display name of an object: `Ada Lovelace (ada@…)`, `env=prod` for a tag, otherwise its name. Undefined if unknown. */
export function objectName(properties: Properties): string | undefined {
    const text = (name: string): string | undefined => {
        const value = properties[name];
        return typeof value === "string" && value.trim() !== "" && !isUnknown(value) ? value : undefined;
    };
    const [key, value, email] = [text("key"), text("value"), text("email")];
    if (key) return value ? `${key}=${value}` : key;
    return personName(text("fullName") ?? text("name"), email) ?? text("remoteId");
}

/** `Ada Lovelace (ada@…)`, or only one of them. */
export function personName(name: string | undefined, email: string | undefined): string | undefined {
    return name && email ? `${name} (${email})` : name || email;
}

/** Name of a resource in its program. */
export function resourceName(urn: string): string {
    return urn.split("::").slice(3).join("::");
}
