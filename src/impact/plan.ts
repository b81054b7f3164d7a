import type { Change, Facts, Tag } from "../access/facts.js";
import type { Around } from "../access-reader/scope.js";
import { identityOf, type Program, programOf } from "../provider/metadata.js";
import { detailed } from "../report/details.js";
import type { PreviewDocument, ResourceState } from "../report/document.js";
import { type History, historiesOf, nameOf } from "../report/history.js";
import type { FindKind } from "../report/names.js";
import { isObject } from "../schema/equality.js";
import { isUnknown, type Properties, pathText } from "../schema/fields.js";
import { plain, prose } from "../schema/phrase.js";
import { kindNameOf } from "../schema/pulumi-type.js";
import { referencesIn, referredBy } from "../schema/references.js";
import { accessAt } from "../schema/value-changes.js";
import type { Kind } from "../shapes/kind.js";
import { type Account, accountOf, type Changed, HIDDEN_PROPERTY, sumOf, unknownAccount } from "./account.js";
import { Draft } from "./draft.js";
import type { Declared, Effect } from "./effects/effect.js";
import { EFFECTS } from "./effects/kinds.js";

/** What `pulumi up` would do to access, as a preview shows it. */
export interface Plan {
    /** It does nothing that the access model evaluates. */
    readonly isEmpty: boolean;
    /** What it touches by itself. */
    readonly around: Around;
    /** Names of new objects, by their URNs, which stand for their ids. */
    readonly madeNames: ReadonlyMap<string, string>;
    readonly account: Account;
    /** The changes to an organization as it is. `tags` by id. */
    changes(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
    /** Those of the changes that only revert what somebody changed outside. */
    reverts(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
}

/** One declaration, and what happens to it. */
interface Step extends Declared, Changed {
    readonly effect: Effect;
    /** Whether the program declares the same as at the last `pulumi up`. */
    readonly isRevert: boolean;
}

/** Reads the plan out of the document of a preview. */
export function planOf(document: PreviewDocument, kindOf: FindKind): Plan {
    const all = historiesOf(document);
    const histories = all.filter(({ type }) => kindOf(type) !== undefined);
    const made = new Map(
        histories
            .filter(({ ops }) => [...ops].some((op) => op === "create" || op.includes("replace")))
            .flatMap(({ urn, type, next }) => {
                const kind = kindOf(type);
                return kind && next ? [[identityOf(programOf(kind.name, next.inputs).resource), urn] as const] : [];
            }),
    );
    const isForeign = foreignIn(histories);
    const steps = histories
        .filter((history) => !isForeign(history))
        .flatMap((history) => stepsOf(history, kindOf(history.type), made));
    // What is deleted goes last, as the engine does it.
    const ordered = [...steps.filter(({ does }) => does === "put"), ...steps.filter(({ does }) => does === "remove")];
    const touched = ordered.map((step) => step.effect.touches(step));
    const references = ordered.flatMap(({ kind, given }) => referencesIn(kind.fields, given));
    const idsOf = (kind: string): string[] => references.filter(({ to }) => to === kind).map(({ id }) => id);
    const changesOf = (some: readonly Step[], facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[] => {
        const draft = new Draft(facts, tags);
        for (const step of some) apply(step, draft, facts);
        return draft.changes;
    };
    const reverts = ordered.filter(({ isRevert }) => isRevert);
    return {
        isEmpty: !ordered.some(({ isEvaluated }) => isEvaluated),
        around: {
            targets: touched.flatMap(({ targets = [] }) => targets),
            ownerIds: touched.flatMap(({ ownerIds = [] }) => ownerIds),
            tags: touched.flatMap(({ tags = [] }) => tags),
            reviewerIds: touched.flatMap(({ reviewerIds = [] }) => reviewerIds),
            permissions: touched.flatMap(({ permissions = [] }) => permissions),
            templateIds: touched.flatMap(({ templateIds = [] }) => templateIds),
            hasOtherTags: touched.some((one) => one.hasOtherTags === true),
            named: {
                groupIds: idsOf("Group"),
                resourceIds: idsOf("Resource"),
                ownerIds: idsOf("Owner"),
            },
        },
        madeNames: new Map(
            ordered.flatMap(({ id, given }) => {
                const name = given.name ?? given.email;
                return id.startsWith("urn:") && typeof name === "string" ? [[id, name] as const] : [];
            }),
        ),
        account: sumOf([
            ...steps.map(accountOf),
            ...all.map((one) => unreadable(one, kindOf(one.type), isForeign(one))),
        ]),
        changes: (facts, tags) => changesOf(ordered, facts, tags),
        reverts: (facts, tags) => changesOf(reverts, facts, tags),
    };
}

/** Pulumi's steps that change nothing on the service. */
const IDLE = [
    "same",
    "refresh",
    "read",
    "read-replacement",
    "read-discard",
    "discard-replaced",
    "remove-pending-replace",
];

/** Pulumi's steps that `stepsOf` reads. */
const READ = [
    "create",
    "update",
    "delete",
    "replace",
    "create-replacement",
    "delete-replaced",
    "import",
    "import-replacement",
];

/** The account of a change that cannot be read at all. */
function unreadable(history: History, kind: Kind | undefined, isForeign: boolean): Account {
    const steps = [...history.ops].filter((op) => !IDLE.includes(op));
    const name = kindNameOf(history.type);
    if (steps.length === 0 || name === undefined) return sumOf([]);
    const strange = steps.find((op) => !READ.includes(op));
    const because = !kind
        ? prose`this version does not support its kind`
        : isForeign
          ? prose`it belongs to another provider, whose organization is not read`
          : strange !== undefined && prose`this version does not support the step "${strange}" of Pulumi`;
    const subject = prose`${plain(kind?.noun ?? name)} "${nameOf(history.urn)}"`;
    return unknownAccount(because ? [prose`${subject}: ${because}`] : [], "anything");
}

/** Whether a resource is of another provider than the others. Of several, only the default one is known to be of the organization that is read. */
function foreignIn(histories: readonly History[]): (history: History) => boolean {
    const providerOf = ({ next, before }: History): string => (next ?? before)?.provider?.split("::")[3] ?? "";
    const providers = new Set(histories.map(providerOf));
    return (history) => providers.size > 1 && !/^(default(_|$)|$)/.test(providerOf(history));
}

function apply(step: Step, draft: Draft, facts: Facts): void {
    const declared = step.takesOver === undefined ? step : { ...step, id: existing(step, facts) ?? step.id };
    // A part of which the preview does not show a value joins nobody and nothing that could be named.
    const isShown = step.kind.shape === "entity" || step.hidden.every((name) => step.given[name] !== undefined);
    if (isShown) step.effect[step.does](draft, declared);
    if (step.hidden.length === 0) return;
    const { targets = [], ownerIds = [] } = step.effect.touches(declared);
    const unknown = [
        ...targets,
        ...ownerIds.map((id) => ({ type: "owner" as const, id })),
        ...(step.effect.concerns?.(draft, declared, step.hidden) ?? []),
    ];
    for (const of of unknown) draft.unknown(of, HIDDEN_PROPERTY);
}

const NO_EFFECT: Effect = { touches: () => ({}), put: () => {}, remove: () => {} };

function stepsOf(history: History, kind: Kind | undefined, made: ReadonlyMap<string, string>): Step[] {
    const { ops, urn, before, live, next, isGone } = history;
    if (!kind || ops.size === 0) return [];
    const effect = EFFECTS[kind.name];
    const base = { effect: effect ?? NO_EFFECT, isEvaluated: effect !== undefined, kind, urn };
    const isReplaced = [...ops].some((op) => op.includes("replace"));
    const old = live ?? before;
    const steps: Step[] = [];
    if (next && [...ops].some((op) => op !== "delete" && !IDLE.includes(op))) {
        const program = programOf(kind.name, next.inputs);
        const isNew = isReplaced || ops.has("create");
        const former = old && programOf(kind.name, old.inputs).given;
        const was = isNew ? undefined : former;
        const shown = shownBy(kind, program, was, made);
        const id = isNew && kind.shape === "entity" ? urn : (next.id ?? old?.id ?? urn);
        const takesOver = program.import ?? (isNew && program.adopt ? String(shown.given.name ?? "") : undefined);
        const { targets = [] } = base.effect.touches({ id, given: shown.given });
        steps.push({
            ...base,
            ...shown,
            ...(targets.some((target) => target.id === "") && { unbounded: shown.hidden }),
            does: "put",
            isRevert: isRevert(kind, history),
            id,
            ...(was && { was }),
            ...(isReplaced && former && { replaced: former }),
            ...(takesOver !== undefined && { takesOver }),
            ...endOf(kind, before, live, next),
        });
    }
    const isTaken = (isReplaced || ops.has("delete")) && !isGone && old && !old.retainOnDelete;
    if (isTaken && old.id !== undefined && kind.removal.does === "delete") {
        const shown = shownBy(kind, programOf(kind.name, old.inputs), undefined, new Map());
        const replaces = steps.some((step) => kind.idOf(step.given) === old.id);
        if (!replaces) steps.push({ ...base, ...shown, does: "remove", isRevert: false, id: old.id });
    }
    return steps;
}

function isRevert(kind: Kind, { before, next, wasRead }: History): boolean {
    if (!before || !next || !wasRead) return false;
    const [was, is] = [before, next].map(({ inputs }) => programOf(kind.name, inputs).given);
    return was !== undefined && is !== undefined && detailed(kind.fields, is, was).length === 0;
}

/** A grant whose duration stays as declared keeps its end. */
function endOf(
    kind: Kind,
    before: ResourceState | undefined,
    live: ResourceState | undefined,
    next: ResourceState,
): { readonly until?: string | null } {
    const { duration, date } = kind.ends ?? {};
    const end = date === undefined ? undefined : live?.outputs[date];
    if (duration === undefined || !before || next.inputs[duration] !== before.inputs[duration]) return {};
    return typeof end === "string" || end === null ? { until: end } : {};
}

/**
 * What a declaration gives, as far as the preview shows it. The URN of a new object stands for its id, if the program gave that id itself: what
 * it computed from the id may be anything. A secret counts as it `was`, if that is known.
 */
function shownBy(
    kind: Kind,
    { given, secrets, ids }: Program,
    was: Properties | undefined,
    made: ReadonlyMap<string, string>,
): Pick<Step, "given" | "hidden" | "unbounded"> {
    const hidden = new Set<string>();
    const unbounded = new Set<string>();
    const hide = (property: string, isWhole: boolean): undefined => {
        if (accessAt(kind.fields, property).relevance === "irrelevant") return;
        hidden.add(property);
        // A user gets what the declaration names; anything else decides what that is.
        if (isWhole && referredBy(kind.fields[property]) !== "User") unbounded.add(property);
    };
    const shown = (property: string, value: unknown, path: readonly (string | number)[]): unknown => {
        if (isUnknown(value)) {
            const resource = ids[pathText(path)];
            return (resource && made.get(identityOf(resource))) ?? hide(property, path.length === 1);
        }
        if (Array.isArray(value))
            return value.map((one, index) => shown(property, one, [...path, index])).filter((one) => one !== undefined);
        if (!isObject(value)) return value;
        return Object.fromEntries(
            Object.entries(value).map(([key, one]) => [key, shown(property, one, [...path, key])]),
        );
    };
    const entries = Object.entries(given).map(([property, value]) => {
        if (!secrets.includes(property) && !hasSecret(value)) return [property, shown(property, value, [property])];
        hide(property, true);
        const old = was?.[property];
        return [property, hasSecret(old) ? undefined : old];
    });
    // Built from names and values, as given.
    return { given: Object.fromEntries(entries) as Properties, hidden: [...hidden], unbounded: [...unbounded] };
}

/** Whether something in it is secret: Pulumi writes this word in its place. */
function hasSecret(value: unknown): boolean {
    if (value === "[secret]") return true;
    return Object.values(Array.isArray(value) || isObject(value) ? value : {}).some(hasSecret);
}

/** The id of what a declaration takes over: by its id or its name. */
function existing({ kind, takesOver = "" }: Step, facts: Facts): string | undefined {
    const tables: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>> = {
        Group: facts.groups,
        AccessRule: facts.groups,
        Resource: facts.resources,
        Bundle: facts.bundles,
        Owner: facts.owners,
        User: facts.users,
    };
    return tables[kind.name]?.find(({ id, name }) => id === takesOver || name === takesOver)?.id;
}
