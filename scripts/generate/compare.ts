import type { Document, OperationObject, Parameter, Schema } from "./document.js";

/** What a difference means, in the order of the harm that it does. */
export const SECTIONS = {
    wire: "Wrong on the wire",
    blind: "Blind spots: answers contain what this version does not read",
    operation: "Operations and statuses",
    member: "Members of enumerations",
    type: "Types of answers",
    words: "Descriptions, of a document in the project's own words",
    ours: "Only ours",
} as const;
export type SectionName = keyof typeof SECTIONS;

/** A difference between a newer document of the API and ours. */
export interface ApiDifference {
    readonly section: SectionName;
    /** `POST /tokens`, or a schema and a path in it, such as `ReviewerStage.opal_script_ids`. */
    readonly place: string;
    readonly what: string;
    /** Our operations that send or return what differs. */
    readonly operations: readonly string[];
    /** Why our document stays as it is: the text of its mark `x-differs` for this place. */
    readonly reason?: string | undefined;
    /** What ours lacks, each with its path in the document. Empty if joining documents cannot say it. */
    readonly additions: readonly Addition[];
}

interface Addition {
    readonly at: readonly string[];
    readonly value: unknown;
}

/**
 * Lists what a newer document of the API, or a part of one, has and ours lacks. If it is a whole document, also what only ours has.
 * Descriptions are compared only if they are the project's own.
 */
export function apiDifferences(ours: Document, newer: Document, hasOwnWords = false): ApiDifference[] {
    const order = Object.keys(SECTIONS);
    return new Comparison(ours, newer, hasOwnWords)
        .all()
        .sort((a, b) => order.indexOf(a.section) - order.indexOf(b.section));
}

/**
 * Returns what ours lacks as a document that joins after ours.
 * @param source key of the source, set as `x-known-from` on operations and schemas
 * @param hasOwnWords whether the descriptions are the project's own; otherwise they are left empty, to be written
 */
export function lackingPart(differences: readonly ApiDifference[], source: string, hasOwnWords: boolean): object {
    const part = {};
    const added = differences.flatMap(({ additions, reason }) => (reason === undefined ? additions : []));
    for (const { at, value: given } of added) {
        const value = hasOwnWords ? given : withoutWords(given);
        // An operation, a schema or a field.
        const isNamed = at.length === 3 || at.at(-2) === "properties";
        put(part, at, isNamed && isObject(value) ? { ...value, "x-known-from": source } : value);
    }
    return part;
}

class Comparison {
    readonly #found: ApiDifference[] = [];
    /** Our names of the newer document's schemas. */
    readonly #names: ReadonlyMap<string, string>;
    readonly #uses: ReadonlyMap<string, SchemaUse>;
    /** Whether the newer document is whole, so that what it lacks is not in the API. */
    readonly #isWhole: boolean;

