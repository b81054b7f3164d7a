import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { StartError, seedOrganization, startService } from "../../../../src/local/service/index.js";
import { organizationText, readOrganizationFile } from "../../../../src/local/service/storage/organization-file.js";
import { open, temporaryFolder } from "../harness.js";

let folder: string;
let data: string;
beforeEach(() => {
    folder = temporaryFolder();
    data = join(folder, "organization.json");
});

describe("data files", () => {
    const text = organizationText(seedOrganization("small"));

    test.each([
        ["empty", ""],
        ["truncated", text.slice(0, 3000)],
        ["without its last byte", text.trimEnd().slice(0, -1)],
        ["of zeros", "\0".repeat(text.length)],
        ["nested too deeply", `{"users":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
        ["of a version that kept a journal", text.replace("{", '{"journal":"2b0ea7b8-0bd4-4c1c-93a1-0d4c8d6ea3b1",')],
        ["with an altered name of a table", text.replace('"groups"', '"gsoups"')],
    ])("a data file that is %s is refused with its path, and not changed", async (_what, damaged) => {
        writeFileSync(data, damaged);
        const error: unknown = await startService({ data }).catch((error: unknown) => error);
        expect(error).toBeInstanceOf(StartError);
        expect(String(error)).toContain(data);
        expect(String(error).length).toBeLessThan(500);
        expect(readFileSync(data, "utf8")).toBe(damaged);
        expect(readdirSync(folder)).toEqual(["organization.json"]);
    });

    test("a file that a killed service was writing is replaced, and files with similar names are not touched", async () => {
        writeFileSync(data, text);
        writeFileSync(`${data}.new`, text.slice(0, 3000));
        writeFileSync(`${data}.1`, "a backup");
        const { service } = await open({ data });
        expect(existsSync(`${data}.new`)).toBe(false);
        await service.close();
        expect(readdirSync(folder)).toEqual(["organization.json", "organization.json.1"]);
        expect(readOrganizationFile(data)).toEqual(service.snapshot());
    });
});

describe("locks", () => {
    test.each(["", "null", "{}", '{"pid":-1,"id":"x"}', '{"pid":0,"id":"x"}', '{"pid":"1","id":"x"}', "[]"])(
        "a lock that no service wrote (%s) does not prevent a start",
        async (text) => {
            writeFileSync(`${data}.lock`, text);
            await open({ data });
        },
    );
});
