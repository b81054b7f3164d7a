import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type { UpdateEventStreamInfoWritable, WebhookCredentialsWritable } from "../../../api/generated/types.gen.js";
import { fewerWidens, harmlessWhenNew, irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { setField, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { eventStreamSource } from "../../sources.js";

const apiKey = z.strictObject({
    /** Name of the header or query parameter. */
    name: irrelevant(textField()),
    /** Location of the key: a header or a query parameter. */
    location: z.enum(["HEADER", "QUERY_PARAM"]),
    /** Value of the key. */
    value: irrelevant(field(textField(), { writeOnly: true })),
});

function hmacCredential(wire: string) {
    const credential = z.strictObject({
        /** Secret that signs the calls. */
        secret: field(textField(), { writeOnly: true }),
    });
    return field(credential.nullable(), { secret: true, wire: { name: wire } }).optional();
}

const fields = {
    /** Name of the stream. */
    name: irrelevant(textField()),
    /** Delivery method. A change replaces the stream. */
    connectionType: irrelevant(field(z.enum(["WEBHOOK"]), { onChange: "replace" })),
    /** URL that receives the events. */
    webhookUrl: harmlessWhenNew(
        unevaluated(z.url({ protocol: /^https?$/, error: "it must be an http or https address" })),
    ),
    /** Whether events are delivered. Default for a new stream: true. */
    enabled: harmlessWhenNew(unevaluated(field(z.boolean(), { usual: true }), fewerWidens)).optional(),
    /** Authentication of calls to the receiver. Default for a new stream: `NONE`. */
    authType: irrelevant(field(z.enum(["NONE", "API_KEY", "HMAC"]), { usual: "NONE" })).optional(),
    /**
     * Keys to send (complete list). Only with `API_KEY`. The service does not return the value of a key, so changes to it outside the
     * program are not detected.
     */
    apiKeyCredentials: irrelevant(setField(apiKey, ["name", "location"], { secret: true })).optional(),
    /**
     * First signing secret; null for none. Only with `HMAC`. The service returns only whether the secret exists, so changes to its value
     * outside the program are not detected.
     */
    hmacCredential1: irrelevant(hmacCredential("hmac_credential_1")),
    /** Second signing secret, for rotation: add it, configure the receiver to use it, then set the first secret to null. */
    hmacCredential2: irrelevant(hmacCredential("hmac_credential_2")),
};

const credentialFields = ["apiKeyCredentials", "hmacCredential1", "hmacCredential2"] as const;

/** Declared properties that the create and update operations share. */
type StreamBody = Omit<UpdateEventStreamInfoWritable, "credentials"> & Partial<WebhookCredentialsWritable>;
type NewBody = StreamBody & { name: string; connection_type: "WEBHOOK"; webhook_url: string };

/** Nests the credentials in one object, as the API requires. Omitted credentials stay unchanged. */
function nested({ auth_type, api_key_credentials, hmac_credential_1, hmac_credential_2, ...rest }: StreamBody) {
    if (auth_type === undefined) return rest;
    return { ...rest, credentials: { auth_type, api_key_credentials, hmac_credential_1, hmac_credential_2 } };
}

/**
 * A connection that sends audit events to a webhook. Its credentials are encrypted in the state. Import id: the stream's id or name.
 * Operations: GET and POST /event-streams, PUT and DELETE /event-streams/{event_stream_id}.
 */
export class EventStream extends AccessObject<EventStreamArgs> {
    static readonly kind = entity({
        noun: "event stream",
        source: eventStreamSource,
        fields,
        access: { created: "none", deleted: "mayWiden" },
        rules: [
            [
                "authType",
                "it is required with credentials",
                (given) =>
                    given.authType !== undefined ||
                    credentialFields.every((name) => (given[name] ?? undefined) === undefined),
            ],
            [
                "apiKeyCredentials",
                "a key is required with API_KEY, and not allowed otherwise",
                ({ authType, apiKeyCredentials: keys }) => {
                    if (isUnset(authType)) return true;
                    return (Array.isArray(keys) ? keys.length > 0 : Boolean(keys)) === (authType === "API_KEY");
                },
            ],
            [
                "hmacCredential1",
                "a secret is required with HMAC, and not allowed otherwise",
                ({ authType, hmacCredential1, hmacCredential2 }) =>
                    isUnset(authType) || Boolean(hmacCredential1 ?? hmacCredential2) === (authType === "HMAC"),
            ],
        ],
        key: ["name", "webhookUrl"],
        create: operation("createEventStream", ({ name, connection_type, webhook_url, ...rest }: NewBody) => ({
            body: { ...nested(rest), name, connection_type, webhook_url },
        })),
        createFields: ["name", "connectionType", "webhookUrl", "authType", ...credentialFields],
        update: operation("updateEventStream", (id: string, body: StreamBody) => ({
            path: { event_stream_id: id },
            body: nested(body),
        })),
        sentWith: Object.fromEntries(credentialFields.map((name) => [name, ["authType"]])),
        remove: operation("deleteEventStream"),
    });

    /** Id of the stream; same as `id`. */
    get eventStreamId(): Output<ID> {
        return this.id;
    }
}

export interface EventStream extends OutputsOf<typeof fields> {}
export interface EventStreamArgs extends ArgsOf<typeof fields> {}

/** Returns whether to skip the checks because the authentication type is invalid or not known yet. */
function isUnset(authType: unknown): boolean {
    return typeof authType !== "string" || !["NONE", "API_KEY", "HMAC"].includes(authType);
}
