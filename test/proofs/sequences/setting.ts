import { afterEach, beforeEach } from "vitest";
import { World } from "../conformance/world.js";
import { Deployment } from "./deployment.js";

/** The service of the test that runs, and a stack on it. Files that import them call `eachTest` first. */
export let world: World;
export let stack: Deployment;

/** Gives each test of a file a service and an empty stack of its own. */
export function eachTest(): void {
    beforeEach(async () => {
        world = await World.start();
        anotherStack();
    });
    afterEach(() => world.close());
}

/** Goes on with an empty stack on the same service, as somebody does who has no state. */
export function anotherStack(settings: Readonly<Record<string, string>> = {}): void {
    stack = new Deployment(world, settings);
}

/** What a group is declared with. */
export const group = (more: object = {}) => ({
    name: "Engineers",
    appId: world.appId,
    groupType: "SVC_GROUP",
    ...more,
});
