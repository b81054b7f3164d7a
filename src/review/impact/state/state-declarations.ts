import { stateOf } from "../../../provider/metadata.js";
import { hasUnknown, type Properties, unknownValue } from "../../../provider/schema/fields.js";
import type { Kind } from "../../../provider/shapes/kind.js";
import { type DeploymentDocument, type Entry, opened } from "../../../stack/deployment.js";
import type { FindKind } from "../../report/names.js";

/** The declaration of one resource in a state. */
export interface Declaration {
    readonly kind: Kind;
    readonly urn: string;
    readonly id: string;
    /** The declared values, supplemented with values from the state. */
    readonly given: Properties;
    /** When the access expires according to the state, if the state contains this. */
    readonly until?: string | null;
    /** Whether any declared value is secret. Secret values are omitted. */
    readonly isSecret: boolean;
    /** Whether the program only looks up the object and does not manage it. In that case, only its name is used. */
    readonly isLookedUp: boolean;
}

/** Converts the resources in a state to declarations. Omits resources that do not exist or that are about to be deleted. */
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
    // Expired access is included here, because the model filters it out.
    const until = kind.ends && (state.expires ?? stringIn(state.outputs, kind.ends.date));
    // Outputs also contain values that the program does not declare, such as the name of an imported user.
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

/** Returns the declared values, with `unknownValue` in place of each secret. */
function given(inputs: Properties = {}): Properties {
    const entries = Object.entries(opened(inputs, unknownValue));
    return Object.fromEntries(entries.filter(([name]) => !name.startsWith("__")));
}

/** Omits unknown, null and undefined values. */
function known(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && !hasUnknown(value)),
    );
}

function stringIn(properties: Properties, name: string | undefined): string | undefined {
    const value = name === undefined ? undefined : properties[name];
    return typeof value === "string" && value !== unknownValue ? value : undefined;
}
