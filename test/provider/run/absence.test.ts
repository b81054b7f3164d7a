import { describe, expect, it, vi } from "vitest";
import { WrongOrganizationError } from "../../../src/common/errors.js";
import { Absence } from "../../../src/provider/run/absence.js";

const absence = (allowMissing = false, knows?: boolean) => new Absence(allowMissing, async () => knows);

const missAll = (one: Absence, ids: readonly string[], createdBy?: string) =>
    Promise.allSettled(ids.map((id) => one.believe("Owner", id, id, createdBy)));

describe("a missing object", () => {
    it("is treated as deleted after a short wait if it is the only one", async () => {
        await absence().believe("Owner", "a", "a", undefined);
    });

    it("stops the run if five are missing and no object was found, and rejects all waiting calls", async () => {
        const one = absence();
        const answers = await missAll(one, ["a", "b", "c", "d", "e"]);
        expect(answers.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
        await expect(one.believe("Owner", "f", "f", undefined)).rejects.toThrow("allowMissing");
    });

    it("is reported with the reason for not treating it as deleted", async () => {
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

    it("is treated as deleted at once if missing objects are allowed", async () => {
        // With fake timers, no wait would ever end.
        vi.useFakeTimers();
        const answers = await missAll(absence(true, false), ["a", "b", "c", "d", "e"], "maker");
        vi.useRealTimers();
        expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
    });

    it("counts once even if it is missed several times", async () => {
        const one = absence();
        await Promise.all(Array.from({ length: 6 }, () => one.believe("Owner", "a", "a", undefined)));
    });

    it("counts once for all of its missing members", async () => {
        const one = absence();
        const members = ["a", "b", "c", "d", "e", "f"];
        await Promise.all(members.map((id) => one.believe("GroupUser", `g/${id}`, "g", undefined)));
    });

    it("is treated as deleted, like any number of others, once one object was found", async () => {
        const one = absence();
        const early = one.believe("Owner", "a", "a", undefined);
        one.found();
        await early;
        for (const id of ["b", "c", "d", "e", "f"]) await one.believe("Owner", id, id, undefined);
    });

    it("is treated as deleted if another object is found during the wait, even if many more are missing", async () => {
        const one = absence();
        const early = one.believe("Owner", "a", "a", undefined);
        one.found();
        await missAll(one, ["b", "c", "d", "e", "f"]);
        await early;
    });

    it("is treated as deleted, like any number of others, if the organization has the user who created them", async () => {
        const answers = await missAll(absence(false, true), ["a", "b", "c", "d", "e", "f"], "maker");
        expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
    });

    it("stops the run at once if the organization does not have the user who created it", async () => {
        const asked: string[] = [];
        const one = new Absence(false, async (user) => {
            asked.push(user);
            return false;
        });
        await expect(one.believe("Owner", "a", "a", "maker")).rejects.toThrow(WrongOrganizationError);
        expect(asked).toEqual(["maker"]);
    });

    it("stops the run after another one did, even if its creator is unknown, until an object is found", async () => {
        const one = absence(false, false);
        const [withoutCreator, withCreator] = await Promise.allSettled([
            one.believe("Owner", "a", "a", undefined),
            one.believe("Owner", "b", "b", "maker"),
        ]);
        expect([withoutCreator.status, withCreator.status]).toEqual(["rejected", "rejected"]);
        await expect(one.believe("Owner", "c", "c", undefined)).rejects.toThrow(WrongOrganizationError);
        one.found();
        await one.believe("Owner", "d", "d", undefined);
    });

    it("is recorded as missing if missing objects are allowed", async () => {
        const one = absence(true, false);
        await missAll(one, ["a", "b", "c", "d", "e", "f"], "maker");
        expect(one.has("Owner", "f")).toBe(true);
        expect(one.has("Owner", "z")).toBe(false);
    });
});
