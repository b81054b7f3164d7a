import { isUnknown, type Properties } from "./fields.js";

/** How people know an object: `Ada Lovelace (ada@…)`, `env=prod` of a tag, else its name. Undefined if its properties have none, or not yet. */
export function objectName(properties: Properties): string | undefined {
    const text = (name: string): string | undefined => {
        const value = properties[name];
        return typeof value === "string" && value.trim() !== "" && !isUnknown(value) ? value : undefined;
    };
    const [key, value, email] = [text("key"), text("value"), text("email")];
    if (key) return value ? `${key}=${value}` : key;
    return personName(text("fullName") ?? text("name"), email) ?? text("remoteId");
}

/** `Ada Lovelace (ada@…)`, or what there is of it. */
export function personName(name: string | undefined, email: string | undefined): string | undefined {
    return name && email ? `${name} (${email})` : name || email;
}

/** Name of a resource in its program. */
export function resourceName(urn: string): string {
    return urn.split("::").slice(3).join("::");
}
