import type * as TypeScript from "typescript";
import { isObject, same } from "../../../common/properties.js";
import { plainValue } from "./plain-values.js";
import type { Registration } from "./registration.js";
import { expressionValue, type ProgramValue } from "./value.js";

/** A single value of a resource: a string, number or boolean. */
export interface Leaf {
    readonly declared: unknown;
    readonly live: unknown;
}

/** Returns the single values in which two values differ; undefined if they also differ in structure. */
export function leavesOf(declared: unknown, live: unknown): Leaf[] | undefined {
    if (same(declared, live)) return [];
    if (Array.isArray(declared) && Array.isArray(live)) {
        if (declared.length !== live.length) return undefined;
        return all(declared.map((one, index) => leavesOf(one, live[index])));
    }
    if (isObject(declared) && isObject(live))
        return all(Object.keys(declared).map((key) => leavesOf(declared[key], live[key])));
    const isLeaf = [declared, live].every((one) => ["string", "number", "boolean"].includes(typeof one));
    return isLeaf ? [{ declared, live }] : undefined;
}

/**
 * Returns the arguments of a component that have this value. The program does not show how a component uses its arguments. If only one
 * argument has the value, the component probably uses that one; the preview of the edited program verifies it.
 */
export function argumentsWith({ args, written }: Registration, wanted: unknown): ProgramValue[] {
    const { ts } = written.files;
    const inside = (of: ProgramValue): ProgramValue[] => {
        const value = written.resolve(of);
        if (value.is !== "expression") return [];
        const { node, depth } = value;
        const at = (one: TypeScript.Expression): ProgramValue => expressionValue(one, depth);
        if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap((one) => inside(at(one)));
        if (!ts.isObjectLiteralExpression(node)) return plainValue(node, ts) === wanted ? [of] : [];
        return node.properties.flatMap((one) => {
            if (ts.isPropertyAssignment(one)) return inside(at(one.initializer));
            return ts.isShorthandPropertyAssignment(one) ? inside(at(one.name)) : [];
        });
    };
    return inside(args);
}

function all<Value>(lists: readonly (readonly Value[] | undefined)[]): Value[] | undefined {
    return lists.includes(undefined) ? undefined : lists.flatMap((one) => one ?? []);
}
