import type { Properties } from "../common/properties.js";
import type { LiveUnknownFields } from "./live/unknown-fields.js";
import { EXPLICIT, kindOutputs, recordedInputs } from "./metadata.js";
import { withoutDefaults } from "./schema/defaults.js";
import { holdsSecret } from "./shapes/arguments.js";
import { unknownFieldsRead } from "./shapes/field-record.js";
import { handlerOf, type Kind, secretProperties } from "./shapes/kind.js";

/** An object that a program declares, although no run has written it: what an export found. */
export interface FoundObject {
    readonly kind: Kind;
    readonly id: string;
    /** Name of the resource in the program. */
    readonly name: string;
    /** The arguments, with defaults. */
    readonly given: Properties;
    readonly live: Properties;
}

/** The run that would have written the state. */
export interface RecordingRun {
    /** Whether the program uses dynamic resources, whose inputs contain their code and metadata. */
    readonly isDynamic: boolean;
    /** Base URL of the API. */
    readonly url: string;
    /** Id of the user whose token was used; undefined if unknown. */
    readonly createdBy?: string | undefined;
    /** What the objects that were read have besides. */
    readonly unknownFields: LiveUnknownFields;
    /** The resources of the program whose ids are in the arguments, by path. */
    readonly ids: Properties;
}

/** A resource in the state of a stack. */
export interface RecordedResource {
    readonly inputs: Properties;
    readonly outputs: Properties;
    /** Names of the inputs that the program itself passes, without those that the check adds. */
    readonly registered: readonly string[];
    /** Names of the outputs that are secret. */
    readonly secrets: readonly string[];
}

/**
 * Returns the properties in the state as the first `pulumi up` of the program would leave them. Otherwise it would write the whole state
 * once for each object.
 */
export function recordedResource({ kind, id, name, given, live }: FoundObject, run: RecordingRun): RecordedResource {
    const { isDynamic, url, createdBy, ids } = run;
    const args = withoutDefaults(kind.fields, given);
    // Secrets are added by the first `pulumi up` for which they are configured.
    const open = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsSecret(value)));
    const checked = recordedInputs(kind.fields, withoutDefaults(kind.fields, open), () => false);
    const declared = Object.fromEntries(Object.entries(checked).filter(([property]) => property in kind.fields));
    const secrets = secretProperties(kind);
    const metadata: Properties = {
        ...(isDynamic ? { __provider: handlerOf(kind.name) } : {}),
        __label: name,
        __secrets: secrets,
    };
    const unknownFields = unknownFieldsRead(kind, id, given, run.unknownFields);
    const recorded = { declared, live, metadata, url, createdBy, unknownFields };
    const inputs = {
        ...checked,
        ...(isDynamic ? metadata : {}),
        ...(isDynamic && Object.keys(ids).length > 0 ? { __ids: ids } : {}),
    };
    return {
        inputs,
        outputs: kindOutputs(kind.fields, kind.results, recorded),
        registered: Object.keys(inputs).filter(
            (property) => property in args || (property.startsWith("__") && property !== EXPLICIT),
        ),
        secrets,
    };
}
