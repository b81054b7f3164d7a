import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { operationIds } from "../api/interface.js";

// A program neither asks ad-hoc questions nor deletes tokens, access reviews have given way to campaigns, and names of scripts are not unique.
const OF_THE_CLIENT_ALONE = ["runQuery", "deleteToken", "createUAR", "getUAR", "getOpalScriptByName"];

test("the client has every operation of the API, the local service answers it, and all but these are used by a kind or a function", () => {
    const root = join(__dirname, "../..");
    const all = operationIds.length;
    const output = execFileSync("npm", ["run", "-s", "prove", "operations"], { cwd: root, encoding: "utf8" });
    expect(output.trim().split("\n\n")).toEqual([
        `declared by a kind or a function lacks ${OF_THE_CLIENT_ALONE.length}: ${OF_THE_CLIENT_ALONE.join(", ")}`,
        `client ${all}/${all}, service ${all}/${all}, declared by a kind or a function ${all - OF_THE_CLIENT_ALONE.length}/${all}`,
    ]);
}, 60_000);
