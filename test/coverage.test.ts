import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("the client has every operation of the API, the local service answers it, and a kind or a function uses it", () => {
    const root = join(__dirname, "..");
    const output = execFileSync("npm", ["run", "-s", "coverage:operations"], { cwd: root, encoding: "utf8" });
    expect(output).toMatch(/(^|\n)client 151\/151, service 151\/151, declared by a kind or a function 151\/151\n$/);
}, 60_000);
