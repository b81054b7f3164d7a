import type * as TypeScript from "typescript";
import type { Client } from "../../../api/client.js";
import { CallError } from "../../../api/errors.js";
import type { Properties } from "../../../common/properties.js";
import { type Kind, Live, referencesIn } from "../../../kernel.js";
import { lookupFor, type ProgramLookup } from "../../export/program/lookups.js";
import { plainValue } from "../source/plain-values.js";
import type { Compiler } from "../source/program-files.js";
import { bare, calledName } from "../source/syntax.js";

/** An object outside the stack, and its lookup. */
export interface LookedUp {
    readonly lookup: ProgramLookup;
    readonly live: Properties;
}

/** Values that may be ids of other objects. */
interface Referring {
    readonly of: Pick<Kind, "fields">;
    readonly changes: readonly { readonly property: string; readonly live: unknown }[];
}

/**
 * Reads the objects outside the stack that drifted values refer to, with one call each, and returns them by kind and id. Omits objects that
 * the token cannot read; the edits contain their ids instead of lookups.
 */
export async function lookedUpIn(
    drifted: readonly Referring[],
    inStack: readonly { readonly kind: string; readonly id: string }[],
    kinds: readonly Kind[],
    client: Client,
): Promise<ReadonlyMap<string, LookedUp>> {
    const live = new Live(client);
    const known = new Set(inStack.map(({ kind, id }) => `${kind} ${id}`));
    const found = new Map<string, LookedUp>();
    for (const { of, changes } of drifted)
        for (const { property, live: value } of changes)
            for (const { to, id } of referencesIn(of.fields, { [property]: value })) {
                const key = `${to} ${id}`;
                const kind = kinds.find(({ name }) => name === to);
                const lookup = kind && lookupFor(kind);
                if (!lookup || !("source" in kind.discovery) || found.has(key) || known.has(key)) continue;
                const object = await live.object(kind.discovery.source, id).catch((error: unknown) => {
                    if (error instanceof CallError) return undefined;
                    throw error;
                });
                const isNamed = lookup.by.every((name) => typeof object?.[name] === "string" && object[name] !== "");
                if (object && isNamed) found.set(key, { lookup, live: object });
            }
    return found;
}

/** Whether an expression looks up this object. It may be awaited or wrapped in `pulumi.output`. */
export function looksUp(expression: TypeScript.Expression, { lookup, live }: LookedUp, ts: Compiler): boolean {
    const inner = bare(expression, ts);
    if (ts.isAwaitExpression(inner)) return looksUp(inner.expression, { lookup, live }, ts);
    if (!ts.isCallExpression(inner)) return false;
    const name = calledName(inner, ts);
    const [argument] = inner.arguments;
    if (!argument) return false;
    if (name === "output") return looksUp(argument, { lookup, live }, ts);
    if (name !== lookup.call && name !== `${lookup.call}Output`) return false;
    if (!ts.isObjectLiteralExpression(argument)) return false;
    const given = argument.properties.map((one) =>
        ts.isPropertyAssignment(one) && ts.isIdentifier(one.name)
            ? ([one.name.text, plainValue(one.initializer, ts)] as const)
            : undefined,
    );
    const names = given.map((one) => one?.[0]);
    return (
        lookup.by.every((one) => names.includes(one)) &&
        given.every((one) => one !== undefined && one[1] !== undefined && live[one[0]] === one[1])
    );
}