    constructor(
        private readonly ours: Document,
        private readonly newer: Document,
        private readonly hasOwnWords: boolean,
    ) {
        const published = new Map(
            Object.entries(ours.components.schemas).map(([name, schema]) => [schema["x-public-name"] ?? name, name]),
        );
        this.#names = new Map(
            Object.keys(newer.components.schemas).map((name) => [
                name,
                published.get(name) ?? name.replace(/^Opal(?=[A-Z])/, ""),
            ]),
        );
        this.#uses = schemaUses(ours);
        this.#isWhole = Object.keys(newer.paths).length > Object.keys(ours.paths).length / 2;
    }

    all(): ApiDifference[] {
        const known = new Map(Object.entries(this.ours.paths).map(([path, item]) => [pathForm(path), { path, item }]));
        for (const [path, item] of Object.entries(this.newer.paths)) {
            const { path: ourPath = path, item: ourItem = {} } = known.get(pathForm(path)) ?? {};
            for (const [method, operation] of Object.entries(item))
                this.#operation(ourPath, method, ourItem[method], operation);
        }
        for (const [name, schema] of Object.entries(this.newer.components.schemas)) {
            const ourName = this.#names.get(name) ?? name;
            const own = this.ours.components.schemas[ourName];
            const at = ["components", "schemas", ourName];
            if (own) this.#schema({ place: ourName, at, use: this.#uses.get(ourName), marks: own }, own, schema);
            else
                this.#add({
                    section: "operation",
                    place: ourName,
                    what: "schema",
                    use: undefined,
                    additions: [{ at, value: schema }],
                });
        }
        if (this.#isWhole) this.#onlyOurs();
        return this.#found;
    }

    #operation(path: string, method: string, own: OperationObject | undefined, other: OperationObject): void {
        const place = `${method.toUpperCase()} ${path}`;
        const at = ["paths", path, method];
        if (!own) {
            this.#add({
                section: "operation",
                place,
                what: `operation ${other.operationId}`,
                use: undefined,
                additions: [{ at, value: other }],
            });
            return;
        }
        if (this.#isReworded(own, other))
            this.#add({
                section: "words",
                place,
                what: "description",
                use: undefined,
                additions: [{ at: [...at, "description"], value: other.description }],
            });
        const use = (kind: "sent" | "answered"): SchemaUse => ({
            operations: new Set([own.operationId]),
            sent: kind === "sent",
            answered: kind === "answered",
        });
        for (const parameter of other.parameters ?? []) {
            const found = counterpart(parameter, other, own);
            const where = `${place} ?${parameter.name}`;
            if (found) this.#schema({ place: where, use: use("sent"), marks: own }, found.schema, parameter.schema);
            else
                this.#add({
                    section: "wire",
                    place: where,
                    what: "parameter",
                    use: use("sent"),
                    marks: own,
                    additions: [{ at: [...at, "parameters"], value: [parameter] }],
                });
        }
        const bodies = [bodyOf(own), bodyOf(other)] as const;
        if (bodies[0] && bodies[1])
            this.#schema({ place: `${place} body`, use: use("sent"), marks: own }, bodies[0], bodies[1]);
        for (const [status, response] of Object.entries(other.responses ?? {})) {
            const found = own.responses[status];
            const where = `${place} ${status}`;
            const answers = [
                found?.content?.["application/json"].schema,
                response.content?.["application/json"].schema,
            ] as const;
            if (!found)
                this.#add({
                    section: "operation",
                    place: where,
                    what: "status",
                    use: use("answered"),
                    marks: own,
                    additions: [{ at: [...at, "responses", status], value: response }],
                });
            else if (answers[0] && answers[1])
                this.#schema({ place: where, use: use("answered"), marks: own }, answers[0], answers[1]);
        }
    }

    /** Compares two schemas. Those with a name are compared once, under their name. */
    #schema(spot: Spot, ownGiven: Schema, otherGiven: Schema): void {
        const [own, other] = [plain(ownGiven), plain(otherGiven)];
        const { place, use, marks, at } = spot;
        const row = (section: SectionName, name: string, what: string, ...added: Addition[]) =>
            this.#add({
                section,
                place: `${place}${name}`,
                what,
                use,
                marks,
                additions: at ? added.map((one) => ({ ...one, at: [...at, ...one.at] })) : [],
            });
        const strictly = use?.sent ? "wire" : "type";
        if (this.#isReworded(own, other))
            row("words", "", "description", { at: ["description"], value: other.description });
        if (other.nullable && !own.nullable) row(strictly, "", "nullable", { at: ["nullable"], value: true });
        const [ownName, otherName] = [refName(own), this.#ourName(refName(other))];
        if (ownName !== undefined && ownName === otherName) return;
        const [a, b] = [this.#resolved(own, this.ours), this.#resolved(other, this.newer)];
        // What a part of a document leaves out is not different.
        if (b.type !== undefined && a.type !== undefined && a.type !== b.type)
            row("wire", "", `type ${b.type}, ours ${a.type}`);
        for (const limit of LIMITS)
            if (b[limit] !== undefined && a[limit] !== b[limit])
                if (a[limit] === undefined) row(strictly, "", `${limit} ${b[limit]}`, { at: [limit], value: b[limit] });
                else row(strictly, "", `${limit} ${b[limit]}, ours ${a[limit]}`);
            else if (this.#isWhole && a[limit] !== undefined && b[limit] === undefined)
                row("ours", "", `${limit} ${a[limit]}`);
        const members = (b.enum ?? []).filter((one) => one !== null && !a.enum?.includes(one));
        if (a.enum && members.length > 0) row("member", "", members.join(", "), { at: ["enum"], value: members });
        const gone =
            this.#isWhole && b.enum ? (a.enum ?? []).filter((one) => one !== null && !b.enum?.includes(one)) : [];
        if (gone.length > 0) row("ours", "", `members ${gone.join(", ")}`);
        const required = (b.required ?? []).filter((name) => !a.required?.includes(name));
        for (const name of required.filter((one) => a.properties?.[one]))
            row(strictly, `.${name}`, "required", { at: ["required"], value: [name] });
        for (const [name, property] of Object.entries(b.properties ?? {})) {
            const found = a.properties?.[name];
            const inside = { place: `${place}.${name}`, use, marks, at: at && [...at, "properties", name] };
            if (found) this.#schema(inside, found, property);
            else {
                const section = use?.answered ? "blind" : "wire";
                const mandatory = required.includes(name) ? [{ at: ["required"], value: [name] }] : [];
                const what = `${mandatory.length > 0 ? "required " : ""}${kindOfSchema(property)}`;
                row(section, `.${name}`, what, { at: ["properties", name], value: property }, ...mandatory);
            }
        }
        if (this.#isWhole && b.properties)
            for (const name of Object.keys(a.properties ?? {}))
                if (!(name in b.properties)) row("ours", `.${name}`, "field");
        if (a.items && b.items)
            this.#schema({ place: `${place}[]`, use, marks, at: at && [...at, "items"] }, a.items, b.items);
        for (const way of ["oneOf", "anyOf"] as const) {
            const names = (b[way] ?? []).map((one) => this.#ourName(refName(one)));
            const own = (a[way] ?? []).map(refName);
            for (const name of names)
                if (name !== undefined && a[way] && !own.includes(name))
                    row(strictly, "", `alternative ${name}`, { at: [way], value: [{ $ref: `${REF}${name}` }] });
        }
        const mapping = Object.entries(b.discriminator?.mapping ?? {}).filter(
            ([key]) => a.discriminator && !a.discriminator.mapping?.[key],
        );
        for (const [key, target] of mapping)
            row(strictly, "", `discriminator ${key}`, {
                at: ["discriminator", "mapping", key],
                value: `${REF}${this.#ourName(target.split("/").at(-1))}`,
            });
    }

    #onlyOurs(): void {
        const theirs = new Map(Object.entries(this.newer.paths).map(([path, item]) => [pathForm(path), item]));
        for (const [path, item] of Object.entries(this.ours.paths))
            for (const [method, own] of Object.entries(item)) {
                const other = theirs.get(pathForm(path))?.[method];
                const place = `${method.toUpperCase()} ${path}`;
                const use: SchemaUse = { operations: new Set([own.operationId]), sent: true, answered: true };
                if (!other) this.#add({ section: "ours", place, what: "operation", use, marks: own });
                for (const parameter of other ? (own.parameters ?? []) : [])
                    if (other && !counterpart(parameter, own, other))
                        this.#add({
                            section: "ours",
                            place: `${place} ?${parameter.name}`,
                            what: "parameter",
                            use,
                            marks: own,
                        });
            }
    }

    #add({ section, place, what, use, marks, additions = [] }: Row): void {
        const reasons: Readonly<Record<string, string>> = marks?.["x-differs"] ?? {};
        const [, reason] = Object.entries(reasons).find(([suffix]) => `${place} ${what}`.includes(suffix)) ?? [];
        this.#found.push({
            section,
            place,
            what,
            operations: [...(use?.operations ?? [])],
            reason,
            additions: additions.map(({ at, value }) => ({ at, value: this.#renamed(value) })),
        });
    }

    #isReworded(own: { readonly description?: string }, other: { readonly description?: string }): boolean {
        return this.hasOwnWords && other.description !== undefined && own.description !== other.description;
    }

    #resolved(schema: Schema, document: Document): Schema {
        const name = refName(schema);
        const target = name === undefined ? undefined : document.components.schemas[name];
        return target ? this.#resolved(plain(target), document) : schema;
    }

    #ourName(name: string | undefined): string | undefined {
        return name && (this.#names.get(name) ?? name);
    }

    /** Replaces the names of the newer document's schemas by ours. */
    #renamed(value: unknown): unknown {
        if (Array.isArray(value)) return value.map((one) => this.#renamed(one));
        if (typeof value === "string" && value.startsWith(REF))
            return `${REF}${this.#ourName(value.slice(REF.length))}`;
        if (!isObject(value)) return value;
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.#renamed(inner)]));
    }
}

