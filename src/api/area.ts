import type { Client } from "./client.js";

/** Base class of the areas of the API, which have a method for each operation. */
export abstract class Area {
    constructor(protected readonly client: Client) {}
}
