import { packageVersion } from "../../common/package-version.js";
import type { LiveUnknownFields } from "../../provider/live/unknown-fields.js";
import { EXPLICIT, kindOutputs, recordedInputs } from "../../provider/metadata.js";
import { isObject } from "../../provider/schema/comparison/equality.js";
import { withoutDefaults } from "../../provider/schema/defaults.js";
import { type Properties, pathText } from "../../provider/schema/fields.js";
import { FORMS, type FormName } from "../../provider/schema/pulumi-type.js";
import { holdsSecret } from "../../provider/shapes/arguments.js";
import { unknownFieldsRead } from "../../provider/shapes/field-record.js";
import { handlerOf, secretProperties } from "../../provider/shapes/kind.js";
import { entitiesById, referredDeclarations } from "./program/circles.js";
import type { PlannedDeclaration } from "./program/plan.js";
import type { Language } from "./project.js";

/** The form of resources in a program, by language. */
const FORM_OF: Readonly<Record<Language, FormName>> = {
    typescript: "dynamic",
    python: "plugin",
    yaml: "plugin",
};

/** Id of the default provider. Pulumi accepts any UUID, which must be unique only in the stack. */
const PROVIDER_ID = "00000000-0000-4000-8000-000000000000";

/** The stack for which the state is written, and the service from which it was read. */
export interface StateOptions {
    readonly project: string;
    readonly stack: string;
    readonly language: Language;
    /** Base URL of the API. */
    readonly url: string;
    /** Id of the user whose token was used; undefined if unknown. */
    readonly createdBy?: string | undefined;
    /** What the objects that were read have besides. */
    readonly unknownFields: LiveUnknownFields;
}

/** Returns a deployment for `pulumi stack import`. Only suitable for a new stack, because it replaces the entire state. */
export function deploymentOf(plan: readonly PlannedDeclaration[], options: StateOptions): object {
    const { project, stack, language } = options;
    const { provider: providerType, settings: beginning } = FORMS[FORM_OF[language]];
    const typeOf = typeIn(language);
    const urnOf = (type: string, name: string): string => `urn:pulumi:${stack}::${project}::${type}::${name}`;
    const root = urnOf("pulumi:pulumi:Stack", `${project}-${stack}`);
    const version = language === "python" ? packageVersion() : undefined;
    const provider = urnOf(providerType, version === undefined ? "default" : `default_${version.replace(/\W/g, "_")}`);
    const settings = { [`${beginning}url`]: options.url, ...(version === undefined ? {} : { version }) };
    const objects = entitiesById(plan);
    const urn = ({ kind, name }: PlannedDeclaration): string => urnOf(typeOf(kind.name), name);
    const entries = plan.map((one) => {
        const { inputs, outputs } = propertiesOf(one, options, objects);
        // Without what the check adds.
        const args = programArguments(one);
        const registered = Object.keys(inputs).filter((name) => name in args || isMetadata(name));
        const byProperty = registered.map(
            (name) => [name, referredDeclarations(one, objects, one.given[name] ?? null).map(urn)] as const,
        );
        return {
            urn: urn(one),
            custom: true,
            id: one.id,
            type: typeOf(one.kind.name),
            inputs,
            outputs,
            parent: root,
            dependencies: [...new Set(byProperty.flatMap(([, urns]) => urns))],
            provider: `${provider}::${PROVIDER_ID}`,
            propertyDependencies: Object.fromEntries(byProperty),
            ...secretOutputs(one),
        };
    });
    return {
        version: 3,
        deployment: {
            manifest: { time: "0001-01-01T00:00:00Z", magic: "", version: "" },
            resources: [
                { urn: root, custom: false, type: "pulumi:pulumi:Stack" },
                {
                    urn: provider,
                    custom: true,
                    id: PROVIDER_ID,
                    type: providerType,
                    // A generated SDK asks for its own version of the plugin. A refresh uses the settings in the state. The token comes from the environment until the first `pulumi up`.
                    inputs: settings,
                    outputs: settings,
                },
                ...entries,
            ],
        },
    };
}

/** Returns input for `pulumi import --file`, which adds resources to an existing stack. It does not contain dependencies. */
export function importsOf(
    plan: readonly PlannedDeclaration[],
    options: Omit<StateOptions, "project" | "stack">,
): object {
    const objects = entitiesById(plan);
    return {
        resources: plan.map((one) => ({
            type: typeIn(options.language)(one.kind.name),
            name: one.name,
            id: one.id,
            ...propertiesOf(one, options, objects),
        })),
    };
}

function typeIn(language: Language): (kind: string) => string {
    return (kind) => `${FORMS[FORM_OF[language]].prefix}${kind}`;
}

/**
 * Returns the properties in the state as the first `pulumi up` of the program would leave them. Otherwise it would write the whole state
 * once for each object.
 */
function propertiesOf(
    one: PlannedDeclaration,
    { url, createdBy, language, unknownFields }: Omit<StateOptions, "project" | "stack">,
    objects: ReadonlyMap<string, PlannedDeclaration>,
) {
    const { kind, id, name, given, live } = one;
    // Secrets are added by the first `pulumi up` for which they are configured.
    const open = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsSecret(value)));
    const checked = recordedInputs(kind.fields, programArguments({ kind, given: open }), () => false);
    const declared = Object.fromEntries(Object.entries(checked).filter(([name]) => name in kind.fields));
    // A dynamic resource contains its provider code and settings.
    const isDynamic = FORM_OF[language] === "dynamic";
    const metadata: Properties = {
        ...(isDynamic ? { __provider: handlerOf(kind.name) } : {}),
        __label: name,
        __secrets: secretProperties(kind),
    };
    const outputs = kindOutputs(kind.fields, kind.results, {
        declared,
        live,
        metadata,
        url,
        createdBy,
        unknownFields: unknownFieldsRead(kind, id, given, unknownFields),
    });
    const ids = isDynamic ? resourcesIn(one, objects) : {};
    return {
        inputs: {
            ...checked,
            ...(isDynamic ? metadata : {}),
            ...(Object.keys(ids).length > 0 ? { __ids: ids } : {}),
        },
        outputs,
    };
}

/** Returns the arguments in the text of the program. */
function programArguments({ kind, given }: Pick<PlannedDeclaration, "kind" | "given">): Properties {
    return withoutDefaults(kind.fields, given);
}

/** Whether an input is metadata that the program itself passes. */
function isMetadata(name: string): boolean {
    return name.startsWith("__") && name !== EXPLICIT;
}

/** Returns the resources of the program whose ids are in the arguments of a declaration, by path. */
function resourcesIn(
    one: PlannedDeclaration,
    objects: ReadonlyMap<string, PlannedDeclaration>,
    value: unknown = programArguments(one),
    path: readonly (string | number)[] = [],
): Record<string, { readonly kind: string; readonly name: string }> {
    if (typeof value === "string") {
        const [referred] = referredDeclarations(one, objects, value);
        return referred ? { [pathText(path)]: { kind: referred.kind.name, name: referred.name } } : {};
    }
    if (!Array.isArray(value) && !isObject(value)) return {};
    const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    return Object.assign({}, ...inside.map(([key, inner]) => resourcesIn(one, objects, inner, [...path, key])));
}

function secretOutputs({ kind }: PlannedDeclaration): { additionalSecretOutputs?: string[] } {
    const names = secretProperties(kind);
    return names.length > 0 ? { additionalSecretOutputs: names } : {};
}
