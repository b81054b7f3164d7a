import { describe, expect, it, vi } from "vitest";
import { WrongOrganizationError } from "../../../src/common/errors.js";
import { Absence } from "../../../src/provider/run/absence.js";

const absence = (allowMissing = false, knows?: boolean) => new Absence(allowMissing, async () => knows);

const missAll = (one: Absence, ids: readonly string[], createdBy?: string) =>
    Promise.allSettled(ids.map((id) => one.believe("Owner", id, id, createdBy)));

describe("absence", () => {
    it("of one object is believed, after a moment without news", async () => {
        await absence().believe("Owner", "a", "a", undefined);
    });

    it("of five stops the run if none was found, and all who wait hear of it", async () => {
        const one = absence();
        const answers = await missAll(one, ["a", "b", "c", "d", "e"]);
        expect(answers.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
        await expect(one.believe("Owner", "f", "f", undefined)).rejects.toThrow("allowMissing");
    });

    it("says why it is not believed", async () => {
        const refusal = async (one: Absence, ids: readonly string[], createdBy?: string) => {
            const [first] = (await missAll(one, ids, createdBy)).flatMap((answer) =>
                answer.status === "rejected" ? [String(answer.reason.message)] : [],
            );
            return first;
        };
        expect(await refusal(absence(false, false), ["a"], "maker")).toMatch(
            /^An object of this stack cannot be found, and the organization does not have the user who created the stack's objects\. This looks like/,
        );
        expect(await refusal(absence(), ["a", "b", "c", "d", "e"])).toMatch(
            /^5 objects of this stack cannot be found, and no other object of the stack was found\. This looks like/,
        );
    });

    it("is believed at once if the user says so", async () => {
        // Nothing that waits ever ends.
        vi.useFakeTimers();
        const answers = await missAll(absence(true, false), ["a", "b", "c", "d", "e"], "maker");
        vi.useRealTimers();
        expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
    });

    it("of an object counts once, however often it is missed", async () => {
        const one = absence();
        await Promise.all(Array.from({ length: 6 }, () => one.believe("Owner", "a", "a", undefined)));
    });

    it("of what belongs to an object counts with the object", async () => {
        const one = absence();
        const members = ["a", "b", "c", "d", "e", "f"];
        await Promise.all(members.map((id) => one.believe("GroupUser", `g/${id}`, "g", undefined)));
    });

    it("of any number is believed once one object was found", async () => {
        const one = absence();
        const early = one.believe("Owner", "a", "a", undefined);
        one.found();
        await early;
        for (const id of ["b", "c", "d", "e", "f"]) await one.believe("Owner", id, id, undefined);
    });

    it("of one that was waited for is believed if one was found meanwhile, however many others are missing", async () => {
        const one = absence();
        const early = one.believe("Owner", "a", "a", undefined);
        one.found();
        await missAll(one, ["b", "c", "d", "e", "f"]);
        await early;
    });

    it("of any number is believed if the organization knows who made them", async () => {
        const answers = await missAll(absence(false, true), ["a", "b", "c", "d", "e", "f"], "maker");
        expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
    });

    it("stops at the first if the organization does not know who made it", async () => {
        const asked: string[] = [];
        const one = new Absence(false, async (user) => {
            asked.push(user);
            return false;
        });
        await expect(one.believe("Owner", "a", "a", "maker")).rejects.toThrow(WrongOrganizationError);
        expect(asked).toEqual(["maker"]);
    });

    it("is not believed any more once one was refused, also not if nobody can tell who made it", async () => {
        const one = absence(false, false);
        const [untold, told] = await Promise.allSettled([
            one.believe("Owner", "a", "a", undefined),
            one.believe("Owner", "b", "b", "maker"),
        ]);
        expect([untold.status, told.status]).toEqual(["rejected", "rejected"]);
        await expect(one.believe("Owner", "c", "c", undefined)).rejects.toThrow(WrongOrganizationError);
        one.found();
        await one.believe("Owner", "d", "d", undefined);
    });

    it("is always believed if missing objects are allowed", async () => {
        const one = absence(true, false);
        await missAll(one, ["a", "b", "c", "d", "e", "f"], "maker");
        expect(one.has("Owner", "f")).toBe(true);
        expect(one.has("Owner", "z")).toBe(false);
    });
});
