import { isIgnored, touches } from "../../common/paths.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { isObject, type Properties } from "../../common/properties.js";
import {
    decidesAccess,
    isSecretPath,
    type Kind,
    marksOf,
    programOf,
    type Risk,
    riskiest,
    riskOfChange,
} from "../../kernel.js";
import { type Difference, detailed, riskOfHidden } from "./details.js";
import type { PreviewedState } from "./document.js";
import { changedFieldsIn, givenIn, type History, ignoredIn, isLeft, isReplaced, reportedIdentity } from "./history.js";
import type { FindKind, ReportNames } from "./names.js";
import { propertyWords } from "./property-words.js";
import type { Outside, ReportEntry, ReportedAction, ReportLine, ReportSection } from "./sections.js";
import { Wording } from "./wording.js";

/** Returns the report entry for a resource. Undefined if the resource did not change. */
export async function entryOf(
    history: History,
    kindOf: FindKind,
    names: ReportNames,
    /** Whether the preview failed. If so, changes may be missing. */
    failed: boolean,
): Promise<ReportEntry | undefined> {
    const { type, ops, before, next } = history;
    const kind = kindOf(type);
    const state = next ?? before;
    if (!state || type === "pulumi:pulumi:Stack") return undefined;
    if (!kind) return otherOf(history);
    const about = new About(kind, history, state, new Wording(kind, names, state));
    if (history.isGone) return about.gone(failed);
    if (isReplaced(history)) return about.replaced();
    if (ops.has("create")) return about.created();
    if (ops.has("delete")) return about.deleted();
    return about.updated();
}

/** Creates the findings about one object of a kind. */
class About {
    constructor(
        private readonly kind: Kind,
        private readonly history: History,
        private readonly state: PreviewedState,
        private readonly wording: Wording,
    ) {}

