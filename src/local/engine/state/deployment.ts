import { EngineError, isRecord } from "../contract/project.js";
import type { Deployment } from "../contract/stack.js";
import { type ResourceEntry, STACK_TYPE } from "../contract/state.js";
import {
    type EngineProperties,
    isEngineSecret,
    isStoredSecret,
    map,
    secret,
    some,
    storedSecret,
} from "../contract/values.js";
import { Passphrase, WrongPassphrase } from "./passphrase.js";

/** The saved state of a stack. */
export interface Stored {
    states: ResourceEntry[];
    /** Resources that were being created when the previous run was killed. Their objects may exist. */
    pending: ResourceEntry[];
}

export const EMPTY: Stored = { states: [], pending: [] };

/** Converts the state to a deployment in the format of `pulumi stack export`. */
export function toDeployment({ states, pending }: Stored, crypter: Passphrase, showSecrets = false): Deployment {
    const encrypted = (value: unknown): unknown =>
        map(value, (part) => {
            if (!isEngineSecret(part)) return undefined;
            // The whole secret, including nested secrets, is encrypted as one string.
            const plaintext = JSON.stringify(
                map(part.value, (inner) => (isEngineSecret(inner) ? inner.value : undefined)),
            );
            return storedSecret(showSecrets ? { plaintext } : { ciphertext: crypter.encrypt(plaintext) });
        });
    const entryOf = (state: ResourceEntry) => {
        const { inputs, outputs, ...rest } = state;
        const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmptyValue(value)));
        return {
            ...filled,
            custom: state.custom,
            ...(Object.keys(inputs).length > 0 && { inputs: encrypted(inputs) }),
            ...(Object.keys(outputs).length > 0 && { outputs: encrypted(outputs) }),
        };
    };
    const creations = pending.map((state) => ({ resource: entryOf(state), type: "creating" }));
    return {
        version: 3,
        deployment: {
            manifest: { time: new Date().toISOString(), magic: "", version: "" },
            secrets_providers: { type: "passphrase", state: { salt: crypter.salt } },
            resources: states.map(entryOf),
            ...(creations.length > 0 && { pending_operations: creations }),
            metadata: {},
        },
    };
}

/**
 * Reads the state from a deployment.
 * @throws EngineError if the deployment is invalid, or if the passphrase is wrong
 */
export async function fromDeployment(document: object, passphrase: string): Promise<Stored> {
    const { version, deployment } = document as Partial<Deployment>; // validated below
    if (version !== 3 || !isRecord(deployment))
        throw new EngineError("Not a version 3 Pulumi deployment. Pass the output of `pulumi stack export`.");
    const resources = deployment.resources ?? [];
    const pending = pendingOf(deployment);
    const salt = saltOf(document);
    const hasCiphertext = some([resources, pending], isEncrypted);
    if (hasCiphertext && salt === undefined)
        throw new EngineError(
            "The secrets in this deployment are not encrypted with a passphrase. Export the deployment again with --show-secrets.",
        );
    const crypter = hasCiphertext ? await Passphrase.of(passphrase, salt) : undefined;
    const read = (resource: object) => decrypted(resource, crypter);
    return { states: resources.map(read), pending: pending.map(read) };
}

/** Returns the pending creations. Other pending operations are ignored, because their resources are in the state. */
function pendingOf({ pending_operations: pending }: Deployment["deployment"]): object[] {
    const operations: unknown[] = Array.isArray(pending) ? pending : [];
    return operations.flatMap((operation) =>
        isRecord(operation) && operation.type === "creating" && isRecord(operation.resource)
            ? [operation.resource]
            : [],
    );
}

/**
 * Returns the outputs of a stack for stack references. If the secrets were encrypted with a different passphrase, each secret is replaced
 * with `{}`, as in the Pulumi CLI.
 */
export async function stackOutputs(
    document: Deployment,
    passphrase: string,
): Promise<{ outputs: EngineProperties; elided: boolean }> {
    const root = document.deployment.resources?.find((resource) => resource.type === STACK_TYPE) ?? {};
    if (!some(root.outputs, isEncrypted)) return { outputs: decrypted(root, undefined).outputs, elided: false };
    const crypter = await Passphrase.of(passphrase, saltOf(document)).catch((error) => {
        if (error instanceof WrongPassphrase) return undefined;
        throw error;
    });
    return { outputs: decrypted(root, crypter).outputs, elided: crypter === undefined };
}

const isEncrypted = (part: unknown): boolean => isStoredSecret(part) && part.ciphertext !== undefined;

/** Returns the encryption salt of a deployment. */
export function saltOf(document: Partial<Deployment>): string | undefined {
    const provider = document.deployment?.secrets_providers;
    const salt = isRecord(provider) && isRecord(provider.state) ? provider.state.salt : undefined;
    return typeof salt === "string" ? salt : undefined;
}

export function isEmptyValue(value: unknown): boolean {
    if (value === undefined || value === false || value === "") return true;
    return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function decrypted(resource: object, crypter: Passphrase | undefined): ResourceEntry {
    const { inputs, outputs, ...rest } = resource as ResourceEntry; // deployment format version 3
    const open = (value: EngineProperties | undefined) =>
        map(value ?? {}, (part) => {
            if (!isStoredSecret(part)) return undefined;
            return secret(JSON.parse(part.plaintext ?? crypter?.decrypt(part.ciphertext ?? "") ?? "{}"));
        }) as EngineProperties; // `map` returns an object for an object
    return { ...rest, inputs: open(inputs), outputs: open(outputs) };
}
