import { declarerKey } from "../../common/names.js";
import { pathText, withoutIgnored } from "../../common/paths.js";
import { isObject, type Properties, pick, same } from "../../common/properties.js";
import { isUnknown } from "../../common/unknown.js";
import {
    accessAt,
    counterparts,
    type DeclaredResource,
    decidesAccess,
    differences,
    type Kind,
    marksOf,
    programOf,
    referredBy,
    wholeElements,
} from "../../kernel.js";
import { detailed } from "../report/details.js";
import type { PreviewedState } from "../report/document.js";
import { changedFieldsIn, type History, ignoredIn, isLeft } from "../report/history.js";
import type { ShownChange } from "./account.js";
import type { Effect, PreviewedDeclaration } from "./effects/effect.js";
import { EFFECTS } from "./effects/kinds.js";

/** A declaration, and what the deployment does with it. */
export interface PlannedStep extends PreviewedDeclaration, ShownChange {
    readonly effect: Effect;
    /** Whether the declaration has not changed since the last `pulumi up`, so the step only reverts drift. */
    readonly isRevert: boolean;
}

/** Pulumi steps that do not change anything on the service. */
export const IDLE = [
    "same",
    "refresh",
    "read",
    "read-replacement",
    "read-discard",
    "discard-replaced",
    "remove-pending-replace",
];

/**
 * Returns the steps that `pulumi up` will perform for a resource.
 * @param created URNs of new objects, by the identity of their resource in the program
 */
export function plannedSteps(
    history: History,
    kind: Kind | undefined,
    created: ReadonlyMap<string, string>,
): PlannedStep[] {
    const { ops, urn, before, live, next, isGone } = history;
    if (!kind || ops.size === 0) return [];
    const effect = EFFECTS[kind.name];
    const base = { effect: effect ?? NO_EFFECT, isEvaluated: effect !== undefined, kind, urn };
    const isReplaced = [...ops].some((op) => op.includes("replace"));
    const old = live ?? before;
    const steps: PlannedStep[] = [];
    if (next && [...ops].some((op) => op !== "delete" && !IDLE.includes(op))) {
        const program = programOf(kind.name, next.inputs);
        const isNew = isReplaced || ops.has("create");
        const former = old && programOf(kind.name, old.inputs).given;
        const was = isNew ? undefined : former;
        const shown = shownBy(kind, program, was, created);
        const id = isNew && kind.shape === "entity" ? urn : (next.id ?? old?.id ?? urn);
        const adopts = program.import ?? (isNew && program.adopt ? String(shown.given.name ?? "") : undefined);
        const added = Object.keys(shown.given).filter((name) => adopts === undefined && !(name in (was ?? {})));
        const given = { ...shown.given, ...wholeElements(kind.fields, pick(shown.given, added)) };
        const { targets = [] } = base.effect.touches({ id, given });
        steps.push({
            ...base,
            ...shown,
            given,
            ...(targets.some((target) => target.id === "") && { unbounded: shown.hidden }),
            does: "put",
            isRevert: isRevert(kind, history),
            id,
            ...(was && { was }),
            ...(isReplaced && former && { replaced: former }),
            ...(adopts !== undefined && { adopts }),
            ...currentEnd(kind, before, live, next),
            ...(decidesAccess(kind) && { changedFields: changedFieldsIn(history) }),
        });
    }
    const isDeleted = (isReplaced || ops.has("delete")) && !isGone && old && !old.retainOnDelete;
    if (isDeleted && old.id !== undefined && kind.removal.does === "delete") {
        const shown = shownBy(kind, programOf(kind.name, old.inputs), undefined, new Map());
        const replaces = steps.some((step) => kind.idOf(step.given) === old.id);
        if (!replaces) steps.push({ ...base, ...shown, does: "remove", isRevert: false, id: old.id });
    }
    return steps;
}

/** Drift that the program accepts: the change that was made outside Pulumi, and the change that would undo it. */
export interface AcceptedDrift {
    readonly done: PlannedStep;
    readonly reversal: PlannedStep;
}

/**
 * Returns the drift of a resource that the program accepts. Drift is accepted if the program now declares the live values, or no longer
 * declares the properties or object.
 */
export function acceptedDriftOf(history: History, kind: Kind | undefined): AcceptedDrift[] {
    const { urn, before, live, wasRead, isGone } = history;
    if (!kind || !wasRead || !before) return [];
    const effect = EFFECTS[kind.name];
    const step = (id: string, inputs: Properties, given: Properties, was?: Properties): PlannedStep => ({
        effect: effect ?? NO_EFFECT,
        isEvaluated: effect !== undefined,
        kind,
        urn,
        id,
        ...shownBy(kind, { ...programOf(kind.name, inputs), given }, was, new Map()),
        does: "put",
        isRevert: false,
        ...(was && { was }),
    });
    const { given: declared } = programOf(kind.name, before.inputs);
    const id = (live ?? before).id ?? "";
    if (isGone && !history.next && kind.removal.does === "delete") {
        const reversal = step(id, before.inputs, declared);
        return [{ done: { ...reversal, does: "remove" }, reversal }];
    }
    const next = history.next ?? (isLeft(history, kind) ? live : undefined);
    if (!live || !next) return [];
    const { given: is } = programOf(kind.name, live.inputs);
    const program = programOf(kind.name, next.inputs);
    const ignored = ignoredIn(history);
    const newlyIgnored = program.ignored.filter((name) => name in is && !ignored.includes(name));
    const wants = { ...program.given, ...Object.fromEntries(newlyIgnored.map((name) => [name, is[name]])) };
    const was = { ...is, ...declaredBefore(kind.fields, ignored, { declared, is, wants }) };
    if (differences(kind.fields, was, is).length === 0) return [];
    return [{ done: step(id, live.inputs, is, was), reversal: step(id, before.inputs, was, is) }];
}