    async gone(failed: boolean): Promise<ReportEntry> {
        const { before = this.state, next } = this.history;
        const { created, deleted } = this.kind.access;
        if (!next && failed)
            return this.#changing(before, "none", prose`deleted outside`, "mayWiden", [], { does: "deleted" });
        if (!next) {
            const fate = prose`deleted outside, and no longer declared`;
            return this.#changing(before, "none", fate, deleted, [], { does: "deleted", isKept: true });
        }
        // The new object gives the access again that ended with the old one.
        const given = (await this.wording.settings(givenIn(next))).filter(({ effect }) => effect !== "none");
        const lines = [...(await this.#intendedLines()), ...given];
        return this.#changing(before, "create", prose`deleted outside; recreated`, created, lines, { does: "deleted" });
    }

    async created(): Promise<ReportEntry> {
        const { given, import: wanted, adopt } = programOf(this.kind.name, this.state.inputs);
        const isAdopted = wanted !== undefined && adopt;
        const lines = await this.wording.settings(given, isAdopted);
        const made = this.kind.access.created;
        if (!wanted) return this.#changing(this.state, "create", prose`new`, made, lines);
        const fate = isAdopted ? prose`exists already; imported and updated` : prose`exists already; imported`;
        return this.#changing(this.state, "import", fate, made, lines);
    }

    async deleted(): Promise<ReportEntry> {
        const { removal } = this.kind;
        if (this.state.retainOnDelete) return this.#leftInPlace(prose`stays on the service, because of retainOnDelete`);
        if (removal.does === "leave")
            return this.#leftInPlace(prose`stays as it is on the service: ${plain(removal.because)}`);
        const fate = removal.says === "deletes it" ? prose`deleted` : prose`removed: this ${plain(removal.says)}`;
        return this.#changing(this.state, "delete", fate, this.kind.access.deleted, await this.#driftLines());
    }

    async replaced(): Promise<ReportEntry> {
        const { replacing } = this.kind;
        const why = this.#intended().filter(({ property }) => replacing.includes(property));
        const lines = await Promise.all(
            (why.length > 0 ? why : this.#intended()).map((each) => this.#changeLine(each)),
        );
        const effect = riskiest([this.kind.access.created, this.kind.access.deleted]);
        const drifted = this.#drift().map(({ property }) => property);
        const dropped = this.#dropped().filter((property) => !drifted.includes(property));
        const all = [...lines, ...dropped.map((one) => this.#droppedLine(one).line), ...(await this.#driftLines())];
        return this.#changing(this.history.before ?? this.state, "replace", prose`deleted and recreated`, effect, all);
    }

    async updated(): Promise<ReportEntry | undefined> {
        const { ops, before } = this.history;
        const [intended, drift] = [await this.#intendedLines(), await this.#driftLines()];
        const drifted = this.#drift().map(({ property }) => property);
        // Properties that also drifted are skipped, because the line about the drift already describes what happens to them.
        const dropped = this.#dropped()
            .filter((name) => !drifted.includes(name))
            .map((name) => this.#droppedLine(name));
        const isStaying = dropped.every(({ effect }) => effect === undefined);
        const fields = this.#fieldLines();
        const all = [...intended, ...dropped.map(({ line }) => line), ...drift, ...fields];
        if (all.length === 0) {
            if (!ops.has("update")) return undefined;
            const phrase = prose`a value that the preview does not show, such as a secret`;
            const program = programOf(this.kind.name, this.state.inputs);
            const hidden = Object.keys(program.given).filter((name) => isSecretPath(this.kind, program, name));
            const effect = riskiest(hidden.map((name) => riskOfHidden(this.kind.fields, name)));
            return this.#changing(this.state, "update", prose`changed`, "none", [{ effect, phrase }]);
        }
        const state = before ?? this.state;
        if (intended.length === 0 && drift.length + fields.length === 0 && isStaying)
            return this.#entry("released", state, "none", prose``, all);
        const isOurs = intended.length + this.#dropped().length > 0;
        const where = plain(isOurs ? "in the program and outside" : "outside");
        const isOutside = drift.length + fields.length > 0;
        const fate = isOutside ? prose`changed ${where}` : prose`changed`;
        const isKept = this.#drift().every(
            (each) =>
                this.#isAccepted(each) || (this.#dropped().includes(each.property) && this.#isStaying(each.property)),
        );
        const outside: Outside | undefined = isOutside ? { does: "changed", ...(isKept && { isKept }) } : undefined;
        return this.#changing(state, "update", fate, "none", all, outside);
    }

    /** Lines about changes in the program. Accepted drift is omitted, because the lines about drift already describe it. */
    #intendedLines(): Promise<ReportLine[]> {
        const drift = this.#drift();
        const own = this.#intended().filter(({ path }) => {
            const found = drift.filter((each) => touches(path, each.path));
            return found.length === 0 || found.some((each) => !this.#isAccepted(each));
        });
        return Promise.all(own.map((each) => this.#changeLine(each)));
    }

    /** Lines about fields that this version does not know. The deployment leaves them as they are. */
    #fieldLines(): ReportLine[] {
        const effect = decidesAccess(this.kind) ? "mayWiden" : "none";
        return changedFieldsIn(this.history).map((path) => ({
            effect,
            phrase: prose`${path}: changed outside; this version does not know the field, so the deployment only records it`,
        }));
    }

    /** Whether the program now declares the live value. */
    #isAccepted({ path }: Difference): boolean {
        const isAlike = (others: readonly Difference[]): boolean => others.some((each) => touches(path, each.path));
        return isAlike(this.#intended()) && !isAlike(this.#pending());
    }

    async #changeLine(difference: Difference): Promise<ReportLine> {
        const { path, live, declared } = difference;
        const isDrifted = this.#drift().some((each) => touches(path, each.path));
        // If the property drifted, the deployment writes a different change than the one in the program.
        const written = isDrifted ? this.#pending().filter((each) => touches(path, each.path)) : [];
        const effects = [
            riskOfChange(this.kind.fields, path, live, declared, this.#siblings(this.history.before, path)),
            ...written.map((each) => riskOfChange(this.kind.fields, each.path, each.live, each.declared)),
        ];
        return { effect: riskiest(effects), phrase: await this.wording.change(difference) };
    }

    /** Lines about changes made outside Pulumi, and what happens to them. */
    #driftLines(): Promise<ReportLine[]> {
        const intended = this.#intended().map(({ path }) => path);
        const { next, live } = this.history;
        const dropped = this.#dropped();
        return Promise.all(
            this.#drift().map(async (each): Promise<ReportLine> => {
                const says = (fate: Phrase, effect: Risk = "none") => this.#driftLine(each, fate, effect);
                if (!next) return says(prose``, isLeft(this.history, this.kind) ? this.#riskOf(each) : "none");
                if (dropped.includes(each.property))
                    return says(
                        this.#fateOf(each.property),
                        this.#isStaying(each.property) ? this.#riskOf(each) : "none",
                    );
                if (this.#isAccepted(each))
                    return says(prose`the program now declares the same value`, this.#riskOf(each));
                if (intended.some((path) => touches(path, each.path))) return says(prose`replaced by the change above`);
                const back = riskOfChange(
                    this.kind.fields,
                    each.path,
                    each.live,
                    each.declared,
                    this.#siblings(live, each.path),
                );
                return says(prose`reverted by the deployment`, back);
            }),
        );
    }

    /** Effect of drift on access if it is not reverted. */
    #riskOf({ path, live, declared }: Difference): Risk {
        return riskOfChange(this.kind.fields, path, declared, live, this.#siblings(this.history.before, path));
    }

    /** Whether a property keeps its live value when it is no longer declared. */
    #isStaying(name: string): boolean {
        return marksOf(this.kind.fields[name]).standard === undefined && !isReplaced(this.history);
    }

    async #driftLine(difference: Difference, fate: Phrase, effect: Risk): Promise<ReportLine> {
        const phrase = await this.wording.drift(difference);
        return { effect, phrase: fate.isEmpty ? phrase : prose`${phrase}; ${fate}` };
    }

    #droppedLine(name: string): { readonly line: ReportLine; readonly effect: Risk | undefined } {
        const { standard, usual } = marksOf(this.kind.fields[name]);
        const initial = typeof usual === "function" ? undefined : usual;
        const { before } = this.history;
        const effect = this.#isStaying(name)
            ? undefined
            : riskOfChange(this.kind.fields, name, before && givenIn(before)[name], standard ?? initial);
        return {
            line: { effect: effect ?? "none", phrase: prose`${plain(propertyWords(name))}: ${this.#fateOf(name)}` },
            effect,
        };
    }

    /** Changes in the program since the last `pulumi up`. */
    #intended(): Difference[] {
        const { before, next } = this.history;
        return before && next ? this.#different(before, next) : [];
    }

    /** Changes that the deployment will write to the service. */
    #pending(): Difference[] {
        const { live, next } = this.history;
        return live && next ? this.#different(live, next) : [];
    }

