import { counted, durationWords } from "../../common/counts.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { type Program, programOf } from "../../provider/metadata.js";
import type { Difference } from "../../provider/schema/differences.js";
import { isObject, same } from "../../provider/schema/equality.js";
import { isUnknown, type Properties } from "../../provider/schema/fields.js";
import { referredAt } from "../../provider/schema/references.js";
import { riskiest } from "../../provider/schema/risk.js";
import { riskOfSetting } from "../../provider/schema/value-changes.js";
import { isSecret } from "../../provider/sentences.js";
import type { Kind } from "../../provider/shapes/kind.js";
import type { ResourceState } from "./document.js";
import { type Names, shortened } from "./names.js";
import type { Line } from "./sections.js";

/** Maximum members of a list shown by name. */
const MOST_MEMBERS = 10;

const NOTHING = prose`nothing`;

/** Properties that name an object, best first. */
const NAMES = ["name", "email"];

/** Verbs for a change from one state to another, by the program or outside it. */
const CHANGE = { becomes: prose` → `, adds: prose`adds `, removes: prose`removes `, orders: prose`another order` };
const DRIFT = {
    becomes: prose` changed to `,
    adds: prose`added outside: `,
    removes: prose`removed outside: `,
    orders: prose`put in another order`,
};

/** Describes one object and its changes in words. */
export class Wording {
    readonly #program: Program;

    constructor(
        private readonly kind: Kind,
        private readonly names: Names,
        /** The declared object, which also contains the sources of its values. */
        private readonly state: ResourceState,
    ) {
        this.#program = programOf(kind.name, state.inputs);
    }

