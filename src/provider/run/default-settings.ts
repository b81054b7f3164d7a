import type { z } from "zod";
import { SettingsError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import type { OwnDefaults } from "../schema/defaults.js";
import { type Fields, insideOf, marksOf } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";

/** Names of the fields that identify an object. */
type FieldNames = string | readonly string[];

/**
 * Checks the defaults of a provider against the fields of all kinds.
 * @throws SettingsError if none of the kinds has such a field, or none of the fields accepts the value
 */
export function checkDefaults(kinds: readonly Kind[], defaults: OwnDefaults): void {
    if (Object.keys(defaults).length === 0) return;
    const known = omissibleFields(kinds);
    for (const [name, value] of Object.entries(defaults)) {
        const schemas = known.get(name);
        const setting = `access-governance:defaults.${name}`;
        if (!schemas)
            throw new SettingsError(
                `${setting}: no field of this name can have a default${hint(name, [...known.keys()], 2) || "."} Remove it with \`pulumi config rm --path '${setting}'\`.`,
            );
        if (schemas.some((schema) => schema.safeParse(value).success)) continue;
        const [issue] = schemas[0]?.safeParse(value).error?.issues ?? [];
        throw new SettingsError(
            `${setting} is ${quoted(value)}: ${issue?.message ?? "no field accepts it"}. Correct it with \`pulumi config set --path '${setting}' <value>\`.`,
        );
    }
}

/** The fields that a program may omit, by name. Excludes secrets and parts of a natural key. */
function omissibleFields(kinds: readonly Kind[]): ReadonlyMap<string, readonly z.ZodType[]> {
    const found = new Map<string, z.ZodType[]>();
    const look = (fields: Fields, keys: FieldNames = []): void => {
        for (const [name, schema] of Object.entries(fields)) {
            const { default: standard, secret, list: { identity } = {} } = marksOf(schema);
            const isOmissible = standard !== undefined || schema.safeParse(undefined).success;
            if (isOmissible && secret !== true && !keys.includes(name))
                found.set(name, [...(found.get(name) ?? []), schema]);
            const { shape, element } = insideOf(schema);
            const inner = shape ?? insideOf(element).shape;
            if (inner) look(inner, typeof identity === "function" ? [] : identity);
        }
    };
    for (const { fields, key, keyIfGiven = [] } of kinds) look(fields, [...key, ...keyIfGiven]);
    return found;
}
