import { createHash, timingSafeEqual } from "node:crypto";
import type { Token, User } from "../../../api/generated/types.gen.js";
import { roleOf } from "../access/roles.js";
import type { ServiceCaller } from "../http/area.js";
import { StartError, Unauthorized } from "../http/errors.js";
import { deleteAllOf } from "../removal.js";
import type { Records } from "../storage/organization.js";
import type { Store } from "../storage/store.js";

/** A token from the `tokens` option of the service, in addition to the administrator's token. */
export interface GivenToken {
    readonly token: string;
    /** Email address of the user who owns the token. */
    readonly email: string;
    readonly role: "ADMIN" | "MEMBER";
}

/** The caller and the token that was used for a call. */
export interface Credential {
    readonly caller: ServiceCaller;
    readonly token: Token;
    readonly preview: string;
}

/**
 * Adds the tokens from the service options to the organization, and deletes tokens that were added by an earlier start.
 * @param token token of the current user, an administrator
 * @throws StartError if the user with an email address does not exist, or if a token is empty or occurs twice
 */
export function giveTokens(store: Store, token: string, others: readonly GivenToken[], now: Date): void {
    const administrator = { token, role: "ADMIN" as const, user: store.users.get(store.currentUserId) };
    const given = [administrator, ...others.map((one) => ({ ...one, user: withEmail(store, one.email) }))];
    const hashes = new Set<string>();
    for (const { token, role, user } of given) {
        if (token === "") throw new StartError(`The token of ${user.email} must not be empty.`);
        const hash = tokenDigest(token).toString("hex");
        if (hashes.has(hash))
            throw new StartError(
                `The token of ${user.email} is also the token of another user: give each user a different token.`,
            );
        hashes.add(hash);
        const token_id = knownToken(store, hash, user) ?? newToken(store, user, now);
        store.tokenSecrets.set({ token_id, hash, preview: previewOf(token), role, given_at_start: true });
    }
    for (const secret of store.tokenSecrets.all()) {
        if (secret.given_at_start && !hashes.has(secret.hash)) removeToken(store, secret.token_id);
    }
}

/** Identifies the caller. @throws Unauthorized if the token is missing, unknown, deleted or expired */
export function authenticate(store: Store, authorization: string | undefined, now: Date): Credential {
    const hash = tokenDigest(authorization?.match(/^Bearer +(.+)$/i)?.[1] ?? "");
    let found: Records["tokenSecrets"] | undefined;
    // Compares the token with all stored tokens in constant time, so that the response time does not reveal anything about them.
    for (const secret of store.tokenSecrets.all()) {
        if (timingSafeEqual(hash, Buffer.from(secret.hash, "hex"))) found = secret;
    }
    const token = found && store.tokens.find(found.token_id);
    if (!found || !token || !store.users.has(token.user_id)) throw new Unauthorized();
    if (token.expires_at && Date.parse(token.expires_at) <= now.getTime()) throw new Unauthorized();
    noteUse(store, token, now);
    const caller = { user_id: token.user_id, role: found.role };
    return { caller: { ...caller, role: roleOf(store, caller) }, token, preview: found.preview };
}

/** Records the use of a token, at most once a minute. Tokens from the service options have no record of their use. */
function noteUse(store: Store, { token_id, last_used_at: last }: Token, now: Date): void {
    if (last === undefined || (last !== null && now.getTime() - Date.parse(last) < USE_MS)) return;
    store.tokens.change(token_id, { last_used_at: now.toISOString() });
}

/** Time between two records of the use of a token, in milliseconds. */
const USE_MS = 60_000;

/**
 * Makes the secret of a new token, of which only the hash is stored. It is derived, so that two services that answer the same calls stay the
 * same; the hashes of the other tokens take part, which nobody reads who only calls the service.
 * @param role the role of the token's user, if no grant says otherwise
 */
export function issueSecret(store: Store, { token_id }: Token, role: ServiceCaller["role"]): string {
    const hashes = store.tokenSecrets.all().map((one) => one.hash);
    const secret = `local-${tokenDigest([token_id, ...hashes].join(" ")).toString("base64url")}`;
    const hash = tokenDigest(secret).toString("hex");
    store.tokenSecrets.set({ token_id, hash, preview: previewOf(secret), role, given_at_start: false });
    return secret;
}

/** Deletes a token, so that it is no longer accepted. */
export function removeToken(store: Store, tokenId: string): void {
    deleteAllOf(store, tokenId, "token_id");
}

/** Returns the id of the user's existing token with this value. If the existing token belongs to another user, deletes it. */
function knownToken(store: Store, hash: string, user: User): string | undefined {
    const secret = store.tokenSecrets.all().find((candidate) => candidate.hash === hash);
    if (!secret || store.tokens.find(secret.token_id)?.user_id === user.user_id) return secret?.token_id;
    removeToken(store, secret.token_id);
    return undefined;
}

function newToken(store: Store, user: User, now: Date): string {
    const { token_id } = store.tokens.set({
        token_id: store.newId("token", user.email),
        created_at: now.toISOString(),
        token_label: `Local token of ${user.full_name}`,
        creator_user_id: store.currentUserId,
        user_id: user.user_id,
        access_level: "FULL_ACCESS",
        expires_at: null,
    });
    return token_id;
}

function withEmail(store: Store, email: string): User {
    const user = store.users.all().find((candidate) => candidate.email.toLowerCase() === email.toLowerCase());
    if (!user)
        throw new StartError(`No user has the email ${email}. Specify the email of an existing user for the token.`);
    return user;
}

function tokenDigest(token: string): Buffer {
    return createHash("sha256").update(token).digest();
}

/** Masks a token. The last four characters stay visible if the token is long. */
function previewOf(token: string): string {
    return `********${token.length >= 20 ? token.slice(-4) : ""}`;
}
