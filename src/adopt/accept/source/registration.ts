import type * as TypeScript from "typescript";
import { loopsAround } from "./loops.js";
import { NotEditable } from "./not-editable.js";
import type { CallNode, Position, ProgramFiles } from "./program-files.js";
import { calledName } from "./syntax.js";
import { expressionValue, type ProgramValue } from "./value.js";
import { Written } from "./written.js";

/** The declaration of a resource in the source of a program. */
export interface Registration {
    /** The call that creates the resource, or the package's component that contains it. */
    readonly call: CallNode;
    /** Arguments of the resource: an object literal, or an expression that resolves to one. */
    readonly args: ProgramValue;
    readonly written: Written;
    /** Whether the call creates the resource itself, not a component. */
    readonly isDirect: boolean;
}

/** A resource as it appears in the state. */
export interface StateResource {
    /** Name of its class. */
    readonly kind: string;
    readonly name: string;
    /** Name of the component that contains it. */
    readonly component?: string;
}

/** Maximum number of combinations of loop elements to try. */
const MOST_COMBINATIONS = 10_000;

/**
 * Finds the declaration of a resource from the calls that created it. In a loop, the name of the resource identifies the element.
 * @throws NotEditable if the declaration cannot be determined from the source
 */
export function registrationOf(
    files: ProgramFiles,
    positions: readonly Position[],
    { kind, name, component }: StateResource,
): Registration {
    const known = [...new Set(positions.flatMap((one) => files.callAt(one) ?? []))];
    const traces = tracesOf(files, known, kind);
    const [likely] = traces;
    if (!likely) throw new NotEditable("its declaration was not found in the program", known[0]);
    const found = traces.flatMap((calls) => {
        const [call] = calls;
        const isDirect = calledName(call, files.ts) === kind;
        const written = withElements(new Written(files, calls), calls, isDirect ? name : component, traces.length > 1);
        return written ? [{ call, isDirect, written }] : [];
    });
    const [only] = found;
    if (!only || found.length > 1)
        throw new NotEditable("the code does not show which element of a loop created it", likely[0]);
    const { call, isDirect, written } = only;
    const [, args] = call.arguments ?? [];
    if (!args) throw new NotEditable("it does not have arguments that could be edited", call);
    return { call, args: expressionValue(args, 0), written, isDirect };
}

/** The calls from a `new` expression up to the main file, innermost first. */
type Trace = readonly [TypeScript.NewExpression, ...CallNode[]];

/**
 * Returns the calls that may have created the resource. Pulumi does not report positions in anonymous functions. If an argument of the
 * innermost known call is such a function, any `new` in it may have created the resource.
 */
function tracesOf({ ts }: ProgramFiles, known: readonly CallNode[], kind: string): Trace[] {
    // In a constructor of the program, `super` and `this` precede the creation of the resource.
    const first = known.findIndex((call) => ts.isNewExpression(call));
    const [innermost] = known;
    const callbacks =
        innermost?.arguments?.filter((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one)) ?? [];
    const inside = callbacks.flatMap((one) => newsIn(one, ts)).filter((one) => calledName(one, ts) === kind);
    if (inside.length > 0)
        return inside.map(
            (one): Trace => [one, ...callsAround(one, ts).filter((call) => call !== innermost), ...known],
        );
    const call = known[first];
    return call && ts.isNewExpression(call) ? [[call, ...known.slice(first + 1)]] : [];
}

function newsIn(node: TypeScript.Node, ts: ProgramFiles["ts"]): TypeScript.NewExpression[] {
    const found: TypeScript.NewExpression[] = ts.isNewExpression(node) ? [node] : [];
    ts.forEachChild(node, (child) => {
        found.push(...newsIn(child, ts));
    });
    return found;
}

/** Returns the calls whose anonymous callbacks contain a node, innermost first. Stops at a function that is not such a callback. */
function callsAround(node: TypeScript.Node, ts: ProgramFiles["ts"]): CallNode[] {
    const found: CallNode[] = [];
    for (let around = node.parent; around; around = around.parent) {
        if (!ts.isArrowFunction(around) && !ts.isFunctionExpression(around)) continue;
        if (!ts.isCallExpression(around.parent)) break;
        found.push(around.parent);
    }
    return found;
}

/** Finds the loop elements for which the resource would have its name; undefined if there are none or several. */
function withElements(
    plain: Written,
    calls: readonly CallNode[],
    name: string | undefined,
    isChecked: boolean,
): Written | undefined {
    const loops = calls.flatMap((_, depth) => loopsAround(plain, depth));
    const nameNode = calls[0]?.arguments?.[0];
    const isNamed = (one: Written): boolean =>
        nameNode !== undefined && one.text(expressionValue(nameNode, 0)) === name;
    if (loops.length === 0) return !isChecked || isNamed(plain) ? plain : undefined;
    // Proceeds from the outermost loop to the innermost, because an inner loop may iterate over a part of an outer element.
    let candidates: ReadonlyMap<TypeScript.Node, ProgramValue>[] = [new Map()];
    for (const { loop, over } of loops.reverse()) {
        candidates = candidates.flatMap((elements) => {
            const inner = new Written(plain.files, calls, elements);
            return (inner.iterated(over) ?? []).map((value) => new Map([...elements, [loop, value]]));
        });
        if (candidates.length > MOST_COMBINATIONS) return undefined;
    }
    const all = candidates.map((elements) => new Written(plain.files, calls, elements));
    const fitting = all.filter(isNamed);
    return fitting.length === 1 ? fitting[0] : undefined;
}
