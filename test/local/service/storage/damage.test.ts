import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { type Organization, startService } from "../../../../src/local/service/index.js";
import { readOrganization } from "../../../../src/local/service/storage/file.js";
import { open } from "../harness.js";

let folder: string;
let printed: MockInstance<typeof console.error>;
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "damage-"));
    printed = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
    printed.mockRestore();
    rmSync(folder, { recursive: true });
});

/** Makes nine writes, and copies the data file and its journal as a killed service would leave them. */
async function killedAfterNine() {
    const data = join(folder, "organization.json");
    const { post, service } = await open({ data, clock: "2026-03-02T09:00:00Z" });
    const states = [service.snapshot()];
    const journals = [readFileSync(`${data}.journal`, "utf8")];
    for (let i = 1; i <= 9; i++) {
        await post("/owners", { name: `owner ${i}`, user_ids: [] });
        states.push(service.snapshot());
        journals.push(readFileSync(`${data}.journal`, "utf8"));
    }
    const copy = join(folder, "copy.json");
    copyFileSync(data, copy);
    const journal = `${copy}.journal`;
    const last = journals.at(-1) ?? "";
    const write = (text: string) => writeFileSync(journal, text);
    write(last);
    return { copy, journal, states, journals, lines: last.trimEnd().split("\n"), text: last, write };
}

function ownersIn({ owners }: Organization): number {
    return owners.filter(({ name }) => name?.startsWith("owner ")).length;
}

describe("journals", () => {
    test("an intact journal contains every write, and nothing is printed", async () => {
        const { copy, states } = await killedAfterNine();
        const { service } = await open({ data: copy });
        expect(ownersIn(service.snapshot())).toBe(9);
        expect(readOrganization(copy).owners).toEqual(states[9]?.owners);
        expect(printed).not.toHaveBeenCalled();
    });

    test.each<[string, (found: Awaited<ReturnType<typeof killedAfterNine>>) => void, RegExp]>([
        ["missing", ({ journal }) => rmSync(journal), /it is missing; 0 writes can be read\./],
        ["empty", ({ write }) => write(""), /it is empty; 0 writes can be read\./],
        [
            "of a different version of the file",
            ({ write, text }) => write(text.replace(/[0-9a-f-]{36}/, "2b0ea7b8-0bd4-4c1c-93a1-0d4c8d6ea3b1")),
            /its first line cannot be read; 9 writes can be read\./,
        ],
        [
            "missing its first line",
            ({ write, lines }) => write(`${lines.slice(1).join("\n")}\n`),
            /its first line cannot be read; 0 writes can be read\./,
        ],
        [
            "cut at the end of a line",
            ({ write, lines }) => write(`${lines.slice(0, 7).join("\n")}\n`),
            /line 8 of 10 cannot be read; 6 writes can be read, and 3 writes cannot be read\./,
        ],
        [
            "cut within its last line",
            ({ write, text }) => write(text.slice(0, -20)),
            /line 10 of 10 cannot be read; 8 writes can be read, and 1 write cannot be read\./,
        ],
        [
            "missing a line in the middle",
            ({ write, lines }) => write(`${lines.toSpliced(4, 1).join("\n")}\n`),
            /line 5 of 10 cannot be read; 3 writes can be read, and 6 writes cannot be read\./,
        ],
        [
            "damaged by two swapped lines",
            ({ write, lines }) =>
                write(
                    `${lines
                        .with(4, lines[5] ?? "")
                        .with(5, lines[4] ?? "")
                        .join("\n")}\n`,
                ),
            /line 5 of 10 cannot be read; 3 writes can be read, and 6 writes cannot be read\./,
        ],
        [
            "damaged by another name in a value",
            ({ write, text }) => write(text.replace('"name":"owner 2"', '"name":"owner 3"')),
            /line 3 of 10 cannot be read; 1 write can be read, and 8 writes cannot be read\./,
        ],
    ])("a journal that is %s is refused and not changed, or set aside with recover", async (_what, damage, message) => {
        const found = await killedAfterNine();
        damage(found);
        const { copy, journal } = found;
        const before = existsSync(journal) && readFileSync(journal, "utf8");
        await expect(startService({ data: copy })).rejects.toThrow(message);
        await expect(startService({ data: copy })).rejects.toThrow(`${journal} is damaged: `);
        expect(existsSync(journal) && readFileSync(journal, "utf8")).toBe(before);
        expect(printed).not.toHaveBeenCalled();

        const { service, post } = await open({ data: copy, recover: true });
        const kept = Number(/(\d+) writes? can be read/.exec(message.source)?.[1]);
        expect(ownersIn(service.snapshot())).toBe(kept);
        expect(printed.mock.calls.flat().join()).toMatch(message.source.replace(/\\\.$/, ""));
        if (before !== false) expect(readFileSync(`${journal}.damaged-1`, "utf8")).toBe(before);
        expect((await post("/owners", { name: "next", user_ids: [] })).status).toBe(200);
        await service.close();
        expect(readOrganization(copy)).toEqual(service.snapshot());
    });

    test("a journal is never loaded with fewer writes than were acknowledged, regardless of which bit is flipped", async () => {
        const { copy, text, journal, states } = await killedAfterNine();
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at += 61) {
            const flipped = Buffer.from(bytes);
            flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
            writeFileSync(journal, flipped);
            expect(() => readOrganization(copy), `byte ${at}`).toThrow(/is damaged/);
        }
        writeFileSync(journal, bytes);
        expect(readOrganization(copy)).toEqual(states[9]);
    });

    test("the journal of a service killed during a write contains all earlier writes, and a message is printed", async () => {
        const { copy, states, journals, write } = await killedAfterNine();
        const [before = "", after = ""] = journals.slice(-2);
        for (let end = before.length; end <= after.length; end += 61) {
            printed.mockClear();
            // The first line is updated after the new line is on the disk.
            write(before + after.slice(before.length, end));
            expect(readOrganization(copy), `${end}`).toEqual(states[8]);
            expect(printed.mock.calls).toEqual(
                end === before.length
                    ? []
                    : [
                          [
                              `${copy}.journal ended with an incomplete write that was never acknowledged. It was dropped; the file now contains 8 writes.`,
                          ],
                      ],
            );
        }
    });

    test("a damaged journal is set aside under an unused name", async () => {
        const { copy, journal, write } = await killedAfterNine();
        writeFileSync(`${journal}.damaged-1`, "of another time");
        write("nonsense");
        await open({ data: copy, recover: true });
        expect(readFileSync(`${journal}.damaged-1`, "utf8")).toBe("of another time");
        expect(readFileSync(`${journal}.damaged-2`, "utf8")).toBe("nonsense");
    });

    test("a journal of a version without line numbers is read", async () => {
        const { copy, states, lines, write } = await killedAfterNine();
        const [first = "", ...others] = lines;
        const { journal } = JSON.parse(first) as { journal: string };
        const old = [JSON.stringify({ journal }), ...others.map((line) => line.replace(/^\d+ [0-9a-f]{8} /, ""))];
        // The file of that version has no checksum either.
        writeFileSync(copy, readFileSync(copy, "utf8").replace(/"checksum": .*\n/, ""));
        write(`${old.join("\n")}\n`);
        expect(readOrganization(copy)).toEqual(states[9]);
        write(`${old.join("\n")}\n[{"put":"own`);
        expect(readOrganization(copy)).toEqual(states[9]);
        expect(printed.mock.calls.flat().join()).toMatch(/ended with an incomplete write/);
        write(`${old.with(4, "[{").join("\n")}\n`);
        await expect(startService({ data: copy })).rejects.toThrow(/line 5 cannot be read; 3 writes can be read\./);
    });

    test("a journal is found if the service was killed before the journal was moved to its place", async () => {
        const { copy, journal, states } = await killedAfterNine();
        copyFileSync(journal, `${journal}.new`);
        writeFileSync(journal, "of an earlier state of the file");
        const { service } = await open({ data: copy });
        expect(service.snapshot().owners).toEqual(states[9]?.owners);
        await service.close();
        expect(readdirSync(folder).filter((file) => file.startsWith("copy"))).toEqual(["copy.json"]);
    });
});

