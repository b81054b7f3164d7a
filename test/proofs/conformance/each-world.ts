import { afterEach, beforeEach } from "vitest";
import { World } from "./world.js";

/** The service of the current test. Files that import it must call `eachWorld` first. */
export let world: World;

/** Starts a new service for each test of a file. */
export function eachWorld(...options: Parameters<typeof World.start>): void {
    beforeEach(async () => {
        world = await World.start(...options);
    });
    afterEach(() => world.close());
}
