/** Checks every law for every kind with the provider plugin. */
import { afterAll } from "vitest";
import { pluginAdapter } from "./plugin-adapter.js";
import { serveBy } from "./stack.js";
import { testLaws } from "./table.js";

serveBy(pluginAdapter);
// Later test files in this process use the default adapter again.
afterAll(() => serveBy(undefined));
testLaws({
    10: "a program that uses the plugin takes over what exists with Pulumi's own option import",
});
