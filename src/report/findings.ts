import { programOf } from "../provider/metadata.js";
import { touches } from "../provider/steps/comparison.js";
import type { Difference } from "../schema/differences.js";
import { marksOf, type Properties } from "../schema/fields.js";
import { printable } from "../schema/printable.js";
import type { Kind } from "../shapes/kind.js";
import { detailed } from "./details.js";
import type { ResourceState } from "./document.js";
import { type History, nameOf } from "./history.js";
import type { FindKind, Names } from "./names.js";
import type { Phrase } from "./phrase.js";
import type { Entry, Section } from "./sections.js";
import { pathWords, Wording } from "./wording.js";

export type Finding = readonly [Section, Entry];

/** What there is to say of one resource; nothing for one that stays as it is. */
export async function findingsOf(
    history: History,
    kindOf: FindKind,
    names: Names,
    /** Whether the preview failed: then the program may want more than it could say. */
    failed: boolean,
): Promise<Finding[]> {
    const { type, ops, before, next } = history;
    const kind = kindOf(type);
    const state = next ?? before;
    if (!state || type === "pulumi:pulumi:Stack") return [];
    if (!kind) return othersOf(history);
    const about = new About(kind, history, state, new Wording(kind, names, state));
    if (history.isGone) return about.gone(failed);
    if ([...ops].some((op) => op.includes("replace"))) return [await about.replaced(), ...(await about.drift())];
    if (ops.has("create")) return [await about.created()];
    if (ops.has("delete")) return [await about.deleted(), ...(await about.drift())];
    if (ops.has("update")) return [...(await about.updated()), ...(await about.drift())];
    return about.drift();
}

/** What there is to say about one object of a kind. */
class About {
    constructor(
        private readonly kind: Kind,
        private readonly history: History,
        private readonly state: ResourceState,
        private readonly wording: Wording,
    ) {}

    async gone(failed: boolean): Promise<Finding[]> {
        const { before, next } = this.history;
        const unwanted = failed ? "was deleted" : "was deleted; the program no longer wants it either";
        const fate = next ? "was deleted; it is made again" : unwanted;
        const gone = await this.#entry("drifted", before ?? this.state, [[fate]]);
        return next && this.#intended().length > 0 ? [...(await this.updated()), gone] : [gone];
    }

    async created(): Promise<Finding> {
        const { given, import: wanted } = programOf(this.kind.name, this.state.inputs);
        const lines = await this.wording.settings(given);
        if (!wanted) return this.#entry("added", this.state, lines);
        return this.#entry("changed", this.state, [
            ["exists already; from now on the program looks after it"],
            ...lines,
        ]);
    }

    async deleted(): Promise<Finding> {
        const { removal } = this.kind;
        const as = (section: Section, ...lines: Phrase[]) => this.#entry(section, this.state, lines);
        if (this.state.retainOnDelete)
            return as("released", ["stays on the service, since it was declared with retainOnDelete"]);
        if (removal.does === "leave") return as("released", [`stays as it is on the service: ${removal.because}`]);
        return removal.says === "deletes it" ? as("taken") : as("taken", [`this ${removal.says}`]);
    }

    async replaced(): Promise<Finding> {
        const why = this.#intended().filter(({ property }) => this.kind.replacing.includes(property));
        const lines = await Promise.all(
            (why.length > 0 ? why : this.#intended()).map((each) => this.wording.change(each)),
        );
        const word = ["is taken away and made again"];
        return this.#entry("taken", this.history.before ?? this.state, [word, ...lines]);
    }

    async updated(): Promise<Finding[]> {
        const lines = await Promise.all(this.#intended().map((each) => this.wording.change(each)));
        const dropped = this.#dropped().map((name): Phrase => [`${pathWords(name)}: ${this.#fateOf(name)}`]);
        const all = [...lines, ...dropped];
        if (all.length > 0) return [await this.#entry("changed", this.history.before ?? this.state, all)];
        if (this.#drift().length > 0) return [];
        return [
            await this.#entry("changed", this.state, [["something that a preview does not show, such as a secret"]]),
        ];
    }

    /** What somebody did outside, and what becomes of it. */
    async drift(): Promise<Finding[]> {
        const intended = this.#intended().map(({ path }) => path);
        const back =
            this.history.next && this.history.live ? this.#different(this.history.live, this.history.next) : [];
        const dropped = this.#dropped();
        const lines = this.#drift().map(async (each): Promise<Phrase> => {
            const phrase = await this.wording.drift(each);
            if (dropped.includes(each.property)) return [...phrase, `, and is ${this.#fateOf(each.property)}`];
            if (intended.some((path) => touches(path, each.path))) {
                const isReplaced = back.some(({ path }) => touches(path, each.path));
                const now = isReplaced ? ", and the change above replaces that" : ", and the program says so too now";
                return [...phrase, now];
            }
            return phrase;
        });
        if (lines.length === 0) return [];
        return [await this.#entry("drifted", this.history.before ?? this.state, await Promise.all(lines))];
    }

    /** What the program wants otherwise than at the last up. */
    #intended(): Difference[] {
        const { before, next } = this.history;
        return before && next ? this.#different(before, next) : [];
    }

    #drift(): Difference[] {
        const { before, live, wasRead } = this.history;
        if (!wasRead || !before || !live) return [];
        const ignored = programOf(this.kind.name, this.state.inputs).ignored;
        return detailed(this.kind.fields, givenIn(before), givenIn(live)).filter(
            ({ property }) => !ignored.includes(property),
        );
    }

    #dropped(): string[] {
        const { before, next } = this.history;
        if (!before || !next) return [];
        const kept = givenIn(next);
        return Object.keys(givenIn(before)).filter((name) => !(name in kept));
    }

    /** What becomes of a property that the program gives no more. */
    #fateOf(name: string): string {
        const isRestored = marksOf(this.kind.fields[name]).default !== undefined;
        return `no longer declared; it ${isRestored ? "returns to its default" : "stays as it is"}`;
    }

    #different(from: ResourceState, to: ResourceState): Difference[] {
        return detailed(this.kind.fields, givenIn(to), givenIn(from));
    }

    async #entry(section: Section, state: ResourceState, lines: readonly Phrase[]): Promise<Finding> {
        const title = await this.wording.title(givenIn(state));
        return [section, { title, resource: nameOf(this.history.urn), lines }];
    }
}

function othersOf({ urn, type, ops }: History): Finding[] {
    const told = [...ops].filter((op) => !["same", "read", "refresh"].includes(op));
    if (told.length === 0) return [];
    return [["others", { title: [{ value: printable(type) }], resource: nameOf(urn), lines: [[told.join(", ")]] }]];
}

/** What the program gave. */
function givenIn({ inputs }: ResourceState): Properties {
    return programOf("", inputs).given;
}
