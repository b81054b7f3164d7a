import { describe, expect, it } from "vitest";
import { Census } from "../../src/provider/census.js";
import { WrongOrganizationError } from "../../src/provider/errors.js";

const nobodyTells = async () => undefined;

describe("census", () => {
    it("believes one that is gone, after a moment without news", async () => {
        await new Census(false, nobodyTells).miss("Owner", "a", undefined);
    });

    it("stops at the fifth that is gone when none was found, and tells all who wait", async () => {
        const census = new Census(false, nobodyTells);
        const waiting = ["a", "b", "c", "d", "e"].map((id) => census.miss("Owner", id, undefined));
        const verdicts = await Promise.allSettled(waiting);
        expect(verdicts.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
        await expect(census.miss("Owner", "f", undefined)).rejects.toThrow("allowMissing");
    });

    it("counts an object once, however often it is missed", async () => {
        const census = new Census(false, nobodyTells);
        await Promise.all(Array.from({ length: 6 }, () => census.miss("Owner", "a", undefined)));
    });

    it("believes any number once one object was found", async () => {
        const census = new Census(false, nobodyTells);
        const early = census.miss("Owner", "a", undefined);
        census.saw();
        await early;
        for (const id of ["b", "c", "d", "e", "f"]) await census.miss("Owner", id, undefined);
    });

    it("stops at the first when the organization does not know who made it", async () => {
        const asked: string[] = [];
        const census = new Census(false, async (user) => {
            asked.push(user);
            return false;
        });
        await expect(census.miss("Owner", "a", "maker")).rejects.toThrow(WrongOrganizationError);
        expect(asked).toEqual(["maker"]);
    });

    it("believes everything when missing objects are allowed", async () => {
        const census = new Census(true, async () => false);
        for (const id of ["a", "b", "c", "d", "e", "f"]) await census.miss("Owner", id, "maker");
        expect(census.missing("Owner", "f")).toBe(true);
        expect(census.missing("Owner", "z")).toBe(false);
    });
});
