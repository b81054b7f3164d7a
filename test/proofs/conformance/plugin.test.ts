/** Every law of every kind, through the provider plugin. */
import { afterAll } from "vitest";
import { pluginAdapter } from "./plugin-adapter.js";
import { serveBy } from "./stack.js";
import { testLaws } from "./table.js";

serveBy(pluginAdapter);
// The next file of this process is served as before.
afterAll(() => serveBy(undefined));
testLaws({
    10: "a program that uses the plugin takes over what exists with Pulumi's own option import",
});
