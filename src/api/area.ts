import type { Client } from "./client.js";

/** The operations of one area of the API, as methods. */
export abstract class Area {
    constructor(protected readonly client: Client) {}
}