interface Row extends Pick<ApiDifference, "section" | "place" | "what">, Pick<Spot, "use" | "marks"> {
    readonly additions?: readonly Addition[];
}

interface SchemaUse {
    readonly operations: Set<string>;
    sent: boolean;
    answered: boolean;
}

/** Where a comparison is: its name, its path for additions, and the part of our document whose marks apply. */
interface Spot {
    readonly place: string;
    readonly at?: readonly string[] | undefined;
    readonly use: SchemaUse | undefined;
    readonly marks?: { readonly "x-differs"?: Readonly<Record<string, string>> } | undefined;
}

const REF = "#/components/schemas/";
const LIMITS = ["format", "minimum", "maximum", "minProperties", "pattern"] as const;

/** Which operations send and return each schema. */
function schemaUses(document: Document): Map<string, SchemaUse> {
    const uses = new Map<string, SchemaUse>();
    const visit = (schema: unknown, operation: string, kind: "sent" | "answered", seen: Set<string>): void => {
        if (Array.isArray(schema)) for (const one of schema) visit(one, operation, kind, seen);
        if (!isObject(schema)) return;
        const name = refName(schema);
        if (name === undefined || seen.has(name)) {
            if (name === undefined) for (const inner of Object.values(schema)) visit(inner, operation, kind, seen);
            return;
        }
        seen.add(name);
        const use = uses.get(name) ?? { operations: new Set(), sent: false, answered: false };
        use.operations.add(operation);
        use[kind] = true;
        uses.set(name, use);
        visit(document.components.schemas[name], operation, kind, seen);
    };
    for (const item of Object.values(document.paths))
        for (const { operationId, parameters, requestBody, responses } of Object.values(item)) {
            visit([parameters, requestBody], operationId, "sent", new Set());
            visit(responses, operationId, "answered", new Set());
        }
    return uses;
}

