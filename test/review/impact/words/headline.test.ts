/** The headline takes every effect into account. */
import { describe, expect, test } from "vitest";
import { prose } from "../../../../src/common/phrase.js";
import { headlineOf, isWithoutGain } from "../../../../src/review/impact/words/headline.js";
import { type Found, open, preview, shift } from "../given-effects.js";

const unknown = { words: prose`a`, concerns: "anything" } as const;
const ada = ["ada"];
const both = ["ada", "bob"];
const admin = (ids: string[]): Found => ({ roles: [{ role: "admin", shifts: [shift("has", "gained", ids)] }] });

test.each<[string, Found, string]>([
    ["no effects", {}, "Nobody gains access and nobody loses any."],
    [
        "a gain",
        {
            on: [
                ["vault", shift("has", "gained", both)],
                ["db", shift("has", "gained", ada)],
            ],
        },
        "2 people gain access to 1 group and 1 resource; nobody loses access.",
    ],
    [
        "a loss",
        { on: [["vault", shift("has", "lost", ada)]] },
        "Nobody gains access; 1 person loses access to 1 group.",
    ],
    [
        "a gain and a loss",
        {
            on: [
                ["vault", shift("has", "gained", ada)],
                ["db", shift("has", "shorter", both)],
            ],
        },
        "1 person gains access to 1 group; 2 people lose access to 1 resource.",
    ],
    [
        "a gain and a loss of another aspect",
        {
            on: [
                ["vault", shift("has", "gained", ada)],
                ["db", shift("sees", "lost", ["bob"])],
            ],
        },
        "1 person gains access to 1 group; 1 person can see, request, approve or administer less, or for a shorter time.",
    ],
    [
        "a gain without approval",
        { on: [["vault", shift("getsWithoutApproval", "gained", both)]] },
        "2 people can get something without approval.",
    ],
    [
        "a gain, and a gain of another aspect for others",
        {
            on: [
                ["vault", shift("has", "gained", ada)],
                ["vault", shift("sees", "gained", both)],
            ],
        },
        "1 person gains access to 1 group; nobody loses access; 1 person can see, request, approve or administer more, or for longer.",
    ],
    [
        "access for longer",
        { on: [["vault", shift("has", "longer", ada)]] },
        "1 person can see, request, approve or administer more, or for longer.",
    ],
    [
        "a loss of access and of another aspect by the same person",
        {
            on: [
                ["vault", shift("has", "lost", ada)],
                ["vault", shift("sees", "lost", ada)],
            ],
        },
        "Nobody gains access; 1 person loses access to 1 group.",
    ],
    ["unknown people", { on: [["vault", open("has")]] }, "Results are incomplete for 1 group."],
    [
        "a gain and unknown people",
        {
            on: [
                ["vault", shift("has", "gained", ada)],
                ["db", open("has")],
            ],
        },
        "1 person gains access to 1 group; results are incomplete for 1 resource.",
    ],
    [
        "people who may have lost an aspect",
        { on: [["vault", shift("sees", "maybeLost", ada)]] },
        "1 person can see, request, approve or administer less, or for a shorter time; results are incomplete for 1 group.",
    ],
    ["an unknown change", { unknown: [unknown] }, "The effect of 1 change is unknown."],
    [
        "a gain and unknown changes",
        { on: [["vault", shift("has", "gained", ada)]], unknown: [unknown, unknown] },
        "1 person gains access to 1 group; the effect of 2 changes is unknown.",
    ],
    [
        "a gain, an unknown change and unknown people",
        {
            on: [
                ["vault", shift("has", "gained", ada)],
                ["db", open("has")],
            ],
            unknown: [unknown],
        },
        "1 person gains access to 1 group; the effect of 1 change is unknown; results are incomplete for 1 resource.",
    ],
    ["a new administrator", admin(ada), "1 person becomes an administrator of the organization."],
    ["two new administrators", admin(both), "2 people become administrators of the organization."],
    [
        "a lost role",
        { roles: [{ role: "auditor", shifts: [shift("has", "lost", ada)] }] },
        "Nobody gains access; 1 person can see, request, approve or administer less, or for a shorter time.",
    ],
    [
        "a gained Auditor role",
        { roles: [{ role: "auditor", shifts: [shift("has", "gained", ada)] }] },
        "1 person can see, request, approve or administer more, or for longer.",
    ],
    [
        "a role that unknown people may gain",
        { roles: [{ role: "admin", shifts: [open("has")] }] },
        "It is unknown who gains or loses a role in the organization.",
    ],
])("the headline summarizes %s", (_, found, words) => {
    expect(headlineOf(preview(found)).toJSON()).toBe(words);
});

test("the headline uses the past tense after a deployment", () => {
    const found: Found = {
        ...admin(ada),
        on: [
            ["vault", shift("has", "gained", ada)],
            ["db", shift("has", "lost", both)],
        ],
    };
    expect(headlineOf(preview(found), "past").toJSON()).toBe(
        "1 person became an administrator of the organization; 1 person gained access to 1 group; 2 people lost access to 1 resource.",
    );
});

describe("isWithoutGain", () => {
    test.each<[string, Found, boolean]>([
        ["no effects", {}, true],
        ["a loss", { on: [["vault", shift("has", "lost", ada)]] }, true],
        ["a gain", { on: [["vault", shift("sees", "gained", ada)]] }, false],
        ["a possible loss", { on: [["vault", shift("sees", "maybeLost", ada)]] }, false],
        ["an unknown loss", { on: [["vault", open("has", false)]] }, false],
        ["a role", admin(ada), false],
        ["an unknown change", { unknown: [unknown] }, false],
    ])("returns whether it is certain that no one gains access: %s", (_, found, isCertain) => {
        expect(isWithoutGain(preview(found))).toBe(isCertain);
    });
});
