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
import { ABSENT_VALUE, expressionValue, type Member, type ProgramValue, reachedThrough } from "./value.js";

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
    resolve(value: ProgramValue, chain = 0): ProgramValue {
        if (value.is !== "expression" || chain > LONGEST_CHAIN) return value;
        const { ts } = this.files;
        const { depth, through } = value;
        const node = bare(value.node, ts);
        const here = expressionValue(node, depth, through);
        const next = (step: ProgramValue | undefined): ProgramValue =>
            step ? reachedThrough(through, this.resolve(step, chain + 1)) : here;
        if (ts.isIdentifier(node)) return next(this.#named(node, depth, chain));
        if (ts.isPropertyAccessExpression(node))
            return next(this.#inside(node.expression, node.name.text, depth, chain));
        if (ts.isElementAccessExpression(node)) {
            const key = this.text(expressionValue(node.argumentExpression, depth));
            return key === undefined ? here : next(this.#inside(node.expression, key, depth, chain));
        }
        if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
            const left = this.resolve(expressionValue(node.left, depth), chain + 1);
            if (this.isAbsent(left)) return next(expressionValue(node.right, depth));
            return this.isWrittenOut(left) ? reachedThrough(through, left) : here;
        }
        if (ts.isCallExpression(node) && TRANSPARENT.includes(calledName(node, ts))) {
            const [only] = node.arguments;
            if (only && node.arguments.length === 1) return next(expressionValue(only, depth));
        }
        return here;
    }

    /** Returns a property of a value if the value resolves to an object literal. */
    member(of: ProgramValue, name: string): Member {
        const { ts } = this.files;
        const value = this.resolve(of);
        const through = value.through.map(({ symbol, path }) => ({ symbol, path: [...path, name] }));
        const passed = (found: Member): Member => (found === "unknown" ? found : reachedThrough(through, found));
        if (value.is === "tuple") return passed(value.items[Number(name)] ?? ABSENT_VALUE);
        if (value.is !== "expression") return "unknown";
        const { node, depth } = value;
        if (ts.isArrayLiteralExpression(node))
            return passed(this.items(expressionValue(node, depth))?.[Number(name)] ?? "unknown");
        if (!ts.isObjectLiteralExpression(node)) return this.isAbsent(value) ? ABSENT_VALUE : "unknown";
        for (const property of [...node.properties].reverse()) {
            if (ts.isSpreadAssignment(property)) {
                const found = this.member(expressionValue(property.expression, depth), name);
                if (found !== "unknown" && found.is === "absent") continue;
                return passed(found);
            }
            const key = this.#keyOf(property, depth);
            if (key === undefined) return "unknown";
            if (key !== name) continue;
            if (ts.isPropertyAssignment(property)) return passed(expressionValue(property.initializer, depth));
            return ts.isShorthandPropertyAssignment(property)
                ? passed(expressionValue(property.name, depth))
                : "unknown";
        }
        return ABSENT_VALUE;
    }

    /** Returns the elements of an array literal, including the elements of spread arrays; undefined if unknown. */
    items(of: ProgramValue): ProgramValue[] | undefined {
        const { ts } = this.files;
        const value = this.resolve(of);
        const { through } = value;
        if (value.is === "tuple") return value.items.map((item) => reachedThrough(through, item));
        if (value.is !== "expression" || !ts.isArrayLiteralExpression(value.node)) return undefined;
        const all: ProgramValue[] = [];
        for (const element of value.node.elements) {
            if (!ts.isSpreadElement(element)) {
                all.push(expressionValue(element, value.depth, through));
                continue;
            }
            const inner = this.items(expressionValue(element.expression, value.depth, through));
            if (!inner) return undefined;
            all.push(...inner);
        }
        return all;
    }

    /**
     * Returns the values that a loop iterates over: the elements of an array literal, or the keys, values or entries of an object literal.
     */
    iterated(over: ProgramValue): readonly ProgramValue[] | undefined {
        const { ts } = this.files;
        const value = this.resolve(over);
        if (value.is !== "expression") return value.is === "tuple" ? value.items : undefined;
        const { node, depth } = value;
        if (!ts.isCallExpression(node)) return this.items(value)?.map((item) => ({ ...item, through: [] }));
        const [of] = node.arguments;
        const { expression: callee } = node;
        if (!of || !ts.isPropertyAccessExpression(callee) || callee.expression.getText() !== "Object") return undefined;
        const object = this.resolve(expressionValue(of, depth));
        const literal = this.literal(object);
        if (!literal || object.is !== "expression") return undefined;
        const keys = literal.properties.map((property) => this.#keyOf(property, object.depth));
        if (keys.includes(undefined)) return undefined;
        const entries = keys.flatMap((key = ""): [ProgramValue, ProgramValue][] => {
            const member = this.member(object, key);
            if (member === "unknown" || member.is === "absent") return [];
            return [
                [
                    { is: "text", text: key, through: [] },
                    { ...member, through: [] },
                ],
            ];
        });
        const { text: does } = callee.name;
        if (does === "keys") return entries.map(([key]) => key);
        if (does === "values") return entries.map(([, one]) => one);
        return does === "entries" ? entries.map((items) => ({ is: "tuple", items, through: [] })) : undefined;
    }

    /** Returns the text of a value if it can be determined from the source. */
    text(of: ProgramValue): string | undefined {
        const { ts } = this.files;
        const value = this.resolve(of);
        if (value.is === "text") return value.text;
        if (value.is !== "expression") return undefined;
        const { node, depth } = value;
        const inside = (part: TypeScript.Expression): string | undefined => this.text(expressionValue(part, depth));
        if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
        if (ts.isTemplateExpression(node)) {
            const parts = node.templateSpans.map(({ expression, literal }) => {
                const inner = inside(expression);
                return inner === undefined ? undefined : inner + literal.text;
            });
            return parts.includes(undefined) ? undefined : node.head.text + parts.join("");
        }
        if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
            const [left, right] = [inside(node.left), inside(node.right)];
            return left === undefined || right === undefined ? undefined : left + right;
        }
        if (
            ts.isCallExpression(node) &&
            ts.isPropertyAccessExpression(node.expression) &&
            node.arguments.length === 0
        ) {
            const inner = inside(node.expression.expression);
            const does = node.expression.name.text;
            if (does === "toLowerCase") return inner?.toLowerCase();
            return does === "toUpperCase" ? inner?.toUpperCase() : undefined;
        }
        return undefined;
    }

    /** Returns the object literal to which a value has been resolved; undefined if it is not one. */
    literal(value: ProgramValue): TypeScript.ObjectLiteralExpression | undefined {
        return value.is === "expression" && this.files.ts.isObjectLiteralExpression(value.node)
            ? value.node
            : undefined;
    }

    /** Whether a value is a literal that an edit can replace. */
    isWrittenOut(value: ProgramValue): boolean {
        return value.is === "expression" && isLiteral(value.node, this.files.ts);
    }

    isAbsent(value: ProgramValue): boolean {
        if (value.is !== "expression") return value.is === "absent";
        return this.files.ts.isIdentifier(value.node) && value.node.text === "undefined";
    }

    #inside(of: TypeScript.Expression, name: string, depth: number, chain: number): ProgramValue | undefined {
        if (chain > LONGEST_CHAIN) return undefined;
        const member = this.member(expressionValue(of, depth), name);
        return member === "unknown" ? undefined : member;
    }

    /** Resolves a name to a constant, a parameter, the element of a loop, or a part of one of them. */
    #named(name: TypeScript.Identifier, depth: number, chain: number): ProgramValue | undefined {
        const symbol = this.files.symbolOf(name);
        const declaration = symbol?.valueDeclaration;
        return symbol && declaration ? this.#declared(symbol, declaration, depth, chain) : undefined;
    }

    #declared(
        symbol: TypeScript.Symbol,
        declaration: TypeScript.Declaration,
        depth: number,
        chain: number,
    ): ProgramValue | undefined {
        const { ts } = this.files;
        const constant = [{ symbol, path: [] }];
        if (ts.isSourceFile(declaration)) {
            // A JSON file consists of one expression.
            const [data] = declaration.statements;
            if (!declaration.fileName.endsWith(".json") || !data || !ts.isExpressionStatement(data)) return undefined;
            return expressionValue(data.expression, this.calls.length, constant);
        }
        if (ts.isVariableDeclaration(declaration))
            return isReassigned(symbol, this.files) ? undefined : this.#initial(declaration, symbol, depth);
        if (ts.isParameter(declaration)) return this.#argument(declaration, depth);
        if (ts.isEnumMember(declaration) && declaration.initializer)
            return expressionValue(declaration.initializer, depth, constant);
        if (!ts.isBindingElement(declaration)) return undefined;
        const pattern = declaration.parent;
        const whole = this.#declared(symbol, pattern.parent, depth, chain);
        if (!whole || declaration.dotDotDotToken) return undefined;
        const key = ts.isArrayBindingPattern(pattern)
            ? String((pattern.elements as readonly TypeScript.Node[]).indexOf(declaration))
            : literalName(declaration.propertyName ?? declaration.name, ts);
        // The constants in `whole.through` are already the part that the pattern names.
        const member = key === undefined ? "unknown" : this.member({ ...whole, through: [] }, key);
        if (member === "unknown") return undefined;
        if (member.is !== "absent") return reachedThrough(whole.through, member);
        return declaration.initializer && expressionValue(declaration.initializer, depth, whole.through);
    }

    #initial(
        declaration: TypeScript.VariableDeclaration,
        symbol: TypeScript.Symbol,
        depth: number,
    ): ProgramValue | undefined {
        const loop = declaration.parent.parent;
        if (this.files.ts.isForOfStatement(loop)) return this.elements.get(loop);
        if (!declaration.initializer) return undefined;
        const where = this.#depthOf(declaration, depth);
        return where === undefined
            ? undefined
            : expressionValue(declaration.initializer, where, [{ symbol, path: [] }]);
    }

    /** Returns the argument for a parameter in the call that entered its function. */
    #argument(parameter: TypeScript.ParameterDeclaration, depth: number): ProgramValue | undefined {
        const { ts } = this.files;
        const { parent: entered } = parameter;
        if (!isFunction(entered, ts)) return undefined;
        const element = this.elements.get(entered);
        const place = (entered.parameters as readonly TypeScript.Node[]).indexOf(parameter);
        if (element) return place === 0 ? element : undefined;
        const inside = this.#depthOf(parameter, depth, entered);
        const call = inside === undefined ? undefined : this.calls[inside + 1];
        if (inside === undefined || !call || functionOf(call.expression, this.files) !== entered) return undefined;
        if (call.arguments?.slice(0, place + 1).some((one) => ts.isSpreadElement(one))) return undefined;
        const given = call.arguments?.[place];
        if (given) return expressionValue(given, inside + 1);
        return parameter.initializer ? expressionValue(parameter.initializer, inside) : ABSENT_VALUE;
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
        return this.text(expressionValue(name.expression, depth));
    }
}