/** A schema without the forms that mean the same: one of `allOf` beside other members, and null as a second type. */
function plain(schema: Schema): Schema {
    const { allOf, ...rest } = schema;
    const [only] = allOf ?? [];
    const one: Schema = only && allOf?.length === 1 ? { ...only, ...rest } : schema;
    // OpenAPI 3.1 lists null among the types.
    const types: unknown = one.type;
    if (!Array.isArray(types)) return one;
    return { ...one, type: types.find((type) => type !== "null"), ...(types.includes("null") && { nullable: true }) };
}

function refName(schema: object): string | undefined {
    return "$ref" in schema && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
}

function bodyOf({ requestBody }: OperationObject): Schema | undefined {
    return requestBody?.content["application/json"]?.schema;
}

/** A path whatever its parameters are called. */
function pathForm(path: string): string {
    return path.replace(/\{[^}]*\}/g, "{}");
}

/** The same parameter of another description of an operation. Parameters of the path may have other names. */
function counterpart(parameter: Parameter, of: OperationObject, other: OperationObject): Parameter | undefined {
    const inPath = ({ parameters = [] }: OperationObject) => parameters.filter((one) => one.in === "path");
    if (parameter.in === "path") return inPath(other)[inPath(of).indexOf(parameter)];
    return other.parameters?.find((one) => one.in === parameter.in && one.name === parameter.name);
}

function kindOfSchema(schema: Schema): string {
    const { type, nullable } = plain(schema);
    return `field, ${refName(plain(schema)) ?? type ?? "of no type"}${nullable ? ", nullable" : ""}`;
}

function withoutWords(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutWords);
    if (!isObject(value)) return value;
    const kept = Object.entries(value).filter(
        ([key]) => !["example", "examples", "title"].includes(key) && !key.startsWith("x-"),
    );
    return Object.fromEntries(
        kept.map(([key, inner]) => [
            key,
            typeof inner === "string" && ["description", "summary"].includes(key) ? "" : withoutWords(inner),
        ]),
    );
}

/** Sets a value in a tree. Lists are appended, because several rows may add to one. */
function put(tree: object, [key = "", ...rest]: readonly string[], value: unknown): void {
    const node = tree as Record<string, unknown>; // `lackingPart` made it
    const before = node[key];
    if (rest.length === 0) node[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    else {
        node[key] ??= {};
        put(node[key] as object, rest, value);
    }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
