import type * as TypeScript from "typescript";
import type { CallNode, ProgramFiles } from "./program-files.js";
import {
    bare,
    calledName,
    functionAround,
    functionOf,
    isFunction,
    isLiteral,
    isReassigned,
    literalName,
} from "./syntax.js";
import type { Member, ProgramValue, ResolvedValue } from "./value.js";

/** Maximum length of a chain of names. A longer chain is assumed to be a cycle. */
const LONGEST_CHAIN = 50;
/** Pulumi functions that return their argument unchanged. */
const TRANSPARENT = ["output", "secret", "freeze"];

/** Follows the values of one registration to where they are written: through names, parameters, loops, and members of literals. */
export class Written {
    constructor(
        readonly files: ProgramFiles,
        /** The calls that led to the registration, innermost first. */
        readonly calls: readonly CallNode[],
        /** The current element of each loop around these calls, by loop. */
        readonly elements: ReadonlyMap<TypeScript.Node, ProgramValue> = new Map(),
    ) {}

    /** Follows an expression as far as the source allows. */
    resolve(value: ProgramValue, chain = 0): ResolvedValue {
        if (value.is !== "expression" || chain > LONGEST_CHAIN) return { value, through: [] };
        const { ts } = this.files;
        const { depth } = value;
        const node = bare(value.node, ts);
        const here: ResolvedValue = { value: { is: "expression", node, depth }, through: [] };
        const next = (step: ResolvedValue | undefined): ResolvedValue => {
            if (!step) return here;
            const end = this.resolve(step.value, chain + 1);
            return { value: end.value, through: [...step.through, ...end.through] };
        };
        if (ts.isIdentifier(node)) return next(this.#named(node, depth, chain));
        if (ts.isPropertyAccessExpression(node))
            return next(this.#inside(node.expression, node.name.text, depth, chain));
        if (ts.isElementAccessExpression(node)) {
            const key = this.text({ is: "expression", node: node.argumentExpression, depth });
            return key === undefined ? here : next(this.#inside(node.expression, key, depth, chain));
        }
        if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
            const left = this.resolve({ is: "expression", node: node.left, depth }, chain + 1);
            if (this.isAbsent(left.value))
                return next({ value: { is: "expression", node: node.right, depth }, through: [] });
            return this.isWrittenOut(left.value) ? left : here;
        }
        if (ts.isCallExpression(node) && TRANSPARENT.includes(calledName(node, ts))) {
            const [only] = node.arguments;
            if (only && node.arguments.length === 1)
                return next({ value: { is: "expression", node: only, depth }, through: [] });
        }
        return here;
    }

    /** Returns a property of a value if the value resolves to an object literal. */
    member(of: ProgramValue, name: string): Member {
        const { ts } = this.files;
        const { value, through: whole } = this.resolve(of);
        const through = whole.map(({ symbol, path }) => ({ symbol, path: [...path, name] }));
        if (value.is === "tuple") {
            const item = value.items[Number(name)];
            return item ? { value: item, through } : "absent";
        }
        if (value.is !== "expression") return "unknown";
        const { node, depth } = value;
        const passed = (found: ResolvedValue): ResolvedValue => ({
            value: found.value,
            through: [...through, ...found.through],
        });
        if (ts.isArrayLiteralExpression(node)) {
            const item = this.items(value)?.[Number(name)];
            return item ? passed(item) : "unknown";
        }
        if (!ts.isObjectLiteralExpression(node)) return this.isAbsent(value) ? "absent" : "unknown";
        for (const property of [...node.properties].reverse()) {
            if (ts.isSpreadAssignment(property)) {
                const found = this.member({ is: "expression", node: property.expression, depth }, name);
                if (found === "absent") continue;
                return found === "unknown" ? found : passed(found);
            }
            const key = this.#keyOf(property, depth);
            if (key === undefined) return "unknown";
            if (key !== name) continue;
            if (ts.isPropertyAssignment(property))
                return passed({ value: { is: "expression", node: property.initializer, depth }, through: [] });
            if (ts.isShorthandPropertyAssignment(property))
                return passed({ value: { is: "expression", node: property.name, depth }, through: [] });
            return "unknown";
        }
        return "absent";
    }

    /** Returns the elements of an array literal, including the elements of spread arrays; undefined if unknown. */
    items(of: ProgramValue): ResolvedValue[] | undefined {
        const { ts } = this.files;
        const { value, through } = this.resolve(of);
        if (value.is === "tuple") return value.items.map((item) => ({ value: item, through }));
        if (value.is !== "expression") return undefined;
        const { node, depth } = value;
        if (!ts.isArrayLiteralExpression(node)) return undefined;
        const all: ResolvedValue[] = [];
        for (const element of node.elements) {
            if (!ts.isSpreadElement(element)) {
                all.push({ value: { is: "expression", node: element, depth }, through });
                continue;
            }
            const inner = this.items({ is: "expression", node: element.expression, depth });
            if (!inner) return undefined;
            all.push(...inner.map((one) => ({ value: one.value, through: [...through, ...one.through] })));
        }
        return all;
    }

    /**
     * Returns the values that a loop iterates over: the elements of an array literal, or the keys, values or entries of an object literal.
     */
    iterated(over: ProgramValue): readonly ProgramValue[] | undefined {
        const { ts } = this.files;
        const { value } = this.resolve(over);
        if (value.is !== "expression") return value.is === "tuple" ? value.items : undefined;
        const { node, depth } = value;
        if (!ts.isCallExpression(node)) return this.items(value)?.map((item) => item.value);
        const [of] = node.arguments;
        const { expression: callee } = node;
        if (!of || !ts.isPropertyAccessExpression(callee) || callee.expression.getText() !== "Object") return undefined;
        const { value: object } = this.resolve({ is: "expression", node: of, depth });
        if (object.is !== "expression" || !ts.isObjectLiteralExpression(object.node)) return undefined;
        const keys = object.node.properties.map((property) => this.#keyOf(property, object.depth));
        if (keys.includes(undefined)) return undefined;
        const entries = keys.flatMap((key = ""): [ProgramValue, ProgramValue][] => {
            const member = this.member(object, key);
            return typeof member === "string" ? [] : [[{ is: "text", text: key }, member.value]];
        });
        const { text: does } = callee.name;
        if (does === "keys") return entries.map(([key]) => key);
        if (does === "values") return entries.map(([, one]) => one);
        return does === "entries" ? entries.map((items) => ({ is: "tuple", items })) : undefined;
    }

    /** Returns the text of a value if it can be determined from the source. */
    text(of: ProgramValue): string | undefined {
        const { ts } = this.files;
        const { value } = this.resolve(of);
        if (value.is === "text") return value.text;
        if (value.is !== "expression") return undefined;
        const { node, depth } = value;
        if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
        if (ts.isTemplateExpression(node)) {
            const parts = node.templateSpans.map((span) => {
                const inner = this.text({ is: "expression", node: span.expression, depth });
                return inner === undefined ? undefined : inner + span.literal.text;
            });
            return parts.includes(undefined) ? undefined : node.head.text + parts.join("");
        }
        if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
            const [left, right] = [node.left, node.right].map((side) =>
                this.text({ is: "expression", node: side, depth }),
            );
            return left === undefined || right === undefined ? undefined : left + right;
        }
        if (
            ts.isCallExpression(node) &&
            ts.isPropertyAccessExpression(node.expression) &&
            node.arguments.length === 0
        ) {
            const inner = this.text({ is: "expression", node: node.expression.expression, depth });
            const does = node.expression.name.text;
            if (inner === undefined) return undefined;
            if (does === "toLowerCase") return inner.toLowerCase();
            return does === "toUpperCase" ? inner.toUpperCase() : undefined;
        }
        return undefined;
    }

    /** Whether a value is a literal that an edit can replace. */
    isWrittenOut(value: ProgramValue): boolean {
        return value.is === "expression" && isLiteral(value.node, this.files.ts);
    }

    isAbsent(value: ProgramValue): boolean {
        if (value.is !== "expression") return value.is === "absent";
        return this.files.ts.isIdentifier(value.node) && value.node.text === "undefined";
    }

    #inside(of: TypeScript.Expression, name: string, depth: number, chain: number): ResolvedValue | undefined {
        if (chain > LONGEST_CHAIN) return undefined;
        const member = this.member({ is: "expression", node: of, depth }, name);
        if (member === "absent") return { value: { is: "absent" }, through: [] };
        return member === "unknown" ? undefined : member;
    }

    /** Resolves a name to a constant, a parameter, the element of a loop, or a part of one of them. */
    #named(name: TypeScript.Identifier, depth: number, chain: number): ResolvedValue | undefined {
        const symbol = this.files.symbolOf(name);
        const declaration = symbol?.valueDeclaration;
        return symbol && declaration ? this.#declared(symbol, declaration, depth, chain) : undefined;
    }

