import type { Source } from "../../src/provider/live/source.js";
import * as sources from "../../src/resources/sources.js";
import {
    type Document,
    isList,
    type Operation,
    type Parameter,
    parametersOf,
    pathParametersOf,
    resolved,
    type Schema,
} from "../generate/document.js";

export const SHAPES = ["entity", "subresource", "membership"] as const;
export type Shape = (typeof SHAPES)[number];

/** A field of the kind, according to the API's document. */
interface Field {
    readonly name: string;
    readonly schema: Schema;
    readonly isRequired: boolean;
    readonly description: string;
    /** No answer contains it. */
    readonly isWriteOnly?: boolean;
}

/** Generates the initial files of a new kind from the API's document. What the document does not contain is marked with the word `unsaid`. */
export class Skeleton {
    readonly #variable: string;
    readonly #noun: string;

    constructor(
        private readonly document: Document,
        private readonly name: string,
        private readonly shape: Shape,
        private readonly operations: readonly Operation[],
    ) {
        this.#variable = name.charAt(0).toLowerCase() + name.slice(1);
        this.#noun = name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
    }

    kind(): string {
        const { name, shape } = this;
        const base = shape === "entity" ? "AccessObject" : "AccessResource";
        const used = this.operations.map(({ method, path }) => `${method} ${path}`).join(", ");
        return [
            'import type { ID, Output } from "@pulumi/pulumi";',
            'import { z } from "zod";',
            'import { listing, operation } from "../../../api/calls.js";',
            `import { ${base}, type ArgsOf, type OutputsOf } from "../../program/resource.js";`,
            'import { unevaluated } from "../../../provider/schema/access.js";',
            'import { field } from "../../../provider/schema/fields.js";',
            `import { ${shape} } from "../../../provider/shapes/${shape}.js";`,
            `import { ${this.#source()} } from "../../sources.js";`,
            'import { id, ids, moment, textField, timeZone } from "../../fields/values.js";',
            "",
            `const fields = {\n${this.#fields.map((one) => fieldText(this.document, one)).join("")}};`,
            "",
            `/**\n * Unsaid: what it is for, what its end does.\n * Operations: ${used}.\n */`,
            `export class ${name} extends ${base}<${name}Args> {`,
            `    static readonly kind = ${shape}({\n${this.#spec()}});\n${this.#getter()}}`,
            "",
            `export interface ${name} extends OutputsOf<typeof fields> {}`,
            `export interface ${name}Args extends ArgsOf<typeof fields> {}\n`,
        ].join("\n");
    }

    example(): string {
        const given = this.#fields.filter(({ isRequired }) => isRequired);
        const lines = given.map(({ name, schema }) => `        ${name}: ${sample(schema)},\n`).join("");
        return [
            'import * as access from "pulumi-access-governance";',
            "",
            "// Unsaid: what somebody would declare it for.",
            "export = async () => {",
            `    new access.${this.name}("example", {\n${lines}    });`,
            "};\n",
        ].join("\n");
    }

    /** The source of an entity; undefined if it already exists. */
    source(): string | undefined {
        if (this.shape !== "entity" || sourceOf(({ name }) => name === this.name)) return undefined;
        const read = this.operations.find((one) => one.method === "GET" && !isList(one));
        const list = this.operations.find(isList);
        return [
            `export const ${this.#source()}: Source = {`,
            `    name: "${this.name}",`,
            `    id: "${this.#id}",`,
            ...(read ? [`    read: operation("${read.operationId}"),`] : []),
            ...(list ? [`    list: listing("${list.operationId}"),`] : []),
            "};\n",
        ].join("\n");
    }

