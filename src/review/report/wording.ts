import { isId } from "../../common/ids.js";
import { propertyOf } from "../../common/paths.js";
import { joined, type Phrase, plain, prose } from "../../common/phrase.js";
import { isObject, type Properties, same } from "../../common/properties.js";
import { isUnknown } from "../../common/unknown.js";
import {
    type DeclaredResource,
    isSecretPath,
    type Kind,
    programOf,
    type Risk,
    referredAt,
    riskiest,
    riskOfSetting,
} from "../../kernel.js";
import { type Difference, riskOfHidden } from "./details.js";
import type { PreviewedState } from "./document.js";
import { type ReportNames, shortened } from "./names.js";
import { booleanWords, meaningOf, numberWords, propertyWords } from "./property-words.js";
import type { ReportLine } from "./sections.js";

/** Maximum number of list elements to show by name. */
const MAX_MEMBERS = 10;

const NOTHING = prose`nothing`;

/** Properties that contain the name of an object, in order of preference. */
const NAMES = ["name", "email"];

/** Verbs for a change from one state to another, made by the program or outside Pulumi. */
const CHANGE = { becomes: prose` → `, adds: prose`adds `, removes: prose`removes `, orders: prose`reordered` };
const DRIFT = {
    becomes: prose` changed to `,
    adds: prose`added outside: `,
    removes: prose`removed outside: `,
    orders: prose`reordered`,
};

/** Describes one object and its changes in words. */
export class Wording {
    readonly #program: DeclaredResource;

    constructor(
        private readonly kind: Kind,
        private readonly names: ReportNames,
        /** The declared object. Also contains the sources of its values. */
        private readonly state: PreviewedState,
    ) {
        this.#program = programOf(kind.name, state.inputs);
    }

