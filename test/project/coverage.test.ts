import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operationIds } from "../api/interface.js";

/**
 * Ad-hoc queries do not belong in a program, users are read by id or address with `getUser`, campaigns replaced access reviews, and names of
 * scripts are not unique. The others are decisions of people.
 */
const CLIENT_ONLY = [
    "getUserById",
    "createUAR",
    "getUAR",
    "getOpalScriptByName",
    "updateCampaignItemReviewers",
    "reviewCampaignItems",
    "getCampaignViewerItems",
    "escalateRequest",
];

test("the client and the local service support every operation of the API, and kinds and functions use all but a few", () => {
    const root = join(__dirname, "../..");
    const all = operationIds.length;
    const output = execFileSync("npm", ["run", "-s", "prove", "operations"], { cwd: root, encoding: "utf8" });
    expect(output.trim().split("\n\n")).toEqual([
        `declared by a kind or a function lacks ${CLIENT_ONLY.length}: ${CLIENT_ONLY.join(", ")}`,
        `client ${all}/${all}, service ${all}/${all}, declared by a kind or a function ${all - CLIENT_ONLY.length}/${all}`,
    ]);
});
