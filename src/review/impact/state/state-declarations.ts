import { stateOf } from "../../../provider/metadata.js";
import { hasUnknown, type Properties, unknownValue } from "../../../provider/schema/fields.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import { type DeploymentDocument, type Entry, opened } from "../../../stack/deployment.js";
import type { FindKind } from "../../report/names.js";

/** One resource of the state, as it is declared. */
export interface Declaration {
    readonly kind: Kind;
    readonly urn: string;
    readonly id: string;
    /** Declared values, with further values from the state. */
    readonly given: Properties;
    /** Its end according to the state, if any. */
    readonly until?: string | null;
    /** A declared value is secret and omitted. */
    readonly isSecret: boolean;
    /** The program only looks it up, so only its name matters. */
    readonly isLookedUp: boolean;
}

/** The resources of a state as declarations: those that exist and are not to be deleted. */
export function declarationsIn({ deployment }: DeploymentDocument, kindOf: FindKind): Declaration[] {
    return (deployment.resources ?? []).flatMap((entry) => declarationOf(entry, kindOf));
}

function declarationOf(entry: Entry, kindOf: FindKind): Declaration[] {
    const kind = kindOf(entry.type);
    const { id, urn } = entry;
    // Objects to be deleted or recreated do not count.
    if (!kind || id === undefined || entry.delete || entry.pendingReplacement) return [];
    const inputs = given(entry.inputs);
    const state = stateOf(kind.name, opened(entry.outputs ?? {}, unknownValue));
    if (state.unconfirmed) return [];
    // The model omits expired access.
    const until = kind.ends && (state.expires ?? stringIn(state.outputs, kind.ends.date));
    // Outputs contain more than the program declares, such as the name of an imported user.
    const told = kind.shape === "entity" ? known(state.outputs) : {};
    return [
        {
            kind,
            urn,
            id,
            given: { ...told, ...known(inputs) },
            ...(until !== undefined && { until }),
            isSecret: hasUnknown(inputs),
            isLookedUp: entry.external === true,
        },
    ];
}

/** Declared values, with `unknownValue` for each secret. */
function given(inputs: Properties = {}): Properties {
    const entries = Object.entries(opened(inputs, unknownValue));
    return Object.fromEntries(entries.filter(([name]) => !name.startsWith("__")));
}

/** Without unknown and absent values. */
function known(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && !hasUnknown(value)),
    );
}

function stringIn(properties: Properties, name: string | undefined): string | undefined {
    const value = name === undefined ? undefined : properties[name];
    return typeof value === "string" && value !== unknownValue ? value : undefined;
}