    #declared(
        symbol: TypeScript.Symbol,
        declaration: TypeScript.Declaration,
        depth: number,
        chain: number,
    ): ResolvedValue | undefined {
        const { ts } = this.files;
        if (ts.isSourceFile(declaration)) {
            // A JSON file consists of one expression.
            const [data] = declaration.statements;
            const depth = this.calls.length;
            if (!declaration.fileName.endsWith(".json") || !data || !ts.isExpressionStatement(data)) return undefined;
            return { value: { is: "expression", node: data.expression, depth }, through: [{ symbol, path: [] }] };
        }
        if (ts.isVariableDeclaration(declaration)) {
            if (isReassigned(symbol, this.files)) return undefined;
            return this.#initial(declaration, symbol, depth);
        }
        if (ts.isParameter(declaration)) return this.#argument(declaration, depth);
        if (ts.isEnumMember(declaration) && declaration.initializer)
            return {
                value: { is: "expression", node: declaration.initializer, depth },
                through: [{ symbol, path: [] }],
            };
        if (!ts.isBindingElement(declaration)) return undefined;
        const pattern = declaration.parent;
        const holder = pattern.parent;
        const whole = this.#declared(symbol, holder, depth, chain);
        if (!whole || declaration.dotDotDotToken) return undefined;
        const key = ts.isArrayBindingPattern(pattern)
            ? String((pattern.elements as readonly TypeScript.Node[]).indexOf(declaration))
            : literalName(declaration.propertyName ?? declaration.name, ts);
        if (key === undefined) return undefined;
        const member = this.member(whole.value, key);
        if (member === "absent" && declaration.initializer)
            return { value: { is: "expression", node: declaration.initializer, depth }, through: whole.through };
        return typeof member === "string"
            ? undefined
            : { value: member.value, through: [...whole.through, ...member.through] };
    }

    #initial(
        declaration: TypeScript.VariableDeclaration,
        symbol: TypeScript.Symbol,
        depth: number,
    ): ResolvedValue | undefined {
        const { ts } = this.files;
        const loop = declaration.parent.parent;
        if (ts.isForOfStatement(loop)) {
            const element = this.elements.get(loop);
            return element && { value: element, through: [] };
        }
        if (!declaration.initializer) return undefined;
        const where = this.#depthOf(declaration, depth);
        if (where === undefined) return undefined;
        return {
            value: { is: "expression", node: declaration.initializer, depth: where },
            through: [{ symbol, path: [] }],
        };
    }

    /** Returns the argument for a parameter in the call that entered its function. */
    #argument(parameter: TypeScript.ParameterDeclaration, depth: number): ResolvedValue | undefined {
        const { ts } = this.files;
        const { parent: entered } = parameter;
        if (!isFunction(entered, ts)) return undefined;
        const element = this.elements.get(entered);
        const place = (entered.parameters as readonly TypeScript.Node[]).indexOf(parameter);
        if (element) return place === 0 ? { value: element, through: [] } : undefined;
        const inside = this.#depthOf(parameter, depth, entered);
        const call = inside === undefined ? undefined : this.calls[inside + 1];
        if (inside === undefined || !call || functionOf(call.expression, this.files) !== entered) return undefined;
        const given = call.arguments?.[place];
        if (call.arguments?.slice(0, place + 1).some((one) => ts.isSpreadElement(one))) return undefined;
        if (given) return { value: { is: "expression", node: given, depth: inside + 1 }, through: [] };
        if (!parameter.initializer) return { value: { is: "absent" }, through: [] };
        return { value: { is: "expression", node: parameter.initializer, depth: inside }, through: [] };
    }

    /** Returns the index of the call whose code contains a declaration. Top-level declarations are not in a function. */
    #depthOf(
        node: TypeScript.Node,
        depth: number,
        around: TypeScript.FunctionLikeDeclaration | undefined = functionAround(node, this.files.ts),
    ): number | undefined {
        if (!around) return this.calls.length;
        const found = this.calls.findIndex(
            (call, index) => index >= depth && functionAround(call, this.files.ts) === around,
        );
        return found < 0 ? undefined : found;
    }

    #keyOf(property: TypeScript.ObjectLiteralElementLike, depth: number): string | undefined {
        const { ts } = this.files;
        const { name } = property;
        if (!name) return undefined;
        if (!ts.isComputedPropertyName(name)) return literalName(name, ts);
        return this.text({ is: "expression", node: name.expression, depth });
    }
}
