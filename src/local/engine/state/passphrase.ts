import { createCipheriv, createDecipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { EngineError } from "../contract/project.js";

export class WrongPassphrase extends EngineError {
    constructor() {
        super(
            "Wrong passphrase for this deployment: set PULUMI_CONFIG_PASSPHRASE to the passphrase that it was encrypted with.",
        );
    }
}

/** Encrypts and decrypts secrets in the same way as Pulumi's passphrase secrets provider: PBKDF2 and AES-256-GCM. */
export class Passphrase {
    static readonly #known = new Map<string, Promise<Passphrase>>();

    private constructor(
        private readonly key: Buffer,
        /** The salt and an encrypted check text. Stored in the deployment, so that it can be decrypted with the passphrase. */
        readonly salt: string,
    ) {}

    /** Derived keys, by passphrase and salt. Deriving a key takes half a second. */
    static of(passphrase: string, salt?: string): Promise<Passphrase> {
        const name = (of?: string) => JSON.stringify([passphrase, of]);
        const known = Passphrase.#known.get(name(salt));
        if (known) return known;
        const derived = Passphrase.#derive(passphrase, salt);
        Passphrase.#known.set(name(salt), derived);
        // Caches the key under its new salt, so that a later operation does not derive it again.
        derived.then((crypter) => Passphrase.#known.set(name(crypter.salt), derived)).catch(() => {});
        return derived;
    }

    static async #derive(passphrase: string, salt?: string): Promise<Passphrase> {
        const [, given, ...check] = salt?.split(":") ?? [];
        const bytes = given ? Buffer.from(given, "base64") : randomBytes(8);
        const key = await promisify(pbkdf2)(passphrase, bytes, 1_000_000, 32, "sha256");
        if (given) {
            const crypter = new Passphrase(key, salt ?? "");
            if (crypter.#decrypts(check.join(":"))) return crypter;
            throw new WrongPassphrase();
        }
        return new Passphrase(key, `v1:${bytes.toString("base64")}:${new Passphrase(key, "").encrypt("pulumi")}`);
    }

    /** Whether the key can decrypt the check text in the salt. */
    #decrypts(check: string): boolean {
        try {
            return this.decrypt(check) === "pulumi";
        } catch {
            return false; // With a wrong key, AES-GCM authentication fails.
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