    /**
     * Title of an object, such as `Group "Production on-call"`. For a membership, names are inserted into the noun: `Tag "reviewed" of the
     * group "Ledger"`.
     */
    async title(properties: Properties): Promise<Phrase> {
        const { noun } = this.kind;
        const [name] = this.#naming;
        if (this.#isNamed && name && properties[name] !== undefined)
            return prose`${plain(noun).capitalized} ${await this.#value(name, properties[name])}`;
        const parts = this.#naming.filter((part) => !isNothing(properties[part]));
        const mentions = parts
            .flatMap((part) => mentionOf(part, noun))
            .filter(({ part }) => !isUnknown(properties[part]) || this.names.upcoming(this.state, part).length === 1)
            .sort((a, b) => a.start - b.start);
        const pieces: Phrase[] = [];
        let end = 0;
        for (const mention of mentions) {
            pieces.push(plain(`${noun.slice(end, mention.start)}${mention.words}`.trim()));
            pieces.push(await this.#value(mention.part, properties[mention.part]));
            end = mention.end;
        }
        const title = joined(
            [...pieces, ...(end < noun.length ? [plain(noun.slice(end).trim())] : [])],
            prose` `,
        ).capitalized;
        const rest = parts.filter((part) => mentions.every((mention) => mention.part !== part));
        if (rest.length === 0) return title;
        return prose`${title}: ${await this.#together(rest.map((part) => [part, properties[part]] as const))}`;
    }

    /** Lines about the properties of a new or adopted object, except the properties in its title. */
    async settings(properties: Properties, isAdopted = false): Promise<ReportLine[]> {
        const own = Object.entries(properties).filter(([name]) => !this.#naming.includes(name));
        const lines = await Promise.all(own.map(([name, given]) => this.#lines(name, given, isAdopted)));
        return lines.flat();
    }

    /** Describes a change, such as `max duration: 480 minutes → 60 minutes`. For a list, describes the added and removed elements. */
    change({ path, live, declared }: Difference): Promise<Phrase> {
        return this.#difference(path, live, declared, CHANGE);
    }

    /** Describes a change made outside Pulumi, such as `name: Production changed to Temporary`. */
    drift({ path, live, declared }: Difference): Promise<Phrase> {
        return this.#difference(path, declared, live, DRIFT);
    }

    /** Whether objects of this kind are identified by a name. */
    get #isNamed(): boolean {
        return this.kind.shape === "entity" && NAMES.some((name) => name in this.kind.fields);
    }

    /** Properties to show in a title: the name, or otherwise all properties in the key. */
    get #naming(): readonly string[] {
        return this.#isNamed ? NAMES.filter((name) => name in this.kind.fields).slice(0, 1) : this.kind.key;
    }

    async #difference(path: string, before: unknown, after: unknown, verbs: typeof CHANGE): Promise<Phrase> {
        if (isSecretPath(this.kind, this.#program, path)) return prose`${propertyPhrase(path)}new secret value`;
        const change = listChange(before, after);
        if (change) return prose`${propertyPhrase(path)}${await this.#listDifference(path, change, verbs)}`;
        const [from, to] = [await this.#value(path, before), await this.#value(path, after)];
        return prose`${propertyPhrase(path)}${from}${verbs.becomes}${to}`;
    }

    async #listDifference(path: string, { added, removed }: ListChange, verbs: typeof CHANGE): Promise<Phrase> {
        const parts: Phrase[] = [];
        if (removed.length > 0) parts.push(prose`${verbs.removes}${await this.#value(path, removed)}`);
        if (added.length > 0) parts.push(prose`${verbs.adds}${await this.#value(path, added)}`);
        return parts.length > 0 ? joined(parts, prose`; `) : verbs.orders;
    }

    /** Returns one line for a plain value or a flat object. Nested values have a line for each part. */
    async #lines(path: string, given: unknown, isAdopted: boolean): Promise<ReportLine[]> {
        // An object whose value would have to be replaced cannot be adopted.
        const riskOf = (at: string, value: unknown): Risk =>
            riskOfSetting(this.kind.fields, at, value, isAdopted && !this.kind.replacing.includes(propertyOf(at)));
        if (isSecretPath(this.kind, this.#program, path))
            return [
                { effect: riskOfHidden(this.kind.fields, path), phrase: prose`${propertyPhrase(path)}a secret value` },
            ];
        if (isNothing(given)) return [];
        if (Array.isArray(given) && given.some(isObject)) {
            const lines = await Promise.all(
                given.map((inner, index) => this.#lines(`${path}[${index}]`, inner, isAdopted)),
            );
            return lines.flat();
        }
        if (!isObject(given))
            return [
                {
                    effect: riskOf(path, given),
                    phrase: prose`${propertyPhrase(path)}${await this.#value(path, given)}`,
                },
            ];
        const parts = Object.entries(given).filter(([, inner]) => !isNothing(inner));
        const inside = (deep: boolean) =>
            parts
                .filter(([, inner]) => isStructure(inner) === deep)
                .map(([name, inner]) => [`${path}.${name}`, inner] as const);
        const [flat, deep] = [inside(false), inside(true)];
        const rest = await Promise.all(deep.map(([name, inner]) => this.#lines(name, inner, isAdopted)));
        if (flat.length === 0) return rest.flat();
        const effect = riskiest(flat.map(([name, inner]) => riskOf(name, inner)));
        return [{ effect, phrase: prose`${propertyPhrase(path)}${await this.#together(flat)}` }, ...rest.flat()];
    }

    async #together(parts: readonly (readonly [string, unknown])[]): Promise<Phrase> {
        const phrases = parts.map(
            async ([path, inner]) => prose`${plain(propertyWords(lastOf(path)))} ${await this.#value(path, inner)}`,
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
        const shown = await Promise.all(known.slice(0, MAX_MEMBERS).map((item) => this.#value(path, item)));
        const left = known.length - shown.length;
        if (left > 0) shown.push(prose`${left} more`);
        if (known.length < list.length) shown.push(this.#upcoming(path, list.length - known.length));
        return joined(shown, prose`, `);
    }

    /** Names of new objects, if the program uses their ids directly. Otherwise, states that the values are unknown until the deployment. */
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

interface ListChange {
    readonly added: readonly unknown[];
    readonly removed: readonly unknown[];
}

/** The elements that were added to or removed from a list. Undefined if either value is not a list. */
function listChange(before: unknown, after: unknown): ListChange | undefined {
    const isList = (side: unknown): boolean => Array.isArray(side) || isNothing(side);
    if (!isList(before) || !isList(after) || (isNothing(before) && isNothing(after))) return undefined;
    const [old, now] = [before ?? [], after ?? []] as [readonly unknown[], readonly unknown[]]; // the cast is safe because both are lists or unset
    const missingFrom = (other: readonly unknown[], list: readonly unknown[]): unknown[] =>
        list.filter((item) => isUnknown(item) || !other.some((one) => same(one, item)));
    return { added: missingFrom(old, now), removed: missingFrom(now, old) };
}

/** Finds the position at which a noun such as `tag of a group` mentions a property of the key. */
function mentionOf(part: string, noun: string) {
    const label = propertyWords(lastOf(part)).replaceAll(" ", "[ -]");
    const found = new RegExp(`(?:^|\\b(an? ))(${label})\\b`, "i").exec(noun);
    if (!found) return [];
    const [mention, article, words] = found;
    return [{ part, words: `${article ? "the " : ""}${words}`, start: found.index, end: found.index + mention.length }];
}

function propertyPhrase(path: string): Phrase {
    return prose`${plain(propertyWords(path))}: `;
}

function lastOf(path: string): string {
    const [, last = path] = /([^.\]]+)(\[\d+\])*$/.exec(path) ?? [];
    return last;
}

function isNothing(given: unknown): boolean {
    return given === undefined || given === null || given === "" || (Array.isArray(given) && given.length === 0);
}

/** Whether a value has several parts that each need a separate line. */
function isStructure(given: unknown): boolean {
    return isObject(given) || (Array.isArray(given) && given.some(isObject));
}