    #drift(): Difference[] {
        const { before, live, wasRead } = this.history;
        if (!wasRead || !before || !live) return [];
        const ignored = ignoredIn(this.history);
        return detailed(this.kind.fields, givenIn(before), givenIn(live)).filter(
            ({ path }) => !isIgnored(path, ignored),
        );
    }

    #dropped(): string[] {
        const { before, next } = this.history;
        if (!before || !next) return [];
        const kept = givenIn(next);
        return Object.keys(givenIn(before)).filter((name) => !(name in kept));
    }

    /** Describes what happens to a property that is no longer declared. */
    #fateOf(name: string): Phrase {
        const isRestored = marksOf(this.kind.fields[name]).standard !== undefined;
        if (isRestored) return prose`no longer declared; it returns to its default`;
        return isReplaced(this.history)
            ? prose`no longer declared; the new object has the service's default`
            : prose`no longer declared; it stays as it is`;
    }

    #different(from: PreviewedState, to: PreviewedState): Difference[] {
        return detailed(this.kind.fields, givenIn(to), givenIn(from));
    }

    /** The sibling properties at a path. Empty inside lists, because elements can move. */
    #siblings(state: PreviewedState | undefined, path: string): Properties {
        const steps = path.split(".").slice(0, -1);
        let found: unknown = state && givenIn(state);
        for (const step of steps) found = isObject(found) ? found[step] : undefined;
        return isObject(found) ? found : {};
    }

    async #changing(
        state: PreviewedState,
        action: ReportedAction,
        fate: Phrase,
        effect: Risk,
        lines: readonly ReportLine[],
        outside?: Outside,
    ): Promise<ReportEntry> {
        const section = riskiest([effect, ...lines.map((line) => line.effect)]);
        return { ...(await this.#entry(section, state, action, fate, lines)), ...(outside && { outside }) };
    }

    /** An object that is no longer declared but remains on the service, with its drift. */
    async #leftInPlace(stays: Phrase): Promise<ReportEntry> {
        const drift = await this.#driftLines();
        if (drift.length === 0) return this.#released(stays);
        const outside: Outside = { does: "changed", isKept: true };
        return this.#changing(this.state, "none", prose`changed outside; ${stays}`, "none", drift, outside);
    }

    async #released(sentence: Phrase): Promise<ReportEntry> {
        return this.#entry("released", this.state, "none", prose``, [{ effect: "none", phrase: sentence }]);
    }

    async #entry(
        section: ReportSection,
        state: PreviewedState,
        action: ReportedAction,
        fate: Phrase,
        lines: readonly ReportLine[],
    ): Promise<ReportEntry> {
        const title = await this.wording.title(givenIn(state));
        return { ...reportedIdentity(this.history), section, title, action, fate, lines };
    }
}

function otherOf(history: History): ReportEntry | undefined {
    const { type, ops } = history;
    const changing = [...ops].filter((op) => !["same", "read", "refresh"].includes(op));
    if (changing.length === 0) return undefined;
    const fate = plain(changing.join(", "));
    return {
        ...reportedIdentity(history),
        section: "others",
        title: prose`"${type}"`,
        action: "none",
        fate,
        lines: [],
    };
}
