import { hasSecretPart } from "../../review/impact/steps.js";
import type { PreviewDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { type Drifted, type DriftedProperty, driftIn, objectsIn } from "./drift.js";
import type { LookedUp } from "./edits/lookups.js";
import type { StackObject } from "./edits/references.js";
import { TypeScriptEditor } from "./edits/typescript-editor.js";
import { ManualEditor } from "./manual-editor.js";
import type { ChangedFile, ProgramEditor } from "./program-editor.js";
import { type ProgramLanguage, projectRuntime } from "./program-language.js";
import { YamlEditor } from "./yaml/yaml-editor.js";

/** Options that select the drift to accept, and how to accept it. */
export interface AcceptOptions {
    /** The folder that contains the program's Pulumi.yaml. */
    readonly folder: string;
    /** Whether to accept a drifted property. */
    readonly isWanted: (of: Drifted, property: string) => boolean;
    /** Reason not to accept a wanted property. Default: none. */
    readonly objection?: (of: Drifted, property: string) => string | undefined;
    /** Objects outside the stack that drifted values refer to, by kind and id. References to any other object are written as ids. */
    readonly lookedUp?: ReadonlyMap<string, LookedUp>;
    /** Whether to give the drifted resource its own copy of a value that it shares with other resources. */
    readonly isSplit: boolean;
}

/** A drifted property, or a deleted object. */
export interface DriftItem {
    readonly urn: string;
    readonly kind: string;
    readonly resource: string;
    readonly id: string;
    /** Undefined if the object was deleted. */
    readonly property?: string;
    /** Location of the value in the program, such as `teams.ts:12`; undefined if unknown. */
    readonly place?: string;
    /** Whether the property, or a part of it, is no longer declared, because a program cannot declare that it has no value. */
    readonly isReleased?: boolean;
}

/** Returns a key that identifies a drifted property or a deleted object. */
export function itemKey({ urn, property = "" }: Pick<DriftItem, "urn" | "property">): string {
    return `${urn} ${property}`;
}

/** Returns a condition for `AcceptOptions.isWanted` that holds for these items only. */
export function isAmong(items: readonly Pick<DriftItem, "urn" | "property">[]): AcceptOptions["isWanted"] {
    const keys = new Set(items.map(itemKey));
    return ({ urn }, property) => keys.has(itemKey({ urn, property }));
}

export interface NotAccepted extends DriftItem {
    readonly because: string;
    /** The expression that sets the value. */
    readonly expression?: string;
}

export interface Acceptance {
    readonly accepted: readonly DriftItem[];
    readonly notAccepted: readonly NotAccepted[];
    readonly files: readonly ChangedFile[];
}

/** Returns edits that make a program match the service, for all wanted drift. Does not write them. */
export function acceptanceOf(document: PreviewDocument, kindOf: FindKind, options: AcceptOptions): Acceptance {
    const { folder, isWanted, objection } = options;
    const drifted = driftIn(document, kindOf, folder).flatMap((one) => {
        const changes = one.changes.filter(({ property }) => isWanted(one, property));
        return changes.length > 0 || (one.isGone && isWanted(one, "")) ? [{ ...one, changes }] : [];
    });
    const editor = editorOf(projectRuntime(folder).language, drifted, objectsIn(document, kindOf), options);
    const accepted: DriftItem[] = [];
    const notAccepted: NotAccepted[] = [];
    // Starts with the last resource, because references to a deleted object come after it and may also be deleted.
    for (const one of drifted.toReversed())
        for (const change of one.isGone ? [undefined] : one.changes) {
            const item = { urn: one.urn, kind: one.kind, resource: one.name, id: one.id };
            const named: DriftItem = change === undefined ? item : { ...item, property: change.property };
            const reason = objection?.(one, change?.property ?? "") ?? (change && intrinsicObjection(change));
            const { because, ...where } = editor.attempt(one, change, reason);
            if (because === undefined) accepted.push({ ...named, ...where });
            else notAccepted.push({ ...named, because, ...where });
        }
    for (const list of [accepted, notAccepted]) list.reverse();
    return { accepted, notAccepted, files: editor.changedFiles() };
}

function intrinsicObjection({ isIntended, declared, live }: DriftedProperty): string | undefined {
    if (isIntended) return "the program also changed this value since the last `pulumi up`";
    if (hasSecretPart(declared) || hasSecretPart(live)) return "it contains a secret, which a preview does not show";
    return undefined;
}

function editorOf(
    language: ProgramLanguage,
    drifted: readonly Drifted[],
    objects: readonly StackObject[],
    { folder, isSplit, lookedUp = new Map() }: AcceptOptions,
): ProgramEditor {
    const options = { folder, isSplit, lookedUp };
    if (language === "nodejs") return new TypeScriptEditor(drifted, objects, options);
    if (language === "yaml") return new YamlEditor(objects, options);
    return new ManualEditor(language, objects, folder, lookedUp);
}
