import type * as TypeScript from "typescript";
import { NotEditable } from "./not-editable.js";
import type { Registration } from "./registration.js";
import { sharingOf } from "./sharing.js";
import type { ProgramValue, ResolvedValue } from "./value.js";

/** Thrown if a value is also used elsewhere, so that an edit would affect more than this resource. */
export class SharedValue extends NotEditable {}

/** Finds where the values of one registration are written, and whether other resources use them as well. */
export class Places {
    constructor(private readonly registration: Registration) {}

    /**
     * Finds an object literal in which a property affects only this resource: the literal itself, or one spread into it whose property is
     * not overridden.
     */
    own(holder: ResolvedValue, name: string): ResolvedValue | undefined {
        const { written } = this.registration;
        const { ts } = written.files;
        const literal = this.literal(holder);
        if (!literal || holder.value.is !== "expression") return undefined;
        if (sharingOf(this.registration, holder, literal) === undefined) return holder;
        for (const property of literal.properties.toReversed()) {
            if (!ts.isSpreadAssignment(property)) {
                if (!property.name || !("text" in property.name) || property.name.text === name) return undefined;
                continue;
            }
            const spread: ProgramValue = { is: "expression", node: property.expression, depth: holder.value.depth };
            const own = this.own(this.resolved({ value: spread, through: [] }), name);
            if (own || written.member(spread, name) !== "absent") return own;
        }
        return undefined;
    }

    /** Follows names, parameters and properties to the value itself. */
    resolved(of: ResolvedValue): ResolvedValue {
        const { value, through } = this.registration.written.resolve(of.value);
        return { value, through: [...of.through, ...through] };
    }

    /** Returns the expression of a value; undefined for a key of an object or a part of a name. */
    node({ value }: ResolvedValue): TypeScript.Expression | undefined {
        return value.is === "expression" ? value.node : undefined;
    }

    /** Returns the value if it is an object literal; otherwise undefined. */
    literal(of: ResolvedValue): TypeScript.ObjectLiteralExpression | undefined {
        const node = this.node(of);
        return node && this.registration.written.files.ts.isObjectLiteralExpression(node) ? node : undefined;
    }

    /** @throws SharedValue if the value is also used elsewhere */
    assertOwn(place: ResolvedValue, node: TypeScript.Node): void {
        const shared = sharingOf(this.registration, place, node);
        if (shared !== undefined) throw new SharedValue(shared, node);
    }
}

/** Returns the property with this name in an object literal. */
export function literalProperty(
    { properties }: TypeScript.ObjectLiteralExpression,
    name: string,
): TypeScript.Node | undefined {
    return properties.find((one) => one.name && "text" in one.name && one.name.text === name);
}
