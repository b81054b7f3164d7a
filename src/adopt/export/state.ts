import { packageVersion } from "../../common/package-version.js";
import { pathText } from "../../common/paths.js";
import { isObject } from "../../common/properties.js";
import { FORMS, type FormName } from "../../common/pulumi-type.js";
import { type RecordingRun, recordedResource, withoutDefaults } from "../../kernel.js";
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
export interface StateOptions extends Pick<RecordingRun, "url" | "createdBy" | "unknownFields"> {
    readonly project: string;
    readonly stack: string;
    readonly language: Language;
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
        const { inputs, outputs, registered, secrets } = recorded(one, options, objects);
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
            ...(secrets.length > 0 ? { additionalSecretOutputs: secrets } : {}),
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
        resources: plan.map((one) => {
            const { inputs, outputs } = recorded(one, options, objects);
            return { type: typeIn(options.language)(one.kind.name), name: one.name, id: one.id, inputs, outputs };
        }),
    };
}

function typeIn(language: Language): (kind: string) => string {
    return (kind) => `${FORMS[FORM_OF[language]].prefix}${kind}`;
}

/** Returns the object as the first `pulumi up` of the program would leave it in the state. */
function recorded(
    one: PlannedDeclaration,
    { language, ...run }: Omit<StateOptions, "project" | "stack">,
    objects: ReadonlyMap<string, PlannedDeclaration>,
) {
    return recordedResource(one, {
        ...run,
        isDynamic: FORM_OF[language] === "dynamic",
        ids: resourcesIn(one, objects),
    });
}

/** Returns the resources of the program whose ids are in the arguments of a declaration, by path. */
function resourcesIn(
    one: PlannedDeclaration,
    objects: ReadonlyMap<string, PlannedDeclaration>,
    value: unknown = withoutDefaults(one.kind.fields, one.given),
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
