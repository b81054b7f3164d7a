import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

// A program neither asks ad-hoc questions nor deletes tokens, and access reviews have given way to campaigns.
const OF_THE_CLIENT_ALONE = "runQuery, deleteToken, createUAR, getUAR";

test("the client has every operation of the API, the local service answers it, and all but four are used by a kind or a function", () => {
    const root = join(__dirname, "..");
    const output = execFileSync("npm", ["run", "-s", "coverage:operations"], { cwd: root, encoding: "utf8" });
    expect(output.trim().split("\n\n")).toEqual([
        `declared by a kind or a function misses 4: ${OF_THE_CLIENT_ALONE}`,
        "client 177/177, service 177/177, declared by a kind or a function 173/177",
    ]);
}, 60_000);
