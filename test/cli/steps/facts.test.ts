import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSnapshot } from "../../../src/cli/steps/facts.js";
import { factsWith } from "../../access/empty-facts.js";

const folder = mkdtempSync(join(tmpdir(), "facts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a snapshot keeps the assumptions that a file does not override", async () => {
    const file = join(folder, "access.json");
    writeFileSync(file, JSON.stringify(factsWith({ assumptions: { selfApproval: false, inheritGrants: false } })));
    const read = async (assumptions?: object) => (await readSnapshot(file, { assumptions })).assumptions;
    expect(await read()).toEqual({ selfApproval: false, inheritGrants: false });
    expect(await read({})).toEqual({ selfApproval: false, inheritGrants: false });
    expect(await read({ inheritGrants: true })).toEqual({ selfApproval: false, inheritGrants: true });
});