    get #fields(): Field[] {
        const writing = this.operations.filter(({ method }) => method === "POST" || method === "PUT");
        const [first, ...more] = [...writing, ...this.operations];
        const places = this.shape === "entity" || !first ? [] : this.#keyParameters(first);
        const answered = this.#answered;
        const fields = new Map<string, Field>(
            places.map((parameter) => [parameter.name, parameterField(parameter)] as const),
        );
        const bodies = (first ? [first, ...more] : []).filter((one) => writing.includes(one));
        for (const { requestBody } of bodies) {
            const body = resolved(this.document, requestBody?.content["application/json"].schema ?? {});
            for (const [key, inner] of Object.entries(body.properties ?? {})) {
                if (inner.readOnly || camel(key) === this.#id || fields.has(key)) continue;
                const one = fieldOf(this.document, key, inner, body.required);
                const isWriteOnly = answered.length > 0 && !answered.includes(key);
                fields.set(key, { ...one, isWriteOnly });
            }
        }
        return [...fields.values()];
    }

    /** The fields in the answer of the operation that reads one object; none if there is no such operation. */
    get #answered(): readonly string[] {
        const read = this.operations.find((one) => one.method === "GET" && !isList(one));
        const answer = read?.responses["200"]?.content?.["application/json"]?.schema;
        return this.shape === "entity" && answer ? Object.keys(wholeOf(this.document, answer).properties ?? {}) : [];
    }

    /** The name of an entity's id. */
    get #id(): string | undefined {
        if (this.shape !== "entity") return undefined;
        const read = this.operations.find((one) => one.method === "GET" && !isList(one));
        const [parameter] = read ? pathParametersOf(read) : [];
        return parameter ? camel(parameter.name) : `${this.#variable}Id`;
    }

    #getter(): string {
        if (!this.#id) return "";
        return `\n    /** The id of the ${this.#noun}: the same as \`id\`. */\n    get ${this.#id}(): Output<ID> {\n        return this.id;\n    }\n`;
    }

    /** The parameters that identify a membership or subresource: those of the path, and those of the operation that removes it. */
    #keyParameters(first: Operation): Parameter[] {
        const removing = this.operations.find(({ method }) => method === "DELETE");
        const all = [...pathParametersOf(first), ...(removing ? pathParametersOf(removing) : [])];
        const asked = removing ? parametersOf(removing, "query") : [];
        const seen = new Set<string>();
        return [...all, ...asked].filter(({ name }) => !seen.has(name) && seen.add(name));
    }

    #spec(): string {
        const called = (...methods: string[]) => this.operations.find(({ method }) => methods.includes(method));
        const list = this.operations.find(isList);
        const read = this.operations.find((one) => one.method === "GET" && !isList(one)) ?? list;
        const line = (role: string, one: Operation | undefined, how = "operation") =>
            one ? `    ${role}: ${how}("${one.operationId}"),\n` : "";
        const noun = `    noun: "${this.#noun}",\n`;
        if (this.shape === "entity") {
            const key = this.#fields.some(({ name }) => name === "name") ? "name" : (this.#fields[0]?.name ?? "name");
            const calls = [
                line("create", called("POST")),
                line("update", called("PUT", "PATCH")),
                line("remove", called("DELETE")),
            ];
            const stays = called("DELETE") ? "" : '    stays: "the API has no call that deletes one",\n';
            return `${noun}    source: ${this.#source()},\n    fields,\n${ACCESS}    key: ["${key}"],\n${calls.join("")}${stays}`;
        }
        const head = `    name: "${this.name}",\n${noun}    parent: ${this.#source()},\n    fields,\n${ACCESS}`;
        if (this.shape === "subresource") {
            const calls = [line("read", read), line("write", called("PUT", "POST"))];
            return `${head}${calls.join("")}    ending: { because: "unsaid" },\n`;
        }
        const key = this.#fields.filter(({ schema, name }) => schema.format === "uuid" || name.endsWith("RemoteId"));
        const keys = `    key: [${key.map(({ name }) => `"${name}"`).join(", ")}],\n`;
        const update = called("PUT", "PATCH");
        const calls = [
            line("list", list, "listing"),
            line("add", called("POST")),
            line("update", update),
            line("remove", called("DELETE")),
        ];
        return `${head}${keys}${calls.join("")}`;
    }

    /** The name of the source to read from: its own, or that of the object that it belongs to. */
    #source(): string {
        const own = `${this.#variable}Source`;
        if (this.shape === "entity") return sourceOf(({ name }) => name === this.name) ?? own;
        const [first] = this.operations.flatMap(pathParametersOf);
        return sourceOf(({ id }) => id === camel(first?.name ?? "")) ?? own;
    }
}

