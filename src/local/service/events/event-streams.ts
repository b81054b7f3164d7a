import type {
    WebhookApiKeyCredential as Key,
    WebhookHmacCredentialWritable as Secret,
    WebhookCredentials,
    WebhookCredentialsWritable,
    WebhookHmacCredential,
} from "../../../api/generated/types.gen.js";
import type { Routes, Situation } from "../http/area.js";
import { BadRequest } from "../http/errors.js";

/**
 * Operations on event streams. Streams are stored, but the service sends only a test request and does not deliver events. Responses contain
 * secrets only when a stream is created.
 */
export const eventStreamRoutes = {
    getEventStreams: ({ store }) => ({ event_streams: store.eventStreams.all() }),

    /** The API does not document this; we assume that a new stream is enabled, because the body does not have a field for this. */
    createEventStream(call) {
        const { store, body } = call;
        const { name, connection_type, webhook_url } = body;
        if (connection_type === "WEBHOOK") checkUrl(webhook_url ?? "");
        const credentials = readCredentials(call, body.credentials ?? { auth_type: "NONE" });
        const event_stream_id = store.newId("event stream", name);
        const plain = { name, connection_type, enabled: true, ...(webhook_url !== undefined && { webhook_url }) };
        store.eventStreams.set({ event_stream_id, connection: { ...plain, credentials: masked(credentials) } });
        return { event_stream_id, connection: { ...plain, credentials } };
    },

    updateEventStream(call) {
        const { store, path } = call;
        const { credentials, ...plain } = call.body;
        const { event_stream_id, connection } = store.eventStreams.get(path.event_stream_id);
        if (plain.webhook_url !== undefined) checkUrl(plain.webhook_url);
        const read = credentials && masked(readCredentials(call, credentials, connection.credentials));
        const changed = { ...connection, ...plain, ...(read && { credentials: read }) };
        return store.eventStreams.set({ event_stream_id, connection: changed });
    },

    deleteEventStream: ({ store, path }) => store.eventStreams.delete(store.eventStreams.get(path.event_stream_id)),
} satisfies Routes;

function checkUrl(url: string): void {
    const read = URL.canParse(url) ? new URL(url) : undefined;
    if (read?.protocol !== "https:" && read?.protocol !== "http:") {
        throw new BadRequest("webhook_url must be an http or https URL for a WEBHOOK stream.");
    }
}

/** Provides ids and dates for new credentials. */
type Context = Pick<Situation, "store" | "now">;
type Slot = "hmac_credential_1" | "hmac_credential_2";

/**
 * Reads the credentials in a body, and adds ids and dates. The result contains the secrets in plain text. We assume that an omitted HMAC
 * secret stays unchanged and that null removes it, so that one secret can be replaced while the other is still valid (not documented by the
 * API).
 * @param present the stream's current credentials, masked
 * @throws BadRequest if fields of another authentication type are set, or if required fields are missing
 */
function readCredentials(
    call: Context,
    given: WebhookCredentialsWritable,
    present?: WebhookCredentials,
): WebhookCredentials {
    const { auth_type, api_key_credentials, hmac_credential_1, hmac_credential_2 } = given;
    if (api_key_credentials?.length && auth_type !== "API_KEY") {
        throw new BadRequest("credentials.api_key_credentials is allowed only when auth_type is API_KEY.");
    }
    for (const [slot, credential] of Object.entries({ hmac_credential_1, hmac_credential_2 })) {
        if (credential && auth_type !== "HMAC") {
            throw new BadRequest(`credentials.${slot} is allowed only when auth_type is HMAC.`);
        }
    }
    if (auth_type === "API_KEY") {
        if (!api_key_credentials?.length) {
            throw new BadRequest(
                "credentials.api_key_credentials must contain at least one key when auth_type is API_KEY.",
            );
        }
        return { auth_type, api_key_credentials: api_key_credentials.map((key, i) => readKey(call, i, key, present)) };
    }
    if (auth_type === "HMAC") {
        const first = readSlot(call, "hmac_credential_1", hmac_credential_1, present);
        const second = readSlot(call, "hmac_credential_2", hmac_credential_2, present);
        if (!first && !second) {
            throw new BadRequest("credentials.hmac_credential_1: a secret is required when auth_type is HMAC.");
        }
        return { auth_type, hmac_credential_1: first, hmac_credential_2: second };
    }
    return { auth_type };
}

/**
 * Reads an API key. We assume that a key with the same name and location as an existing key replaces its value and keeps its id (not
 * documented by the API).
 */
function readKey({ store }: Context, i: number, given: Omit<Key, "id">, present?: WebhookCredentials): Key {
    const { name, value, location } = given;
    if (!name || !value) throw new BadRequest(`credentials.api_key_credentials[${i}] must have a name and a value.`);
    const known = present?.api_key_credentials?.find((key) => key.name === name && key.location === location);
    return { id: known?.id ?? store.newId("API key", `${location} ${name}`), name, value, location };
}

function readSlot({ store, now }: Context, slot: Slot, given: Secret | null | undefined, present?: WebhookCredentials) {
    const known = present?.[slot] ?? null;
    if (given === undefined) return known;
    if (given === null) return null;
    if (!given.secret) throw new BadRequest(`credentials.${slot}.secret must not be empty.`);
    // If a caller sends back the masked secret from a response, the secret stays unchanged.
    if (known && given.secret === known.secret) return known;
    return { id: store.newId("HMAC secret", slot), secret: given.secret, created_at: now.toISOString() };
}

function masked({ auth_type, api_key_credentials: keys, ...slots }: WebhookCredentials): WebhookCredentials {
    const hide = (slot: WebhookHmacCredential | null | undefined) => slot && { ...slot, secret: mask(slot.secret) };
    return {
        auth_type,
        ...(auth_type === "HMAC" && {
            hmac_credential_1: hide(slots.hmac_credential_1),
            hmac_credential_2: hide(slots.hmac_credential_2),
        }),
        ...(keys && { api_key_credentials: keys.map((key) => ({ ...key, value: mask(key.value) })) }),
    };
}

const MASK = "********";

/**
 * The API does not document this; we assume that the last four characters of a secret stay visible to identify it. Short secrets are masked
 * completely.
 */
function mask(secret: string): string {
    if (secret.startsWith(MASK)) return secret;
    return secret.length < 8 ? MASK : MASK + secret.slice(-4);
}
