import { EngineError, isRecord } from "../contract/project.js";
import type { Deployment } from "../contract/stack.js";
import { STACK_TYPE, type State } from "../contract/state.js";
import { isSecret, isStoredSecret, map, type Properties, secret, some, storedSecret } from "../contract/values.js";
import { Passphrase, WrongPassphrase } from "./passphrase.js";

/** The stored state of a stack. */
export interface Stored {
    states: State[];
    /** Resources whose creation was in progress when the run was killed. The objects may or may not exist. */
    pending: State[];
}

export const EMPTY: Stored = { states: [], pending: [] };

/** Converts the state to a deployment in the format of `pulumi stack export`. */
export function toDeployment({ states, pending }: Stored, crypter: Passphrase, showSecrets = false): Deployment {
    const encrypted = (value: unknown): unknown =>
        map(value, (part) => {
            if (!isSecret(part)) return undefined;
            // A secret is encrypted as one text, including any secrets in it.
            const plaintext = JSON.stringify(map(part.value, (inner) => (isSecret(inner) ? inner.value : undefined)));
            return storedSecret(showSecrets ? { plaintext } : { ciphertext: crypter.encrypt(plaintext) });
        });
    const entryOf = (state: State) => {
        const { inputs, outputs, ...rest } = state;
        const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)));
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

/** Reads a deployment. @throws EngineError if it is not valid, or if the passphrase does not decrypt it */
export async function fromDeployment(document: object, passphrase: string): Promise<Stored> {
    const { version, deployment } = document as Partial<Deployment>; // validated below
    if (version !== 3 || !isRecord(deployment))
        throw new EngineError("Not a Pulumi deployment of version 3. Pass the output of `pulumi stack export`.");
    const resources = deployment.resources ?? [];
    const pending = pendingOf(deployment);
    const salt = saltOf(document);
    const hasCiphertext = some([resources, pending], isEncrypted);
    if (hasCiphertext && salt === undefined)
        throw new EngineError(
            "The deployment's secrets are not encrypted with a passphrase: export it with --show-secrets.",
        );
    const crypter = hasCiphertext ? await Passphrase.of(passphrase, salt) : undefined;
    const read = (resource: object) => decrypted(resource, crypter);
    return { states: resources.map(read), pending: pending.map(read) };
}

/** The pending creations. Other pending operations need no entry, because their resources are in the state. */
function pendingOf({ pending_operations: pending }: Deployment["deployment"]): object[] {
    const operations: unknown[] = Array.isArray(pending) ? pending : [];
    return operations.flatMap((operation) =>
        isRecord(operation) && operation.type === "creating" && isRecord(operation.resource)
            ? [operation.resource]
            : [],
    );
}

/**
 * The outputs of a stack, for references from other stacks. If the secrets are encrypted with another passphrase, `{}` replaces
 * each of them, as in the Pulumi CLI.
 */
export async function outputsOf(
    document: Deployment,
    passphrase: string,
): Promise<{ outputs: Properties; elided: boolean }> {
    const root = document.deployment.resources?.find((resource) => resource.type === STACK_TYPE) ?? {};
    if (!some(root.outputs, isEncrypted)) return { outputs: decrypted(root, undefined).outputs, elided: false };
    const crypter = await Passphrase.of(passphrase, saltOf(document)).catch((error) => {
        if (error instanceof WrongPassphrase) return undefined;
        throw error;
    });
    return { outputs: decrypted(root, crypter).outputs, elided: crypter === undefined };
}

const isEncrypted = (part: unknown): boolean => isStoredSecret(part) && part.ciphertext !== undefined;

/** The salt of a deployment's secrets. */
export function saltOf(document: Partial<Deployment>): string | undefined {
    const provider = document.deployment?.secrets_providers;
    const salt = isRecord(provider) && isRecord(provider.state) ? provider.state.salt : undefined;
    return typeof salt === "string" ? salt : undefined;
}

export function isEmpty(value: unknown): boolean {
    if (value === undefined || value === false || value === "") return true;
    return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function decrypted(resource: object, crypter: Passphrase | undefined): State {
    const { inputs, outputs, ...rest } = resource as State; // version 3 of the format
    const open = (value: Properties | undefined) =>
        map(value ?? {}, (part) => {
            if (!isStoredSecret(part)) return undefined;
            return secret(JSON.parse(part.plaintext ?? crypter?.decrypt(part.ciphertext ?? "") ?? "{}"));
        }) as Properties; // `map` keeps records
    return { ...rest, inputs: open(inputs), outputs: open(outputs) };
}
