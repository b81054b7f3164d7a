import { afterEach, beforeEach } from "vitest";
import { World } from "../conformance/world.js";
import { Deployment } from "./deployment.js";

/** The service and the stack of the current test. Files that import them must call `eachTest` first. */
export let world: World;
export let stack: Deployment;

/** Sets up a new service and an empty stack for each test of a file. */
export function eachTest(): void {
    beforeEach(async () => {
        world = await World.start();
        anotherStack();
    });
    afterEach(() => world.close());
}

/** Replaces the stack by an empty one on the same service. */
export function anotherStack(settings: Readonly<Record<string, string>> = {}): void {
    stack = new Deployment(world, settings);
}

/** Properties of a declared group. */
export const group = (more: object = {}) => ({
    name: "Engineers",
    appId: world.appId,
    groupType: "SVC_GROUP",
    ...more,
});
