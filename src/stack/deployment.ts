import { z } from "zod";
import { foreignJson, jsonFault } from "../api/transport/json.js";
import { UsageError } from "../common/errors.js";
import { isObject, type Properties } from "../common/properties.js";

const propertiesSchema = z.record(z.string(), z.unknown());

/** A resource in a deployment. A pending creation has neither id nor outputs. */
const entrySchema = z.looseObject({
    urn: z.string(),
    type: z.string(),
    id: z.string().optional(),
    inputs: propertiesSchema.optional(),
    outputs: propertiesSchema.optional(),
    parent: z.string().optional(),
    /** URN of the provider, followed by `::` and its id. */
    provider: z.string().optional(),
    dependencies: z.array(z.string()).nullish(),
    propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).nullish(),
    deletedWith: z.string().optional(),
    /** The resource was replaced, and this old one must still be deleted. */
    delete: z.boolean().optional(),
    /** The resource was deleted, and its replacement must still be created. */
    pendingReplacement: z.boolean().optional(),
});

const operationSchema = z.looseObject({
    resource: entrySchema,
    /** Pulumi's name for the operation: `creating`, `updating`, `deleting`, `reading`, `importing`. */
    type: z.string(),
});

const documentSchema = z.looseObject({
    version: z.number(),
    /** What readers of the state must know, such as `refreshBeforeUpdate`. */
    features: z.array(z.string()).nullish(),
    deployment: z.looseObject({
        resources: z.array(entrySchema).nullish(),
        pending_operations: z.array(operationSchema).nullish(),
    }),
});

/** The format of import.json, which `export` writes. */
const importSchema = z.looseObject({ resources: z.array(z.looseObject({ type: z.string(), id: z.string() })) });

/** The output of `pulumi stack export`. Only the properties used here are typed; all others are kept unchanged. */
export type DeploymentDocument = z.infer<typeof documentSchema>;
export type StateEntry = z.infer<typeof entrySchema>;

/**
 * Parses the output of `pulumi stack export`.
 * @param file file name to show in errors; - for standard input
 * @throws UsageError if the text is not a deployment. The error never contains the text, which may contain secrets.
 */
export function parseDeployment(text: string, file?: string): DeploymentDocument {
    const where = file === undefined || file === "-" ? "" : `${file}: `;
    const hint = "Pass the output of `pulumi stack export`.";
    if (text.trim() === "") {
        throw new UsageError(
            `${where}The input is empty. ${hint} If that command fails with "failed to load checkpoint: EOF", a killed run left an empty .attrs file next to the state. ` +
                "Remove it with `find FOLDER/.pulumi -name '*.attrs' -empty -delete`.",
        );
    }
    const json = foreignJson(text);
    if (!json) throw new UsageError(`${where}Not a deployment: it is ${jsonFault(text)}. ${hint}`);
    const { success, error } = documentSchema.safeParse(json.value);
    if (!success) {
        const [issue] = error.issues;
        const found = importSchema.safeParse(json.value).success
            ? "it is a file for `pulumi import`"
            : `${issue?.path.join(".") || "the top level"}: ${issue?.message}`;
        throw new UsageError(`${where}Not a deployment: ${found}. ${hint}`);
    }
    // Return the original value, which the schema has accepted, because the parsed copy has a different order of keys.
    return json.value as DeploymentDocument;
}

/** Returns the URN contained in a reference to a provider. */
export function providerUrn(reference: string): string {
    return reference.slice(0, reference.lastIndexOf("::"));
}

/** Sorts the entries as Pulumi requires: each after all entries that it depends on. Does not change a valid order. */
export function ordered(entries: readonly StateEntry[]): StateEntry[] {
    const current = new Map(entries.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]));
    const placed = new Set<StateEntry>();
    const place = (entry: StateEntry | undefined): void => {
        if (!entry || visited.has(entry)) return;
        visited.add(entry);
        for (const urn of needs(entry)) if (urn !== entry.urn) place(current.get(urn));
        placed.add(entry);
    };
    const visited = new Set<StateEntry>();
    for (const entry of entries) place(entry);
    return [...placed];
}

/** The key and value with which Pulumi marks an object as a secret. */
const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

/** Whether a value is or contains a secret that `fits`. */
export function hasSecret(value: unknown, fits: (secret: Properties) => boolean = () => true): boolean {
    if (typeof value !== "object" || value === null) return false;
    if (isObject(value) && isEncryptedValue(value)) return fits(value);
    return Object.values(value).some((inner) => hasSecret(inner, fits));
}

/** Whether a value is or contains a secret that was exported in clear text. */
export function hasPlaintext(value: unknown): boolean {
    return hasSecret(value, ({ plaintext }) => plaintext !== undefined);
}

/** Replaces each secret in the properties with its value, or with `unknown` if it is encrypted. */
export function openedProperties(properties: Properties, unknown: unknown): Properties {
    const open = (value: unknown): unknown => {
        if (Array.isArray(value)) return value.map(open);
        if (!isObject(value)) return value;
        if (!isEncryptedValue(value)) return openedProperties(value, unknown);
        // The engine writes JSON.
        return typeof value.plaintext === "string" ? open(foreignJson(value.plaintext)?.value) : unknown;
    };
    return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, open(value)]));
}

/** Wraps a value as a secret, which `pulumi stack import` encrypts. */
export function closed(value: unknown): Properties {
    return { [SIGNATURE]: SECRET, plaintext: JSON.stringify(value) };
}

function isEncryptedValue(value: Properties): boolean {
    return value[SIGNATURE] === SECRET;
}

function needs({ parent, provider, dependencies, propertyDependencies, deletedWith }: StateEntry): string[] {
    return [
        ...(parent ? [parent] : []),
        ...(provider ? [providerUrn(provider)] : []),
        ...(dependencies ?? []),
        ...Object.values(propertyDependencies ?? {}).flatMap((urns) => urns ?? []),
        ...(deletedWith ? [deletedWith] : []),
    ];
}
