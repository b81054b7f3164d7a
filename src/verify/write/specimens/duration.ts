import type { Client } from "../../../api/client.js";

/** Minutes until an end, rounded to ten, since time passes between the write and the read. 0 for no end. */
export function minutesLeft(client: Client, end: string | null | undefined): number {
    return end ? Math.round((Date.parse(end) - client.now()) / 600_000) * 10 : 0;
}
