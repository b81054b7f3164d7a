import type { Change, Facts, Tag, Unknown } from "../access/facts.js";
import type { Around } from "../access-reader/scope.js";
import { type Program, programOf } from "../provider/metadata.js";
import type { PreviewDocument, ResourceState } from "../report/document.js";
import { effectOfChange, isWithoutEffect } from "../report/effect.js";
import { type History, historiesOf, nameOf } from "../report/history.js";
import { type FindKind, sourceNameOf } from "../report/names.js";
import { isObject } from "../schema/equality.js";
import { isUnknown, type Properties } from "../schema/fields.js";
import type { Kind } from "../shapes/kind.js";
import { Draft } from "./draft.js";
import type { Declared, Effect } from "./effects/effect.js";
import { EFFECTS, FIELDS_NOT_EVALUATED, NOT_EVALUATED } from "./effects/kinds.js";

/** What `pulumi up` would do to access, as a preview tells it. */
export interface Plan {
    /** It does nothing to access. */
    readonly isEmpty: boolean;
    /** What it touches by itself. */
    readonly around: Around;
    /** Names of objects that are there only afterwards, by the ids that changes give them: their URNs. */
    readonly madeNames: ReadonlyMap<string, string>;
    /** Tags that the program declares. */
    readonly tags: readonly Tag[];
    /** What it does that nobody evaluates, as sentences. */
    readonly notEvaluated: readonly string[];
    /** Declarations of which the preview does not show what they reach, as sentences: they may give anybody anything. */
    readonly notShown: readonly string[];
    /** The changes to an organization as it is. `tags` by id. */
    changes(facts: Facts, tags: ReadonlyMap<string, Tag>): readonly Change[];
}

/** One declaration, and what happens to it. */
interface Step extends Declared {
    readonly does: "put" | "remove";
    readonly effect: Effect;
    readonly kind: Kind;
    readonly urn: string;
    /** The object that it takes over, by id or name. */
    readonly takesOver?: string;
    /** Names of properties with values that the preview does not show. */
    readonly open: readonly string[];
    /** Those of them that may be about anything, not about what the declaration names. */
    readonly unbounded: readonly string[];
}

/** Reads the plan out of the document of a preview. */
export function planOf(document: PreviewDocument, kindOf: FindKind): Plan {
    const histories = historiesOf(document).filter(({ type }) => kindOf(type) !== undefined);
    const made = new Map(
        histories
            .filter(({ ops }) => ops.has("create") || ops.has("replace") || ops.has("create-replacement"))
            .map(({ urn, type }) => [urn, kindOf(type)?.name ?? ""]),
    );
    const steps = histories.flatMap((history) => stepsOf(history, kindOf(history.type), made));
    // What is deleted goes last, as the engine does it.
    const ordered = [...steps.filter(({ does }) => does === "put"), ...steps.filter(({ does }) => does === "remove")];
    const touched = ordered.map((step) => step.effect.touches(step));
    return {
        isEmpty: ordered.length === 0,
        around: {
            targets: touched.flatMap(({ targets = [] }) => targets),
            ownerIds: touched.flatMap(({ ownerIds = [] }) => ownerIds),
            tags: touched.flatMap(({ tags = [] }) => tags),
            reviewerIds: touched.flatMap(({ reviewerIds = [] }) => reviewerIds),
            permissions: touched.flatMap(({ permissions = [] }) => permissions),
            templateIds: touched.flatMap(({ templateIds = [] }) => templateIds),
            hasOtherTags: touched.some((one) => one.hasOtherTags === true),
            named: {
                groupIds: ordered.flatMap(({ given }) => idsIn(given, "Group")),
                resourceIds: ordered.flatMap(({ given }) => idsIn(given, "Resource")),
                ownerIds: ordered.flatMap(({ given }) => idsIn(given, "Owner")),
            },
        },
        madeNames: new Map(
            ordered.flatMap(({ id, given }) => (id.startsWith("urn:") && given.name ? [[id, String(given.name)]] : [])),
        ),
        tags: histories
            .filter(({ type, next }) => kindOf(type)?.name === "Tag" && next !== undefined)
            .map(({ next }) => ({ key: String(next?.inputs.key), value: String(next?.inputs.value ?? "") })),
        notEvaluated: histories.flatMap((history) => notEvaluatedIn(history, kindOf(history.type))),
        notShown: ordered.flatMap(notShownIn),
        changes(facts, tags) {
            const draft = new Draft(facts, tags);
            for (const step of ordered) apply(step, draft, facts);
            return draft.changes;
        },
    };
}

