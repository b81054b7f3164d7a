import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dynamic } from "./dynamic.js";
import { replay } from "./play.js";
import { plugin } from "./plugin.js";
import type { Step } from "./simulation.js";

/** Minimal sequences of steps that once caused a violation. */
const CASES = join(__dirname, "cases");

describe.each([dynamic, plugin])("a sequence that once failed passes, through $package", (adapter) => {
    it.each(readdirSync(CASES).filter((name) => name.endsWith(".json")))("%s", async (name) => {
        // written by the simulator
        const { steps } = JSON.parse(readFileSync(join(CASES, name), "utf8")) as { steps: Step[] };
        const { failure } = await replay(steps, { adapter });
        expect(failure?.violations ?? []).toEqual([]);
    });
});
