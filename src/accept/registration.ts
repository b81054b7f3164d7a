import type * as TypeScript from "typescript";
import type { Call, Position, ProgramFiles } from "./program-files.js";
import { calledName, type Value, Written } from "./written.js";

/** How one resource is declared in the text of a program. */
export interface Registration {
    /** The call that makes the resource, or the component of a package that contains it. */
    readonly call: Call;
    /** Its arguments, the object literal or what stands for it. */
    readonly args: Value;
    readonly written: Written;
    /** Whether the call makes the resource itself, and not a component. */
    readonly isDirect: boolean;
}

/** A resource as the engine knows it. */
export interface Registered {
    /** Name of its class. */
    readonly kind: string;
    readonly name: string;
    /** Name of the component that it is in. */
    readonly component?: string;
}

/** More combinations of the elements of loops are not tried. */
const MOST_COMBINATIONS = 10_000;

/**
 * Finds the declaration of a resource by the calls that led to it. In a loop, the name of the resource tells which element it was.
 * @returns a sentence if the text does not tell
 */
export function registrationOf(
    files: ProgramFiles,
    positions: readonly Position[],
    { kind, name, component }: Registered,
): Registration | string {
    const calls = [...new Set(positions.flatMap((one) => files.callAt(one) ?? []))];
    // Inside a constructor of the program, `super` and `this` come before the resource is made.
    const first = calls.findIndex((call) => files.ts.isNewExpression(call));
    const call = calls[first];
    if (!call) return "no line of this program is known to declare it";
    const own = calls.slice(first);
    const isDirect = calledName(call, files.ts) === kind;
    const plain = new Written(files, own);
    const written = withElements(plain, own, isDirect ? name : component);
    if (typeof written === "string") return written;
    const [, args] = call.arguments ?? [];
    if (!args) return "it has no arguments that could be edited";
    return { call, args: { is: "expression", node: args, depth: 0 }, written, isDirect };
}

/** The registration with the elements that the loops around it had. */
function withElements(plain: Written, calls: readonly Call[], name: string | undefined): Written | string {
    const loops = calls.flatMap((_, depth) => plain.loopsAround(depth));
    if (loops.length === 0) return plain;
    const nameNode = calls[0]?.arguments?.[0];
    if (!nameNode || name === undefined) return "it is made in a loop, and its name does not tell by which element";
    // From the outermost loop to the innermost: an inner one may iterate over a part of an outer element.
    let candidates: ReadonlyMap<TypeScript.Node, Value>[] = [new Map()];
    for (const { loop, over } of loops.reverse()) {
        candidates = candidates.flatMap((elements) => {
            const inner = new Written(plain.files, calls, elements as Written["elements"]);
            return (inner.iterated(over) ?? []).map((value) => new Map([...elements, [loop, value]]));
        });
        if (candidates.length > MOST_COMBINATIONS) return "it is made in a loop over more elements than are looked at";
    }
    const all = candidates.map((elements) => new Written(plain.files, calls, elements as Written["elements"]));
    const fitting = all.filter((one) => one.text({ is: "expression", node: nameNode, depth: 0 }) === name);
    const [only] = fitting;
    if (only && fitting.length === 1) return only;
    return "it is made in a loop over values that the text of the program does not tell";
}
