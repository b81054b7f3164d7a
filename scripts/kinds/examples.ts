/** The example of a kind in all languages. The one in TypeScript is written by hand, the others are derived from it and printed as an export prints them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import {
    CallExpression,
    type Expression,
    type ExpressionMembers,
    isExpressionList,
    NameReference,
} from "../../src/adopt/export/program/expression.js";
import type { LookupStatement } from "../../src/adopt/export/program/lookups.js";
import { slugOf, UniqueNames, variableOf } from "../../src/adopt/export/program/names.js";
import { pythonDeclaration, pythonLookup } from "../../src/adopt/export/program/python.js";
import { pythonExpression, pythonValue } from "../../src/adopt/export/program/python-source.js";
import { yamlProgram } from "../../src/adopt/export/program/yaml.js";
import type { Kind } from "../../src/provider/shapes/kind.js";
import { days, hours, minutes } from "../../src/resources/components/durations.js";
import { kinds } from "../../src/resources/kinds.js";
import { fileName } from "./lists.js";

const root = join(__dirname, "../..");

/** An example in each language, without a line break at the end. The one in YAML does not contain the lines about the project. */
export interface KindExample {
    readonly typescript: string;
    readonly python: string;
    readonly yaml: string;
}

/** Returns the example of a kind. @throws Error if there is none, or it has syntax that the other languages do not get */
export function kindExample(kind: string): KindExample {
    const path = join(root, `examples/kinds/${fileName(kind)}.ts`);
    if (!existsSync(path)) throw new Error(`${kind} has no example: write examples/kinds/${fileName(kind)}.ts.`);
    const typescript = readFileSync(path, "utf8").trim();
    const example = new ExampleReader(ts.createSourceFile(path, typescript, ts.ScriptTarget.Latest, true)).read();
    return { typescript, python: pythonText(example), yaml: yamlText(example) };
}

/** What an example contains, in no language. */
interface Example {
    /** What the example shows. */
    readonly comments: readonly string[];
    /** Namespace of the settings; undefined if there are none. */
    readonly settings: string | undefined;
    readonly secrets: readonly string[];
    /** Lookups and declarations in their order. */
    readonly statements: readonly (LookupStatement | ExampleDeclaration)[];
    readonly outputs: ExpressionMembers;
}

interface ExampleDeclaration {
    readonly kind: Kind;
    readonly name: string;
    readonly args: ExpressionMembers;
    readonly variable?: string;
}

function pythonText({ comments, settings, statements, outputs }: Example): string {
    const exported = Object.entries(outputs).map(
        ([name, value]) => `pulumi.export("${name}", ${pythonExpression(pythonValue(value))})`,
    );
    const needsPulumi = settings !== undefined || exported.length > 0;
    return [
        ...(needsPulumi ? ["import pulumi"] : []),
        "import pulumi_access_governance as access",
        "",
        ...comments.map((comment) => `# ${comment}`),
        ...(settings === undefined ? [] : [`config = pulumi.Config("${settings}")`]),
        ...statements.map((one) => ("call" in one ? pythonLookup(one) : pythonDeclaration(one))),
        ...exported,
    ].join("\n");
}

function yamlText({ comments, secrets, statements, outputs }: Example): string {
    const lookups = statements.filter((one) => "call" in one);
    const declared = statements.filter((one): one is ExampleDeclaration => !("call" in one));
    const names = new UniqueNames([...lookups, ...declared].flatMap(({ variable }) => variable ?? []));
    const resources = declared.map((one) => ({
        ...one,
        variable: one.variable ?? names.take(variableOf(slugOf(one.name), one.kind.name)),
    }));
    const head = comments.map((comment) => `# ${comment}\n`).join("");
    return `${head}${yamlProgram({}, { secrets, lookups, resources, outputs }, names)}`.trim();
}

/** Reads the few forms of statements and expressions that examples have. */
class ExampleReader {
    private readonly resources = new Map<string, Kind>();
    private readonly secrets: string[] = [];
    private readonly statements: (LookupStatement | ExampleDeclaration)[] = [];
    private settings: string | undefined;
    private outputs: ExpressionMembers = {};

    constructor(private readonly file: ts.SourceFile) {}