function sourceOf(is: (source: Source) => boolean): string | undefined {
    return Object.entries(sources).find(([, source]) => is(source))?.[0];
}

function parameterField({ name, schema, required, description }: Parameter): Field {
    return { name: camel(name), schema, isRequired: required ?? false, description };
}

function fieldOf(document: Document, key: string, inner: Schema, required: readonly string[] = []): Field {
    const schema = wholeOf(document, inner);
    const description = inner.description ?? schema.description ?? "Unsaid.";
    const isFixed = inner["x-immutable"] ?? schema["x-immutable"] ?? false;
    return {
        name: camel(key),
        schema: { ...schema, "x-immutable": isFixed },
        isRequired: required.includes(key),
        description,
    };
}

/** Initially, every change has an unknown effect on access, until the kind and its fields are classified by hand. */
const ACCESS = '    access: { created: "mayWiden", deleted: "mayWiden" },\n';

function fieldText(document: Document, { name, schema, isRequired, isWriteOnly, description }: Field): string {
    const plain = name === "timeZone" ? "timeZone()" : typeOf(document, schema);
    const marks = [
        ...(isWriteOnly ? ["writeOnly: true"] : []),
        ...(schema["x-immutable"] ? ['onChange: "replace"'] : []),
    ];
    const type = marks.length > 0 ? `field(${plain}, { ${marks.join(", ")} })` : plain;
    return `    /** ${description.replace(/\s+/g, " ")} */\n    ${name}: unevaluated(${type})${isRequired ? "" : ".optional()"},\n`;
}

function typeOf(document: Document, schema: Schema): string {
    const { type, format, enum: members, items, properties, required } = schema;
    if (format === "uuid") return "id()";
    if (format === "date-time") return "moment()";
    // The service may have more members than the document.
    if (schema["x-open-enum"]) return "textField()";
    if (members) return `z.enum(${JSON.stringify(members)})`;
    if (type === "string") return "textField()";
    if (type === "integer") return "z.number().int()";
    if (type === "number" || type === "boolean") return `z.${type}()`;
    if (type === "array") {
        const item = wholeOf(document, items ?? {});
        return item.format === "uuid" ? "ids()" : `z.array(${typeOf(document, item)})`;
    }
    if (!properties) return "z.unknown()";
    const inside = Object.entries(properties).map(([key, inner]) => fieldOf(document, key, inner, required));
    return `z.strictObject({\n${inside.map((one) => fieldText(document, one)).join("")}})`;
}

/** Merges a schema with its references and `allOf` parts. Ignores alternatives. */
function wholeOf(document: Document, schema: Schema): Schema {
    const own = resolved(document, schema);
    const parts = (own.allOf ?? []).map((part) => wholeOf(document, part));
    return {
        ...Object.assign({}, ...parts, own),
        ...(parts.length > 0 && {
            properties: Object.assign({}, ...parts.map((one) => one.properties), own.properties),
        }),
    };
}

function sample({ type, format, enum: members }: Schema): string {
    if (members) return JSON.stringify(members[0]);
    if (format === "uuid") return '"00000000-0000-4000-8000-000000000000"';
    if (type === "string") return '"Unsaid"';
    if (type === "integer" || type === "number") return "1";
    if (type === "boolean") return "true";
    return type === "array" ? "[]" : "{}";
}

function camel(name: string): string {
    return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
