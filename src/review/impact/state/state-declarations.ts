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
    /** Whether a declared value is secret. Secret values are omitted. */
    readonly isSecret: boolean;
    /** Whether the program only looks it up and does not manage it. Only its name is then used. */
    readonly isLookedUp: boolean;
}

/** The resources of a state as declarations. Omits resources that do not exist and resources to be deleted. */
export function declarationsIn({ deployment }: DeploymentDocument, kindOf: FindKind): Declaration[] {
    return (deployment.resources ?? []).flatMap((entry) => declarationOf(entry, kindOf));
}

function declarationOf(entry: Entry, kindOf: FindKind): Declaration[] {
    const kind = kindOf(entry.type);
    const { id, urn } = entry;
    // Skips objects that the next run deletes or recreates.
    if (!kind || id === undefined || entry.delete || entry.pendingReplacement) return [];
    const inputs = given(entry.inputs);
    const state = stateOf(kind.name, opened(entry.outputs ?? {}, unknownValue));
    if (state.unconfirmed) return [];
    // The model omits expired access.
    const until = kind.ends && (state.expires ?? stringIn(state.outputs, kind.ends.date));
    // Outputs contain more than the program declares, such as the name of an imported user.
    const stateValues = kind.shape === "entity" ? known(state.outputs) : {};
    return [
        {
            kind,
            urn,
            id,
            given: { ...stateValues, ...known(inputs) },
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

/** Omits unknown and absent values. */
function known(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && !hasUnknown(value)),
    );
}

function stringIn(properties: Properties, name: string | undefined): string | undefined {
    const value = name === undefined ? undefined : properties[name];
    return typeof value === "string" && value !== unknownValue ? value : undefined;
}