/** What a declaration does that this model does not evaluate, as sentences; what cannot widen access is left out. */
function notEvaluatedIn({ urn, ops, before, live, next }: History, kind: Kind | undefined): string[] {
    if (!kind || ops.size === 0) return [];
    const [was, is] = [live ?? before, next].map((state) => state && programOf(kind.name, state.inputs).given);
    const mayWiden = (name: string): boolean => {
        const effect = effectOfChange(name, was?.[name], is?.[name]);
        return effect === "widens" || effect === "mayWiden";
    };
    const says = (because: string): string => `${kind.noun} ${nameOf(urn)}: ${because}.`;
    const whole = NOT_EVALUATED[kind.name];
    const isWider = !was || !is || Object.keys(kind.fields).some(mayWiden);
    return [
        ...(whole !== undefined && isWider ? [says(whole)] : []),
        // Of what is no longer declared nothing changes.
        ...Object.entries(FIELDS_NOT_EVALUATED).flatMap(([name, because]) =>
            is?.[name] !== undefined && name in kind.fields && mayWiden(name) ? [says(because)] : [],
        ),
    ];
}

/** What a preview does not show of a declaration, as a sentence, if it may reach what the declaration does not name. */
function notShownIn(step: Step): string[] {
    const { targets = [] } = step.effect.touches(step);
    const names = targets.some(({ id }) => id === "") ? step.open : step.unbounded;
    if (names.length === 0) return [];
    const subject = `${step.kind.noun} ${nameOf(step.urn)}: ${names.join(" and ")}`;
    const verb = names.length === 1 ? "is" : "are";
    return [`${subject} ${verb} secret, or known only after \`pulumi up\`, so nobody knows what this reaches.`];
}

function apply(step: Step, draft: Draft, facts: Facts): void {
    const declared = step.takesOver === undefined ? step : { ...step, id: existing(step, facts) ?? step.id };
    // What is declared of a part, and not shown, is not taken for nothing.
    const isShown = step.kind.shape === "entity" || step.unbounded.every((name) => step.given[name] !== undefined);
    if (isShown) step.effect[step.does](draft, declared);
    if (step.open.length === 0) return;
    const { targets = [], ownerIds = [], reviewerIds = [], templateIds = [] } = step.effect.touches(declared);
    const isDelegation = step.kind.name === "Delegation";
    const unknown: Pick<Unknown, "type" | "id">[] = [
        ...targets,
        ...ownerIds.map((id) => ({ type: "owner" as const, id })),
        // Somebody else reviews as well as them.
        ...(isDelegation ? reviewerIds : []).flatMap((id) =>
            draft.ownersWith(id).map((owner) => ({ type: "owner" as const, id: owner.id })),
        ),
        ...(step.open.includes("groupLeaderUserIds") ? [{ type: "assigners" as const, id: declared.id }] : []),
        ...(step.open.includes("breakGlassUserIds") ? templateIds : []).flatMap((id) =>
            draft.governedBy(id).map((group) => ({ type: "assigners" as const, id: group.id })),
        ),
    ];
    for (const of of unknown)
        draft.unknown(of, "the program names somebody or something that is known only after `pulumi up`");
}