    /** `Group Production on-call`, or what a membership is made of. */
    async title(properties: Properties): Promise<Phrase> {
        const noun = plain(this.kind.noun).capitalized;
        const [name] = this.#naming;
        if (this.#isNamed && name && properties[name] !== undefined)
            return prose`${noun} ${await this.#value(name, properties[name])}`;
        const parts = this.#naming.filter((part) => !isNothing(properties[part]));
        return prose`${noun}: ${await this.#together(parts.map((part) => [part, properties[part]] as const))}`;
    }

    /** A line for each property of a new object, without those in its title. */
    async settings(properties: Properties): Promise<Line[]> {
        const own = Object.entries(properties).filter(([name]) => !this.#naming.includes(name));
        const lines = await Promise.all(own.map(([name, given]) => this.#lines(name, given)));
        return lines.flat();
    }

    /** `max duration: 480 minutes → 60 minutes`; of a list, what comes and goes. */
    change({ path, live, declared }: Difference): Promise<Phrase> {
        return this.#turn(path, live, declared, CHANGE);
    }

    /** Wording of an outside change: `name: Production was made Temporary`. */
    drift({ path, live, declared }: Difference): Promise<Phrase> {
        return this.#turn(path, declared, live, DRIFT);
    }

    /** Whether the object has a single name. */
    get #isNamed(): boolean {
        return this.kind.shape === "entity" && NAMES.some((name) => name in this.kind.fields);
    }

    /** The properties in a title: the name, or the whole key. */
    get #naming(): readonly string[] {
        return this.#isNamed ? NAMES.filter((name) => name in this.kind.fields).slice(0, 1) : this.kind.key;
    }

    async #turn(path: string, before: unknown, after: unknown, verbs: typeof CHANGE): Promise<Phrase> {
        if (isSecret(this.kind, this.#program, path)) return prose`${named(path)}another secret value`;
        const moved = listChange(before, after);
        if (moved) return prose`${named(path)}${await this.#moves(path, moved, verbs)}`;
        const [from, to] = [await this.#value(path, before), await this.#value(path, after)];
        return prose`${named(path)}${from}${verbs.becomes}${to}`;
    }

    async #moves(path: string, { added, removed }: Moves, verbs: typeof CHANGE): Promise<Phrase> {
        const parts: Phrase[] = [];
        if (removed.length > 0) parts.push(prose`${verbs.removes}${await this.#value(path, removed)}`);
        if (added.length > 0) parts.push(prose`${verbs.adds}${await this.#value(path, added)}`);
        return parts.length > 0 ? joined(parts, prose`; `) : verbs.orders;
    }

    /** One line for a plain value or a flat object; a line for each part of what is nested deeper. */
    async #lines(path: string, given: unknown): Promise<Line[]> {
        if (isSecret(this.kind, this.#program, path))
            return [{ effect: "none", phrase: prose`${named(path)}a secret value` }];
        if (isNothing(given)) return [];
        if (Array.isArray(given) && given.some(isObject)) {
            const lines = await Promise.all(given.map((inner, index) => this.#lines(`${path}[${index}]`, inner)));
            return lines.flat();
        }
        if (!isObject(given))
            return [
                {
                    effect: riskOfSetting(this.kind.fields, path, given),
                    phrase: prose`${named(path)}${await this.#value(path, given)}`,
                },
            ];
        const parts = Object.entries(given).filter(([, inner]) => !isNothing(inner));
        const inside = (deep: boolean) =>
            parts
                .filter(([, inner]) => isStructure(inner) === deep)
                .map(([name, inner]) => [`${path}.${name}`, inner] as const);
        const [flat, deep] = [inside(false), inside(true)];
        const rest = await Promise.all(deep.map(([name, inner]) => this.#lines(name, inner)));
        if (flat.length === 0) return rest.flat();
        const effect = riskiest(flat.map(([name, inner]) => riskOfSetting(this.kind.fields, name, inner)));
        return [{ effect, phrase: prose`${named(path)}${await this.#together(flat)}` }, ...rest.flat()];
    }

    async #together(parts: readonly (readonly [string, unknown])[]): Promise<Phrase> {
        const phrases = parts.map(
            async ([path, inner]) => prose`${plain(pathWords(lastOf(path)))} ${await this.#value(path, inner)}`,
        );
        return joined(await Promise.all(phrases), prose`, `);
    }

    async #value(path: string, given: unknown): Promise<Phrase> {
        if (isNothing(given)) return NOTHING;
        if (Array.isArray(given)) return this.#list(path, given);
        if (isObject(given)) {
            const parts = Object.entries(given).filter(([, inner]) => !isNothing(inner));
            const inside = await this.#together(parts.map(([name, inner]) => [`${path}.${name}`, inner] as const));
            return prose`(${inside})`;
        }
        if (isUnknown(given)) return this.#upcoming(path, 1);
        if (typeof given === "number") return plain(numberWords(lastOf(path), given));
        const meaning = meaningOf(lastOf(path), given);
        const meant = meaning === undefined ? "" : prose` (${plain(meaning)})`;
        if (typeof given === "boolean") return prose`${booleanWords(lastOf(path), given)}${meant}`;
        const text = String(given);
        const name = isId(text) ? await this.names.of(referredAt(this.kind.fields, path), text) : undefined;
        return prose`"${shortened(name ?? text)}"${meant}`;
    }

    async #list(path: string, list: readonly unknown[]): Promise<Phrase> {
        const known = list.filter((item) => !isUnknown(item));
        const shown = await Promise.all(known.slice(0, MOST_MEMBERS).map((item) => this.#value(path, item)));
        const left = known.length - shown.length;
        if (left > 0) shown.push(prose`${left} more`);
        if (known.length < list.length) shown.push(this.#upcoming(path, list.length - known.length));
        return joined(shown, prose`, `);
    }

    /** New objects by name, if the program gives their ids themselves. */
    #upcoming(path: string, count: number): Phrase {
        const names = this.names.upcoming(this.state, path);
        if (names.length < count)
            return count === 1
                ? prose`a value known only after the deployment`
                : prose`${count} values known only after the deployment`;
        const all = joined(
            names.map((name) => prose`"${shortened(name)}" (new)`),
            prose`, `,
        );
        return names.length === count ? all : prose`${count === 1 ? prose`one` : count} of ${all}`;
    }
}

/** `requestConfigurations[0].reviewerStages[1].ownerIds` in words: request configuration 1 › reviewer stage 2 › owners. */
export function pathWords(path: string): string {
    const words: string[] = [];
    for (const step of path.match(/[^.[\]]+/g) ?? []) {
        if (/^\d+$/.test(step)) words.push(`${singular(words.pop() ?? "")} ${Number(step) + 1}`);
        else if (fieldWords(step) !== words.at(-1)) words.push(fieldWords(step));
    }
    return words.join(" › ");
}

interface Moves {
    readonly added: readonly unknown[];
    readonly removed: readonly unknown[];
}

/** Added and removed elements of a list; undefined if either value is not a list. */
function listChange(before: unknown, after: unknown): Moves | undefined {
    const isList = (side: unknown): boolean => Array.isArray(side) || isNothing(side);
    if (!isList(before) || !isList(after) || (isNothing(before) && isNothing(after))) return undefined;
    const [old, now] = [before ?? [], after ?? []] as [readonly unknown[], readonly unknown[]]; // lists, as just seen
    const beside = (list: readonly unknown[], other: readonly unknown[]): unknown[] =>
        list.filter((item) => isUnknown(item) || !other.some((one) => same(one, item)));
    return { added: beside(now, old), removed: beside(old, now) };
}

function named(path: string): Phrase {
    return prose`${plain(pathWords(path))}: `;
}

/** The prefix of `requireMfaToApprove` is not part of the noun. */
function booleanWords(field: string, given: boolean): Phrase {
    if (REQUIRES.test(field)) return given ? prose`required` : prose`not required`;
    return given ? prose`yes` : prose`no`;
}

const REQUIRES = /^require(?=[A-Z])/;

function fieldWords(name: string): string {
    const words = name
        .replace(REQUIRES, "")
        .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .replace(/( in)? minutes$/, "")
        .replace(/\bmfa\b/, "MFA")
        .replace(/^access level remote id$/, "access level");
    if (/\bremote ids?$/.test(words)) return words;
    return words
        .replace(/ id$/, "")
        .replace(/y ids$/, "ies")
        .replace(/(\w) ids$/, "$1s");
}

function singular(words: string): string {
    return words.replace(/ies$/, "y").replace(/s$/, "");
}

function lastOf(path: string): string {
    const [, last = path] = /([^.\]]+)(\[\d+\])*$/.exec(path) ?? [];
    return last;
}

function isId(text: string): boolean {
    return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

function isNothing(given: unknown): boolean {
    return given === undefined || given === null || given === "" || (Array.isArray(given) && given.length === 0);
}

/** Wordings that need more than one value. */
function isStructure(given: unknown): boolean {
    return isObject(given) || (Array.isArray(given) && given.some(isObject));
}

/**
 * Meanings of numbers and words of the API that are not self-explanatory, by field and value. The
 * meaning replaces a number, and is added to any other value.
 */
const MEANINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    accessRequestEscalationPeriod: { 0: "never" },
    autoApproval: { true: "nobody has to approve" },
    durationMinutes: { 0: "no end" },
    extensionsDurationInMinutes: { 0: "none" },
    maxDurationMinutes: { [-1]: "no limit" },
    monitorMode: { false: "it decides by itself" },
    operator: { AND: "all approve", OR: "any one approves" },
    recommendedDurationMinutes: { [-1]: "no end" },
    visibility: { GLOBAL: "everybody sees it" },
};

/** Fields in minutes without the unit in their name. */
const MINUTES: readonly string[] = ["accessRequestEscalationPeriod"];

/** Meaning of a value that is not self-explanatory. */
function meaningOf(field: string, value: unknown): string | undefined {
    return MEANINGS[field]?.[String(value)];
}

/** A number with its unit: `8 hours`, `no limit`, `3 days`. */
function numberWords(field: string, value: number): string {
    const meaning = meaningOf(field, value);
    if (meaning !== undefined) return meaning;
    if (/Minutes$/.test(field) || MINUTES.includes(field)) return durationWords(value);
    return /Days$/.test(field) ? counted(value, "day") : String(value);
}
