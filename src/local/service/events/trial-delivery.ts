import { createHmac } from "node:crypto";
import type { OperationName } from "../../../api/generated/operations.gen.js";
import { zCreateEventStreamBody } from "../../../api/generated/zod.gen.js";
import { BadRequest } from "../http/errors.js";

/** Timeout for the receiver's response, in milliseconds. */
const TIMEOUT_MS = 5_000;

/**
 * Sends a test request to the address of a new stream, which must respond with a success status (vendor guides). The local service sends
 * requests only to this machine, and accepts other addresses without a test. The API does not document the content of the request and the
 * format of its signatures; both are our assumptions.
 * @throws BadRequest if the receiver does not respond with a success status
 */
export async function tryDelivery(operation: OperationName, sent: unknown): Promise<void> {
    if (operation !== "createEventStream") return;
    const { data } = zCreateEventStreamBody().safeParse(sent);
    if (data?.connection_type !== "WEBHOOK" || !URL.canParse(data.webhook_url ?? "")) return;
    const url = new URL(data.webhook_url ?? "");
    if (!/^https?:$/.test(url.protocol) || !/^(localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)) return;
    const { api_key_credentials = [], hmac_credential_1, hmac_credential_2 } = data.credentials ?? {};
    const body = JSON.stringify({ event_type: "TEST" });
    const time = `${Math.floor(Date.now() / 1000)}`;
    const signatures = [hmac_credential_1, hmac_credential_2].flatMap((slot) =>
        slot ? [createHmac("sha256", slot.secret).update(`v0:${time}:${body}`).digest("hex")] : [],
    );
    const headers = new Headers({ "content-type": "application/json", "x-opal-request-timestamp": time });
    if (signatures.length > 0) headers.set("x-opal-signature", signatures.join(","));
    let outcome: string;
    try {
        for (const { name, value, location } of api_key_credentials ?? []) {
            if (location === "HEADER") headers.set(name, value);
            else url.searchParams.set(name, value);
        }
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
        await answer.body?.cancel();
        if (answer.ok) return;
        outcome = `returned status ${answer.status}`;
    } catch {
        outcome = "did not respond";
    }
    throw new BadRequest(`webhook_url must accept events, but the endpoint ${outcome} when a test event was sent.`);
}
