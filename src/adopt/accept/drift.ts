import type { Client } from "../../api/client.js";
import { resourceName } from "../../common/names.js";
import { withoutIgnored } from "../../common/paths.js";
import { type Properties, same } from "../../common/properties.js";
import { FORMS } from "../../common/pulumi-type.js";
import { Authors, differences, type Kind, parseState, programOf } from "../../kernel.js";
import type { PreviewDocument, PreviewedState } from "../../review/report/document.js";
import { givenIn, type History, historiesOf } from "../../review/report/history.js";
import type { FindKind } from "../../review/report/names.js";
import type { StackObject } from "./edits/references.js";
import type { WantedValue } from "./edits/value-change.js";
import { positionsOf } from "./source/positions.js";
import type { Position } from "./source/program-files.js";
import type { StateResource } from "./source/registration.js";

/** An object that differs from its declaration in the program. */
export interface Drifted extends StateResource {
    readonly urn: string;
    readonly of: Kind;
    readonly id: string;
    /** Positions of the calls in the program that declared it, innermost first. */
    readonly positions: readonly Position[];
    /** Id of its creator, from the state. */
    readonly createdBy: string | undefined;
    /** Whether the object was deleted. */
    readonly isGone: boolean;
    readonly changes: readonly DriftedProperty[];
}

/** A property that was changed outside Pulumi. */
export interface DriftedProperty extends WantedValue {
    /** Whether the program also changed this property since the last `pulumi up`. */
    readonly isIntended: boolean;
}

/**
 * Returns the changes outside Pulumi by resource, in the order of the preview.
 * @param folder folder of the program's Pulumi.yaml
 */
export function driftIn(document: PreviewDocument, kindOf: FindKind, folder: string): Drifted[] {
    return historiesOf(document).flatMap((history) => {
        const kind = kindOf(history.type);
        const { urn, before, next, live, isGone } = history;
        if (!kind || !before) return [];
        const changes = isGone ? [] : changesOf(history, kind);
        // A deleted object that the program no longer declares leaves nothing to accept.
        if (isGone ? !next : changes.length === 0) return [];
        const state = next ?? before;
        const component = componentOf(state, kind);
        return {
            urn,
            of: kind,
            kind: kind.name,
            name: resourceName(urn),
            ...(component !== undefined && { component }),
            id: live?.id ?? before.id ?? "",
            createdBy: parseState(kind.name, before.outputs).createdBy,
            positions: positionsOf(state, folder),
            isGone,
            changes,
        };
    });
}

/** Returns the author of the last change to each drifted object, by URN, if the audit events name one. Makes one call per object. */
export async function changersOf(drifted: readonly Drifted[], client: Client): Promise<ReadonlyMap<string, string>> {
    const authors = new Authors(client);
    const changers = new Map<string, string>();
    for (const { urn, of: kind, id, isGone, createdBy } of drifted) {
        const author = await authors.evidence({ kind, id, event: isGone ? "deletion" : "change", createdBy });
        if (author?.isKnown) changers.set(urn, author.by);
    }
    return changers;
}

/** Returns the objects of the stack that have ids. */
export function objectsIn(document: PreviewDocument, kindOf: FindKind): StackObject[] {
    const all = historiesOf(document).flatMap(({ type, urn, live, before, next }) => {
        const kind = kindOf(type);
        const id = live?.id || before?.id || next?.id;
        return kind && id ? [{ kind: kind.name, name: resourceName(urn), id }] : [];
    });
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

/**
 * Returns the live values of declared properties. The inputs that the plugin returns keep the last value of a property whose live value a
 * program could not declare; its outputs have the live value.
 */
export function liveValues(before: PreviewedState, { type, inputs, outputs }: PreviewedState, kind: Kind): Properties {
    const given = programOf(kind.name, inputs).given;
    if (!type.startsWith(FORMS.plugin.prefix)) return given;
    const was = givenIn(before);
    const kept = Object.keys(given).filter((name) => name in outputs && same(given[name], was[name]));
    return { ...given, ...Object.fromEntries(kept.map((name) => [name, outputs[name]])) };
}

function changesOf({ before, live, next, wasRead }: History, kind: Kind): DriftedProperty[] {
    if (!wasRead || !before || !live || !next) return [];
    const { ignored } = programOf(kind.name, next.inputs);
    const [was, is, wanted] = [givenIn(before), liveValues(before, live, kind), givenIn(next)].map((values) =>
        withoutIgnored(values, ignored),
    );
    if (!was || !is || !wanted) return [];
    // Pulumi gives properties in `ignoreChanges` the live value, so `pulumi up` would not undo their drift.
    const undone = new Set(differences(kind.fields, wanted, is).map(({ property }) => property));
    const intended = new Set(differences(kind.fields, wanted, was).map(({ property }) => property));
    const drifted = new Set(differences(kind.fields, was, is).map(({ property }) => property));
    return [...drifted]
        .filter((property) => undone.has(property))
        .map((property) => ({
            property,
            declared: wanted[property],
            live: is[property],
            isIntended: intended.has(property),
        }));
}

/** Returns the name of the component that contains a resource. Inputs of the plugin do not contain it, and a stack is not a component. */
function componentOf({ inputs, parent: around = "" }: PreviewedState, kind: Kind): string | undefined {
    const parent = programOf(kind.name, inputs).resource.parent || around;
    return parent === "" || parent.split("::")[2] === "pulumi:pulumi:Stack" ? undefined : resourceName(parent);
}
