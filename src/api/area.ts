import type { Client } from "./client.js";

/** Base class of the API areas. Each area has one method for each of its operations. */
export abstract class ApiArea {
    constructor(protected readonly client: Client) {}
}
