import { existsSync } from "node:fs";
import { relative } from "node:path";
import { isObject, type Properties } from "../../common/properties.js";
import { type FieldSchema, holdsSecret, insideOf, type Kind, nullStandIn, referencesIn } from "../../kernel.js";
import { capitalized } from "../export/program/names.js";
import { pythonName } from "../export/program/python-source.js";
import type { Drifted, DriftedProperty } from "./drift.js";
import type { LookedUp } from "./edits/lookups.js";
import type { StackObject } from "./edits/references.js";
import { wantedValue } from "./edits/value-change.js";
import type { ChangedFile, EditAttempt, ProgramEditor } from "./program-editor.js";
import type { ProgramLanguage } from "./program-language.js";

/** How a language spells programs. */
interface Spelling {
    readonly name: string;
    readonly property: (name: string) => string;
    readonly words: { readonly true: string; readonly false: string };
}

const CAMEL = { property: (name: string) => name, words: { true: "true", false: "false" } };
const PASCAL = { ...CAMEL, property: capitalized };

const SPELLINGS: Readonly<Record<ProgramLanguage, Spelling | undefined>> = {
    python: { name: "Python", property: pythonName, words: { true: "True", false: "False" } },
    go: { name: "Go", ...PASCAL },
    dotnet: { name: "C#", ...PASCAL },
    java: { name: "Java", ...CAMEL },
};

/** Describes the edits that a person must make in a language whose programs are not edited. */
export class ManualEditor implements ProgramEditor {
    readonly #spelling: Spelling;
    /** What the ids of objects refer to, in words. */
    readonly #referents: ReadonlyMap<string, string>;

    /** @param folder folder of the project file */
    constructor(
        language: ProgramLanguage,
        objects: readonly StackObject[],
        private readonly folder: string,
        lookedUp: ReadonlyMap<string, LookedUp>,
    ) {
        this.#spelling = SPELLINGS[language] ?? { name: language, ...CAMEL };
        this.#referents = new Map([
            ...objects.map(({ kind, name, id }) => [`${kind} ${id}`, `the ${kind} "${name}" of this program`] as const),
            ...[...lookedUp].map(([key, { lookup, live }]) => {
                const called = lookup.by.map((name) => String(live[name])).join(" ");
                return [key, `the ${key.split(" ")[0]} "${called}"`] as const;
            }),
        ]);
    }

    attempt(one: Drifted, change: DriftedProperty | undefined, objection: string | undefined): EditAttempt {
        const place = this.#placeOf(one);
        return { because: objection ?? this.#instruction(one, change), ...(place !== undefined && { place }) };
    }

    changedFiles(): ChangedFile[] {
        return [];
    }

    #instruction({ of: kind, component }: Drifted, change: DriftedProperty | undefined): string {
        const inside = component === undefined ? "" : `, which the component "${component}" contains`;
        const edit = change ? this.#setting(change, kind.fields) : "remove the resource";
        return `edit the ${this.#spelling.name} program yourself: ${edit}${inside}`;
    }

    #setting({ property, declared, live }: DriftedProperty, fields: Kind["fields"]): string {
        const name = this.#spelling.property(property);
        const schema = fields[property];
        const wanted = wantedValue({ declared, live, schema });
        if (wanted === undefined) return `remove \`${name}\`, which leaves it unmanaged`;
        const text = holdsSecret(wanted) ? undefined : this.#text(wanted, schema);
        if (text === undefined) return `change \`${name}\`, whose value cannot be shown here`;
        const referents = this.#referentsIn({ [property]: live }, fields);
        return `set \`${name}\` to \`${text}\`${referents.length === 0 ? "" : ` (${referents.join("; ")})`}`;
    }

    /** Returns a value in the spelling of the language; undefined if nothing in it stands for null. */
    #text(value: unknown, schema: FieldSchema): string | undefined {
        const { property, words } = this.#spelling;
        if (value === null) {
            const standIn = nullStandIn(schema);
            return standIn === undefined ? undefined : this.#text(standIn, schema);
        }
        if (Array.isArray(value))
            return `[${value.map((one) => this.#text(one, insideOf(schema).element)).join(", ")}]`;
        if (isObject(value)) {
            const { shape } = insideOf(schema);
            const members = Object.entries(value).map(
                ([name, one]) => `${JSON.stringify(shape ? property(name) : name)}: ${this.#text(one, shape?.[name])}`,
            );
            return `{${members.join(", ")}}`;
        }
        return typeof value === "boolean" ? words[`${value}`] : JSON.stringify(value);
    }

    /** Returns what the ids in values refer to, such as `"5d34…" is the Owner "platform" of this program`. */
    #referentsIn(values: Properties, fields: Kind["fields"]): string[] {
        const found = referencesIn(fields, values).flatMap(({ to, id }) => {
            const referent = this.#referents.get(`${to} ${id}`);
            return referent === undefined ? [] : [`"${id}" is ${referent}`];
        });
        return [...new Set(found)];
    }

    /** Returns the line that declares a resource, if Pulumi reported it. */
    #placeOf({ positions }: Drifted): string | undefined {
        const own = positions.find(({ file }) => {
            const path = relative(this.folder, file);
            return !path.startsWith("..") && !/(^|[\\/])(site-packages|\.?venv)[\\/]/.test(path) && existsSync(file);
        });
        return own && `${relative(this.folder, own.file)}:${own.line}`;
    }
}
