import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamic } from "./dynamic.js";
import { replay } from "./play.js";
import { plugin } from "./plugin.js";
import type { Step } from "./simulation.js";

/** Sequences of steps that once showed something wrong, each as short as it can be. */
const CASES = join(__dirname, "cases");

describe.each([dynamic, plugin])("sequences that once failed, through $package", (adapter) => {
    it.each(readdirSync(CASES).filter((name) => name.endsWith(".json")))("%s", async (name) => {
        // Files that the simulator wrote.
        const { steps } = JSON.parse(readFileSync(join(CASES, name), "utf8")) as { steps: Step[] };
        const { failure } = await replay(steps, { adapter });
        expect(failure?.violations ?? []).toEqual([]);
    });
});