/**
 * Returns the last declared values of properties that drifted and that the program does not revert. For lists, the result also includes
 * elements that were added outside Pulumi and that the program removes.
 */
function declaredBefore(
    fields: Kind["fields"],
    ignored: readonly string[],
    values: Readonly<Record<"declared" | "is" | "wants", Properties>>,
): Properties {
    const managed = (properties: Properties): Properties => withoutIgnored(properties, ignored);
    const [declared, is, wants] = [managed(values.declared), managed(values.is), managed(values.wants)] as const;
    const changed = (a: Properties, b: Properties): Set<string> =>
        new Set(differences(fields, a, b).map(({ property }) => property));
    const [drifted, edited] = [changed(declared, is), changed(wants, declared)];
    // A property that is no longer declared is not changed, unless the API has a default for it.
    const isKept = (name: string): boolean =>
        name in wants ? edited.has(name) : marksOf(fields[name]).standard === undefined;
    const names = [...drifted].filter(isKept);
    return Object.fromEntries(
        names.map((name) => {
            const [before, now, next] = [declared[name], is[name], wants[name]];
            if (!Array.isArray(before) || !Array.isArray(now) || !Array.isArray(next)) return [name, before];
            const lists = [before, next].map((list) => ({ list, found: counterparts(now, list, fields[name]) }));
            const undone = now.filter((one, index) =>
                lists.every(({ list, found }) => found[index] === undefined && !list.some((other) => same(one, other))),
            );
            return [name, [...before, ...undone]];
        }),
    );
}

function isRevert(kind: Kind, { before, next, wasRead }: History): boolean {
    if (!before || !next || !wasRead) return false;
    const [was, is] = [before, next].map(({ inputs }) => programOf(kind.name, inputs).given);
    return was !== undefined && is !== undefined && detailed(kind.fields, is, was).length === 0;
}

/** Returns the current expiration of a grant if its declared duration does not change, because the expiration then stays the same. */
function currentEnd(
    kind: Kind,
    before: PreviewedState | undefined,
    live: PreviewedState | undefined,
    next: PreviewedState,
): { readonly until?: string | null } {
    const { duration, date } = kind.ends ?? {};
    const end = date === undefined ? undefined : live?.outputs[date];
    if (duration === undefined || !before || next.inputs[duration] !== before.inputs[duration]) return {};
    return typeof end === "string" || end === null ? { until: end } : {};
}

/**
 * Returns the declared values that the preview shows. If the program passes the unknown id of a new object directly, the id is replaced by
 * the object's URN; a value computed from the id remains unknown. A secret is replaced by its previous value if that is known.
 */
function shownBy(
    kind: Kind,
    { given, secrets, ids }: DeclaredResource,
    was: Properties | undefined,
    created: ReadonlyMap<string, string>,
): Pick<PlannedStep, "given" | "hidden" | "unbounded"> {
    const hidden = new Set<string>();
    const unbounded = new Set<string>();
    const hide = (property: string, isWhole: boolean): undefined => {
        if (accessAt(kind.fields, property).relevance === "irrelevant") return;
        hidden.add(property);
        // A user receives access, while any other reference determines what access is granted.
        if (isWhole && referredBy(kind.fields[property]) !== "User") unbounded.add(property);
    };
    const shown = (property: string, value: unknown, path: readonly (string | number)[]): unknown => {
        if (isUnknown(value)) {
            const resource = ids[pathText(path)];
            return (resource && created.get(declarerKey(resource))) ?? hide(property, path.length === 1);
        }
        if (Array.isArray(value))
            return value.map((one, index) => shown(property, one, [...path, index])).filter((one) => one !== undefined);
        if (!isObject(value)) return value;
        return Object.fromEntries(
            Object.entries(value).map(([key, one]) => [key, shown(property, one, [...path, key])]),
        );
    };
    const entries = Object.entries(given).map(([property, value]) => {
        if (!secrets.includes(property) && !hasSecretPart(value)) return [property, shown(property, value, [property])];
        hide(property, true);
        const old = was?.[property];
        return [property, hasSecretPart(old) ? undefined : old];
    });
    // The cast is safe because the names and values come from `given`.
    return { given: Object.fromEntries(entries) as Properties, hidden: [...hidden], unbounded: [...unbounded] };
}

/** Whether a value contains a secret. Pulumi replaces secrets with "[secret]". */
export function hasSecretPart(value: unknown): boolean {
    if (value === "[secret]") return true;
    return Object.values(Array.isArray(value) || isObject(value) ? value : {}).some(hasSecretPart);
}

const NO_EFFECT: Effect = { touches: () => ({}), put: () => {}, remove: () => {} };
