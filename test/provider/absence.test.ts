import { describe, expect, it } from "vitest";
import { Absence, type People } from "../../src/provider/absence.js";
import { WrongOrganizationError } from "../../src/provider/errors.js";

const stranger: People = { knows: async () => undefined, self: async () => undefined };
const maker: People = { knows: async () => true, self: async () => "maker" };
const absence = (allowMissing = false, people = stranger) => new Absence(allowMissing, people);

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

    it("of any number is believed if the user who made them asks", async () => {
        const answers = await missAll(absence(false, maker), ["a", "b", "c", "d", "e", "f"], "maker");
        expect(answers.every(({ status }) => status === "fulfilled")).toBe(true);
    });

    it("of five is not believed if somebody else asks: the token may not see them", async () => {
        const answers = await missAll(absence(false, maker), ["a", "b", "c", "d", "e"], "another");
        expect(answers.every(({ status }) => status === "rejected")).toBe(true);
    });

    it("stops at the first if the organization does not know who made it", async () => {
        const asked: string[] = [];
        const people: People = {
            knows: async (user) => {
                asked.push(user);
                return false;
            },
            self: async () => "somebody",
        };
        await expect(absence(false, people).believe("Owner", "a", "a", "maker")).rejects.toThrow(
            WrongOrganizationError,
        );
        expect(asked).toEqual(["maker"]);
    });

    it("is always believed if missing objects are allowed", async () => {
        const people: People = { knows: async () => false, self: async () => undefined };
        const one = absence(true, people);
        await missAll(one, ["a", "b", "c", "d", "e", "f"], "maker");
        expect(one.has("Owner", "f")).toBe(true);
        expect(one.has("Owner", "z")).toBe(false);
    });
});