function stepsOf(history: History, kind: Kind | undefined, made: ReadonlyMap<string, string>): Step[] {
    const effect = kind && EFFECTS[kind.name];
    const { ops, urn, before, live, next, isGone } = history;
    if (!kind || !effect || ops.size === 0) return [];
    const isReplaced = [...ops].some((op) => op.includes("replace"));
    const old = live ?? before;
    const steps: Step[] = [];
    if (next && [...ops].some((op) => op !== "delete" && op !== "same")) {
        const program = programOf(kind.name, next.inputs);
        const isNew = isReplaced || ops.has("create");
        const was = old && !isNew ? programOf(kind.name, old.inputs).given : undefined;
        const { given, open, unbounded } = known(program, was, next, made);
        const id = isNew && kind.shape === "entity" ? urn : (next.id ?? old?.id ?? urn);
        const takesOver = program.import ?? (isNew && program.adopt ? String(given.name ?? "") : undefined);
        steps.push({
            does: "put",
            effect,
            kind,
            urn,
            id,
            given,
            open,
            unbounded,
            ...(was && { was }),
            ...(takesOver !== undefined && { takesOver }),
            ...endOf(kind, before, live, next),
        });
    }
    const isTaken = (isReplaced || ops.has("delete")) && !isGone && old && !old.retainOnDelete;
    if (isTaken && old.id !== undefined && kind.removal.does === "delete") {
        const { given, open, unbounded } = known(programOf(kind.name, old.inputs), undefined, old, new Map());
        const replaces = steps.some((step) => kind.idOf(step.given) === old.id);
        if (!replaces) steps.push({ does: "remove", effect, kind, urn, id: old.id, given, open, unbounded });
    }
    return steps;
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
 * What a declaration gives, with the URN of a new object in the place of each id that is not known yet. What is secret stays as it `was`, if
 * that is known.
 */
function known(
    { given, secrets }: Program,
    was: Properties | undefined,
    state: ResourceState,
    made: ReadonlyMap<string, string>,
) {
    const open = new Set<string>();
    const unbounded = new Set<string>();
    const leaveOpen = (property: string, isWhole: boolean): void => {
        if (isWithoutEffect(property)) return;
        open.add(property);
        // Another user gets what is named; anything else decides what that is.
        if (isWhole && sourceNameOf(property) !== "User") unbounded.add(property);
    };
    const filled = Object.entries(given).map(([property, value]) => {
        if (secrets.includes(property) || hasSecret(value)) {
            leaveOpen(property, true);
            const old = was?.[property];
            return [property, hasSecret(old) ? undefined : old];
        }
        const sources = (state.propertyDependencies?.[property] ?? []).filter((urn) => made.has(urn));
        const fields = unknownFields(property, value);
        const urnsOf = new Map(
            [...new Set(fields)].map((field) => {
                const fitting = sources.filter((urn) => isMeant(field, made.get(urn)));
                const count = fields.filter((one) => one === field).length;
                if (fitting.length === count) return [field, fitting];
                if (fitting.length === 1) return [field, fields.map(() => fitting[0] ?? "")];
                leaveOpen(property, isUnknown(value));
                return [field, []];
            }),
        );
        return [property, replaced(property, value, urnsOf)];
    });
    return { given: Object.fromEntries(filled) as Properties, open: [...open], unbounded: [...unbounded] }; // names to values, as given
}

/** Whether something in it is secret: Pulumi writes this word in its place. */
function hasSecret(value: unknown): boolean {
    if (value === "[secret]") return true;
    return Object.values(Array.isArray(value) || isObject(value) ? value : {}).some(hasSecret);
}

/** The ids of a kind of objects that a declaration names, at whatever depth. */
function idsIn(given: Properties, kind: string): string[] {
    const walk = (name: string, value: unknown): string[] => {
        if (typeof value === "string") return sourceNameOf(name) === kind ? [value] : [];
        if (Array.isArray(value)) return value.flatMap((one) => walk(name, one));
        if (!isObject(value)) return [];
        // Ids in a remote system are not ids of the service.
        const fields = Object.entries(value).filter(([field]) => !field.startsWith("remote"));
        return fields.flatMap(([field, one]) => walk(field, one));
    };
    return walk("", given);
}

/** An access rule is a group, too. */
function isMeant(field: string, kind: string | undefined): boolean {
    const source = sourceNameOf(field);
    return source === undefined || source === kind || (source === "Group" && kind === "AccessRule");
}

/** The names of the fields in which a value is not known, once for each. */
function unknownFields(field: string, value: unknown): string[] {
    if (isUnknown(value)) return [field];
    if (Array.isArray(value)) return value.flatMap((one) => unknownFields(field, one));
    if (isObject(value)) return Object.entries(value).flatMap(([name, one]) => unknownFields(name, one));
    return [];
}

function replaced(field: string, value: unknown, urnsOf: ReadonlyMap<string, readonly string[]>): unknown {
    const places = new Map<string, number>();
    const walk = (name: string, one: unknown): unknown => {
        if (isUnknown(one)) {
            const place = places.get(name) ?? 0;
            places.set(name, place + 1);
            return urnsOf.get(name)?.[place];
        }
        if (Array.isArray(one)) return one.map((item) => walk(name, item)).filter((item) => item !== undefined);
        if (isObject(one)) return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, walk(key, item)]));
        return one;
    };
    return walk(field, value);
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