describe("data files", () => {
    test("a data file that was altered while it has a journal is refused, or set aside with recover", async () => {
        const { copy } = await killedAfterNine();
        const altered = readFileSync(copy, "utf8").replace('"name":"Administrators"', '"name":"Administratorz"');
        writeFileSync(copy, altered);
        await expect(startService({ data: copy })).rejects.toThrow(
            `${copy} is damaged: its content does not match its checksum; its current content is readable.`,
        );
        const { service } = await open({ data: copy, recover: true });
        expect(readFileSync(`${copy}.damaged-1`, "utf8")).toBe(altered);
        expect(ownersIn(service.snapshot())).toBe(9);
    });

    test("a truncated or empty data file is refused, and not changed", async () => {
        const { copy } = await killedAfterNine();
        for (const text of ["", readFileSync(copy, "utf8").slice(0, 3000)]) {
            writeFileSync(copy, text);
            await expect(startService({ data: copy, recover: true })).rejects.toThrow(/copy\.json is not valid JSON: /);
            expect(readFileSync(copy, "utf8")).toBe(text);
        }
    });

    test("a data file that is missing while its journal exists is refused, so that the seed does not replace it", async () => {
        const { copy, journal } = await killedAfterNine();
        rmSync(copy);
        await expect(startService({ data: copy })).rejects.toThrow(
            `${copy} is missing, but its journal ${journal} exists: restore the file, or move the journal to another folder to start over.`,
        );
        expect(existsSync(journal)).toBe(true);
    });

    test("a data file that is nested too deeply is refused with a short message", async () => {
        const data = join(folder, "deep.json");
        writeFileSync(data, `{"users":${"[".repeat(50_000)}${"]".repeat(50_000)}}`);
        await expect(startService({ data })).rejects.toThrow(
            `${data} is not valid JSON: it is nested deeper than 200 levels.`,
        );
    });
});

describe("locks", () => {
    test.each(["", "null", "{}", '{"pid":-1,"id":"x"}', '{"pid":0,"id":"x"}', '{"pid":"1","id":"x"}', "[]"])(
        "a lock that no service wrote (%s) does not prevent a start",
        async (text) => {
            const data = join(folder, "organization.json");
            writeFileSync(`${data}.lock`, text);
            await open({ data });
        },
    );
});
