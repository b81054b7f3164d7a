import { expect, it } from "vitest";
import { Locks } from "../../../src/provider/live/locks.js";

it("runs one task at a time for each document, in order, and continues after a failed task", async () => {
    const locks = new Locks();
    const seen: string[] = [];
    const work = (document: string, name: string, fails = false) =>
        locks.hold(document, async () => {
            seen.push(`${name} begins`);
            await new Promise((resolve) => setTimeout(resolve, 5));
            seen.push(`${name} ends`);
            if (fails) throw new Error(name);
            return name;
        });
    const results = await Promise.allSettled([work("a", "one", true), work("a", "two"), work("b", "other")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(seen.filter((entry) => !entry.startsWith("other"))).toEqual([
        "one begins",
        "one ends",
        "two begins",
        "two ends",
    ]);
    expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("one ends"));
});