    read(): Example {
        const program = this.file.statements.find(ts.isExportAssignment);
        const body = program && ts.isArrowFunction(program.expression) ? program.expression.body : undefined;
        if (!program || !body || !ts.isBlock(body)) return this.refuse(this.file);
        const ranges = ts.getLeadingCommentRanges(this.file.text, program.pos) ?? [];
        for (const statement of body.statements) this.readStatement(statement);
        return {
            comments: ranges.map(({ pos, end }) => this.file.text.slice(pos, end).replace(/^\/\/ /, "")),
            settings: this.settings,
            secrets: this.secrets,
            statements: this.statements,
            outputs: this.outputs,
        };
    }

    private readStatement(statement: ts.Statement): void {
        if (ts.isReturnStatement(statement) && statement.expression) {
            this.outputs = this.members(statement.expression);
        } else if (ts.isExpressionStatement(statement) && ts.isNewExpression(statement.expression)) {
            this.readDeclaration(statement.expression);
        } else if (ts.isVariableStatement(statement)) {
            const [declaration] = statement.declarationList.declarations;
            if (!declaration?.initializer || !ts.isIdentifier(declaration.name)) this.refuse(statement);
            const { text } = declaration.name;
            const { initializer } = declaration;
            if (ts.isAwaitExpression(initializer)) this.readLookup(initializer.expression, text);
            else if (ts.isNewExpression(initializer)) this.readDeclaration(initializer, text);
            else this.refuse(statement);
        } else this.refuse(statement);
    }

    private readDeclaration(node: ts.NewExpression, variable?: string): void {
        const [name, args] = node.arguments ?? [];
        if (!name || !ts.isStringLiteral(name)) this.refuse(node);
        if (node.expression.getText() === "pulumi.Config") {
            this.settings = name.text;
            return;
        }
        const kind = kinds.find((one) => `access.${one.name}` === node.expression.getText());
        if (!kind || !args) this.refuse(node);
        const given = this.members(args);
        if (variable !== undefined) this.resources.set(variable, kind);
        this.statements.push({ kind, name: name.text, args: given, ...(variable === undefined ? {} : { variable }) });
    }

    private readLookup(node: ts.Expression, variable: string): void {
        if (!ts.isCallExpression(node) || !node.arguments[0]) this.refuse(node);
        const call = node.expression.getText().replace(/^access\./, "");
        const kind = kinds.find(({ name }) => `get${name}` === call);
        if (!kind) this.refuse(node);
        this.statements.push({ kind, call, variable, args: this.members(node.arguments[0]) });
    }

    private members(node: ts.Expression): ExpressionMembers {
        const value = this.value(node);
        const isObject = typeof value === "object" && value !== null && !(value instanceof NameReference);
        return isObject && !isExpressionList(value) ? value : this.refuse(node);
    }

    private value(node: ts.Expression): Expression {
        if (ts.isStringLiteral(node)) return node.text;
        if (ts.isNumericLiteral(node)) return Number(node.text);
        if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
        if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
        if (node.kind === ts.SyntaxKind.NullKeyword) return null;
        if (ts.isArrayLiteralExpression(node)) return node.elements.map((one) => this.value(one));
        if (ts.isPropertyAccessExpression(node)) return this.reference(node);
        if (ts.isCallExpression(node)) return this.call(node);
        if (!ts.isObjectLiteralExpression(node)) return this.refuse(node);
        return Object.fromEntries(
            node.properties.map((one) =>
                ts.isPropertyAssignment(one) && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name))
                    ? [one.name.text, this.value(one.initializer)]
                    : this.refuse(one),
            ),
        );
    }

    private reference({ expression, name: { text } }: ts.PropertyAccessExpression): NameReference {
        const variable = expression.getText();
        const kind = this.resources.get(variable);
        // The id has a second name in TypeScript, such as `groupId`.
        const isOutput = !kind || text in kind.fields || kind.results.includes(text);
        return new NameReference(`${variable}.${isOutput ? text : "id"}`);
    }

    private call(node: ts.CallExpression): Expression {
        const called = node.expression.getText();
        const given = node.arguments.map((one) => this.value(one));
        const [first] = given;
        if (called === "config.requireSecret" && typeof first === "string") {
            this.secrets.push(first);
            return new CallExpression(called, given, []);
        }
        const duration = Object.entries({ minutes, hours, days }).find(([name]) => called === `access.${name}`)?.[1];
        return duration && typeof first === "number" ? Number(duration(first)) : this.refuse(node);
    }

    private refuse(node: ts.Node): never {
        throw new Error(`${this.file.fileName}: the example cannot be written in other languages: ${node.getText()}`);
    }
}
