import { isList, type Operation } from "./document.js";

/** The name of a method: `groups.listUsers` has the area `groups` and the method `listUsers`. */
export interface MethodName {
    readonly area: string;
    readonly method: string;
}

/**
 * Names an operation by these rules:
 *
 * 1. The area is the tag of the operation, in camelCase.
 * 2. The method is the name of the operation without the noun of the area, if that noun follows the verb.
 * 3. `get` becomes `list` if the operation returns a list of items.
 *
 * So `getGroups` is `groups.list`, `startCampaign` is `campaigns.start`, `getGroupUsers` is `groups.listUsers`.
 */
export function methodName(operation: Operation): MethodName {
    const [tag] = operation.tags;
    const { verb, rest } = split(operation.operationId);
    return {
        area: camelCase(tag),
        method: (isList(operation) && verb === "get" ? "list" : verb) + withoutNoun(rest, tag),
    };
}

/** @throws if two operations would have the same name */
export function methodNames(operations: readonly Operation[]): Map<Operation, MethodName> {
    const names = new Map(operations.map((operation) => [operation, methodName(operation)]));
    const seen = new Set<string>();
    for (const { area, method } of names.values()) {
        const name = `${area}.${method}`;
        if (seen.has(name)) throw new Error(`two operations are called ${name}`);
        seen.add(name);
    }
    return names;
}

/** `access-rules` and `access_rule_id` become `accessRules` and `accessRuleId`. */
export function camelCase(name: string): string {
    return name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Converts a name as the generator of the types does: `getUARs` becomes `GetUars`. */
export function pascalCase(name: string): string {
    return (
        name.slice(0, 1).toUpperCase() +
        name.slice(1).replace(/[A-Z]{2,}/g, (run) => run[0] + run.slice(1).toLowerCase())
    );
}

function split(name: string): { verb: string; rest: string } {
    const at = name.search(/[A-Z]/);
    return { verb: name.slice(0, at), rest: name.slice(at) };
}

function withoutNoun(rest: string, tag: string): string {
    const words = tag.replaceAll("-", "");
    const singular = words.replace(/ies$/, "y").replace(/s$/, "");
    const plural = words === singular ? `${singular}s` : words;
    const noun = [plural, singular].find((candidate) => {
        // Ignores case, because the API writes `getUARs`.
        const fits = rest.toLowerCase().startsWith(candidate);
        return fits && /^[A-Z]?$/.test(rest.charAt(candidate.length));
    });
    return rest.slice(noun?.length ?? 0);
}
