import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { EngineError, isRecord } from "./project.js";
import type { Deployment } from "./stack.js";
import { isSecret, isStoredSecret, map, type Properties, secret, some, storedSecret } from "./values.js";

/** One resource of a deployment, named as Pulumi's own file names things; secrets are open and marked. */
export interface State {
    urn: string;
    custom: boolean;
    type: string;
    id?: string;
    inputs: Properties;
    outputs: Properties;
    parent?: string;
    provider?: string;
    protect?: boolean;
    external?: boolean;
    /** Replaced already and still to be deleted. */
    delete?: boolean;
    /** Deleted already and still to be made again. */
    pendingReplacement?: boolean;
    retainOnDelete?: boolean;
    deletedWith?: string;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    initErrors?: string[];
    additionalSecretOutputs?: string[];
    ignoreChanges?: string[];
    aliases?: string[];
    created?: string;
    modified?: string;
}

export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");
export const typeOf = (urn: string): string => (urn.split("::")[2] ?? "").split("$").at(-1) ?? "";
export const isProvider = (type: string): boolean => type.startsWith("pulumi:providers:");
export const STACK_TYPE = "pulumi:pulumi:Stack";

/** The URN part of a provider reference (urn::id). */
export function providerUrn(reference: string): string {
    return reference.slice(0, reference.lastIndexOf("::"));
}

/** Everything a resource needs to be there: what must be made before it, and deleted after it. */
export function needs(state: State): string[] {
    return [
        ...(state.parent ? [state.parent] : []),
        ...(state.provider ? [providerUrn(state.provider)] : []),
        ...(state.dependencies ?? []),
        ...Object.values(state.propertyDependencies ?? {}).flat(),
        ...(state.deletedWith ? [state.deletedWith] : []),
    ];
}

/** Opens and closes secrets as Pulumi's passphrase provider does: PBKDF2 and AES-256-GCM. */
export class Passphrase {
    static readonly #known = new Map<string, Promise<Passphrase>>();

    private constructor(
        private readonly key: Buffer,
        /** What stands in the deployment, and lets anyone with the passphrase open it. */
        readonly salt: string,
    ) {}

    /** A key is a second's half of work, so that a process makes one for a passphrase, and one for each foreign salt. */
    static of(passphrase: string, salt?: string): Promise<Passphrase> {
        const name = JSON.stringify([passphrase, salt]);
        const known = Passphrase.#known.get(name) ?? Passphrase.#make(passphrase, salt);
        Passphrase.#known.set(name, known);
        return known;
    }

    static async #make(passphrase: string, salt?: string): Promise<Passphrase> {
        const [, given, ...check] = salt?.split(":") ?? [];
        const bytes = given ? Buffer.from(given, "base64") : randomBytes(8);
        const key = await promisify(pbkdf2)(passphrase, bytes, 1_000_000, 32, "sha256");
        if (given) {
            const crypter = new Passphrase(key, salt ?? "");
            if (crypter.#tries(check.join(":"))) return crypter;
            throw new EngineError(
                "The passphrase does not open this deployment: set PULUMI_CONFIG_PASSPHRASE to the one it was made with.",
            );
        }
        return new Passphrase(key, `v1:${bytes.toString("base64")}:${new Passphrase(key, "").encrypt("pulumi")}`);
    }

    #tries(check: string): boolean {
        try {
            return this.decrypt(check) === "pulumi";
        } catch {
            return false; // another key does not authenticate
        }
    }

    encrypt(text: string): string {
        const nonce = randomBytes(12);
        const cipher = createCipheriv("aes-256-gcm", this.key, nonce);
        const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
        return `v1:${nonce.toString("base64")}:${sealed.toString("base64")}`;
    }

    decrypt(text: string): string {
        const [, nonce = "", sealed = ""] = text.split(":");
        const bytes = Buffer.from(sealed, "base64");
        const decipher = createDecipheriv("aes-256-gcm", this.key, Buffer.from(nonce, "base64"));
        decipher.setAuthTag(bytes.subarray(-16));
        return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
    }
}

/** A deployment as `pulumi stack export` writes it. */
export async function toDeployment(states: State[], passphrase: string, showSecrets = false): Promise<Deployment> {
    const crypter = await Passphrase.of(passphrase);
    const closed = (value: unknown): unknown =>
        map(value, (part) => {
            if (!isSecret(part)) return undefined;
            // What is inside a secret is one text, secrets within it included.
            const plaintext = JSON.stringify(map(part.value, (inner) => (isSecret(inner) ? inner.value : undefined)));
            return storedSecret(showSecrets ? { plaintext } : { ciphertext: crypter.encrypt(plaintext) });
        });
    const resources = states.map((state) => {
        const { inputs, outputs, ...rest } = state;
        const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => !isEmpty(value)));
        return {
            ...filled,
            custom: state.custom,
            ...(Object.keys(inputs).length > 0 && { inputs: closed(inputs) }),
            ...(Object.keys(outputs).length > 0 && { outputs: closed(outputs) }),
        };
    });
    return {
        version: 3,
        deployment: {
            manifest: { time: new Date().toISOString(), magic: "", version: "" },
            secrets_providers: { type: "passphrase", state: { salt: crypter.salt } },
            resources,
            metadata: {},
        },
    };
}

/** The resources of a deployment; throws EngineError where it is none, or where the passphrase does not open it. */
export async function fromDeployment(document: object, passphrase: string): Promise<State[]> {
    const { version, deployment } = document as Partial<Deployment>; // looked at before anything is believed
    if (version !== 3 || !isRecord(deployment))
        throw new EngineError("This is no Pulumi deployment of version 3: give what `pulumi stack export` wrote.");
    const pending = deployment.pending_operations;
    if (Array.isArray(pending) && pending.length > 0)
        throw new EngineError(
            "The deployment holds operations that never ended: the local engine takes none; let Pulumi clear them.",
        );
    const resources = deployment.resources ?? [];
    const provider = deployment.secrets_providers;
    const salt = isRecord(provider) && isRecord(provider.state) ? provider.state.salt : undefined;
    const sealed = some(resources, (part) => isStoredSecret(part) && part.ciphertext !== undefined);
    if (sealed && typeof salt !== "string")
        throw new EngineError(
            "The deployment's secrets are not closed by a passphrase: export it with --show-secrets.",
        );
    const crypter = sealed ? await Passphrase.of(passphrase, String(salt)) : undefined;
    const open = (value: unknown): unknown =>
        map(value, (part) => {
            if (!isStoredSecret(part)) return undefined;
            return secret(JSON.parse(part.plaintext ?? crypter?.decrypt(part.ciphertext ?? "") ?? "null"));
        });
    return resources.map((resource) => {
        const { inputs, outputs, ...rest } = resource as unknown as State; // the format of version 3
        return { ...rest, inputs: open(inputs ?? {}) as Properties, outputs: open(outputs ?? {}) as Properties };
    });
}

/** Writes a file so that a reader finds the old one or the new one, never a part. */
export function writeWhole(file: string, text: string): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
}

function isEmpty(value: unknown): boolean {
    if (value === undefined || value === false || value === "") return true;
    return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
