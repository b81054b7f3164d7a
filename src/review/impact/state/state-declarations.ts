import type { Properties } from "../../../common/properties.js";
import { hasUnknown, unknownValue } from "../../../common/unknown.js";
import { type DeploymentDocument, type Kind, openedProperties, parseState, type StateEntry } from "../../../kernel.js";
import type { FindKind } from "../../report/names.js";

/** The declaration of one resource in a state. */
export interface StateDeclaration {
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
export function declarationsIn({ deployment }: DeploymentDocument, kindOf: FindKind): StateDeclaration[] {
    return (deployment.resources ?? []).flatMap((entry) => declarationOf(entry, kindOf));
}

function declarationOf(entry: StateEntry, kindOf: FindKind): StateDeclaration[] {
    const kind = kindOf(entry.type);
    const { id, urn } = entry;
    // Skips objects that the next run deletes or recreates.
    if (!kind || id === undefined || entry.delete || entry.pendingReplacement) return [];
    const inputs = declaredValues(entry.inputs);
    const state = parseState(kind.name, openedProperties(entry.outputs ?? {}, unknownValue));
    if (state.unconfirmed) return [];
    // Expired access is included here, because the model filters it out.
    const until = kind.ends && (state.expires ?? stringIn(state.outputs, kind.ends.date));
    // Outputs also contain values that the program does not declare, such as the name of an imported user.
    const stateValues = kind.shape === "entity" ? knownValues(state.outputs) : {};
    return [
        {
            kind,
            urn,
            id,
            given: { ...stateValues, ...knownValues(inputs) },
            ...(until !== undefined && { until }),
            isSecret: hasUnknown(inputs),
            isLookedUp: entry.external === true,
        },
    ];
}

/** Returns the declared values, with `unknownValue` in place of each secret. */
function declaredValues(inputs: Properties = {}): Properties {
    const entries = Object.entries(openedProperties(inputs, unknownValue));
    return Object.fromEntries(entries.filter(([name]) => !name.startsWith("__")));
}

/** Omits unknown, null and undefined values. */
function knownValues(properties: Properties): Properties {
    return Object.fromEntries(
        Object.entries(properties).filter(([, value]) => value !== null && value !== undefined && !hasUnknown(value)),
    );
}

function stringIn(properties: Properties, name: string | undefined): string | undefined {
    const value = name === undefined ? undefined : properties[name];
    return typeof value === "string" && value !== unknownValue ? value : undefined;
}
