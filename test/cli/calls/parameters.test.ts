import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { manual } from "../../../src/api/generated/manual.gen.js";
import type { OperationName } from "../../../src/api/generated/operations.gen.js";
import { operations } from "../../../src/api/generated/operations.gen.js";
import type { OperationEntry } from "../../../src/api/operation.js";
import { addParameters, callParts, readBodyOption, unknownFields } from "../../../src/cli/calls/parameters.js";
import { addCall } from "../../../src/cli/commands/call.js";
import { UsageError } from "../../../src/common/errors.js";

const folder = mkdtempSync(join(tmpdir(), "parameters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a file with this text and returns its path. */
function fileOf(text: string): string {
    const file = join(folder, `${Math.random()}.json`);
    writeFileSync(file, text);
    return file;
}

const ID = "0f0e0d0c-0b0a-4908-8706-050403020100";
const OTHER = "1f0e0d0c-0b0a-4908-8706-050403020100";

/** Returns the parts of the request for these arguments. @throws the error message if an argument is refused. */
function sent(name: OperationName, ...args: string[]) {
    return callParts(manual[name], valuesOf(name, args));
}

/** The same as `sent`, with the body from a file. */
async function sentWith(file: string, name: OperationName, ...args: string[]) {
    const values = valuesOf(name, [...args, "--body", file]);
    return callParts(manual[name], values, await readBodyOption(values));
}

function valuesOf(name: OperationName, args: readonly string[]) {
    let refusal = "";
    const command = new Command("call")
        .exitOverride(() => {
            throw new Error(refusal.trim());
        })
        .configureOutput({ writeErr: (text) => (refusal += text) });
    addParameters(command, manual[name]);
    command.parse([...args], { from: "user" });
    return command.opts();
}

describe("the options of all operations", () => {
    const program = new Command("access-governance");
    addCall(program);
    // Commands without a dot are areas, such as `groups`.
    const commands = (program.commands[0]?.commands ?? []).filter((command) => command.name().includes("."));
    const entries = Object.entries(operations) as [OperationName, OperationEntry][];

    test("each operation has a command", () => {
        expect(commands.map((command) => command.name()).sort()).toEqual(entries.map(([, { call }]) => call).sort());
    });

    test.each(entries)("%s: options are distinct and accept the API spelling of every parameter", (name, { call }) => {
        const command = commands.find((one) => one.name() === call);
        if (!command) throw new Error(`There is no ${call}`);
        const flags = command.options.map(({ long }) => long);
        expect(new Set(flags).size).toBe(flags.length);
        expect(new Set(command.options.map((option) => option.attributeName())).size).toBe(flags.length);
        const names = new Set(manual[name].parameters.map((parameter) => parameter.name));
        for (const parameter of manual[name].parameters) {
            // A value that the options of each type accept.
            const value = { string: "x", integer: "1", boolean: "true", json: "{}" }[parameter.type];
            const others = manual[name].parameters
                .filter((one) => one.required && one.in !== "body" && one.name !== parameter.name)
                .flatMap((one) => [`--${one.name}`, "1"]);
            const { path, query, body } = sent(name, `--${parameter.name}`, value, ...others);
            expect(Object.keys({ ...path, ...query, ...Object(body) })).toContain(parameter.name);
        }
        expect(flags.length).toBe(
            names.size +
                (manual[name].parameters.some((one) => one.in === "body") ? 1 : 0) +
                ["--all", "--fields"].filter((flag) => flags.includes(flag)).length +
                2,
        );
    });
});

describe("option values", () => {
    const job = ["--group-id", ID, "--user-id", OTHER];

    test("accepts whole numbers, including negative ones", () => {
        expect(sent("addGroupUser", ...job, "--duration-minutes", "60").body).toEqual({ duration_minutes: 60 });
        expect(sent("addGroupUser", ...job, "--duration-minutes", "-1").body).toEqual({ duration_minutes: -1 });
        expect(sent("addGroupUser", ...job, "--duration-minutes=0").body).toEqual({ duration_minutes: 0 });
    });

    test.each(["1.5", "", "x", "1e3", "99999999999999999"])("refuses %j as a whole number", (text) => {
        expect(() => sent("getGroups", "--page-size", text)).toThrow(/^error: .* It must be a whole number\.$/);
    });

    test("accepts a boolean option without a value, or with true or false", () => {
        expect(sent("getGroups", "--requestable").query).toEqual({ requestable: true });
        expect(sent("getGroups", "--requestable", "--group-name", "x").query).toMatchObject({ requestable: true });
        expect(sent("getGroups", "--requestable", "true").query).toEqual({ requestable: true });
        expect(sent("getGroups", "--requestable=false").query).toEqual({ requestable: false });
        expect(() => sent("getGroups", "--requestable", "yes")).toThrow(/^error: .* It must be true or false\.$/);
    });

    test("accepts a list with no, one or several values, and a repeated option", () => {
        const list = (...args: string[]) => sent("setBundleVisibility", "--bundle-id", ID, ...args).body;
        expect(list("--visibility-group-ids")).toEqual({ visibility_group_ids: [] });
        expect(list("--visibility-group-ids", "a")).toEqual({ visibility_group_ids: ["a"] });
        expect(list("--visibility-group-ids", "a", "b", "--visibility", "GLOBAL")).toEqual({
            visibility_group_ids: ["a", "b"],
            visibility: "GLOBAL",
        });
        const many = { visibility_group_ids: ["a", "b", "c"] };
        expect(list("--visibility-group-ids", "a", "--visibility-group-ids", "b", "c")).toEqual(many);
        expect(list("--visibility-group-ids", "--visibility-group-ids", "a", "b", "c")).toEqual(many);
    });

    test("accepts lists of numbers", () => {
        const list = (...args: string[]) => sent("createUAR", ...args).body;
        expect(list("--reminder-schedule")).toEqual({ reminder_schedule: [] });
        expect(list("--reminder-schedule", "7", "-3")).toEqual({ reminder_schedule: [7, -3] });
        expect(list("--reminder-schedule", "7", "--reminder-schedule", "3")).toEqual({ reminder_schedule: [7, 3] });
        expect(list("--reminder-schedule", "--reminder-schedule", "3")).toEqual({ reminder_schedule: [3] });
        expect(() => list("--reminder-schedule", "7", "soon")).toThrow("It must be a whole number.");
    });

    test("splits a query list at commas only if its description says so", () => {
        expect(sent("getGroups", "--group-ids", `${ID},${OTHER}`).query).toEqual({ group_ids: [ID, OTHER] });
        expect(sent("getGroups", "--group-ids", ID, OTHER).query).toEqual({ group_ids: [ID, OTHER] });
        expect(sent("getRemoteUsers", "--remote-id", "cn=a,ou=b").query).toEqual({ remote_id: ["cn=a,ou=b"] });
    });

    test("accepts JSON and refuses invalid JSON", () => {
        const start = (text: string) => sent("createCampaign", "--configuration", text).body;
        expect(start('{"a": [1, null]}')).toEqual({ configuration: { a: [1, null] } });
        expect(() => start("{a}")).toThrow(/^error: .* It is not JSON\.$/);
    });

    test("sends strings unchanged: empty, with leading hyphens, or spelled like an option", () => {
        for (const text of ["", "-x", "--group_id", "--group_id=1", " 1 "]) {
            expect(sent("getGroups", "--group-name", text).query).toEqual({ group_name: text });
        }
    });

    test("accepts enum values that this version does not know", () => {
        expect(sent("getGroups", "--group-type-filter", "NEW_KIND").query).toEqual({ group_type_filter: "NEW_KIND" });
    });
});

describe("option names", () => {
    test("option names may be spelled as in the API", () => {
        expect(sent("getGroup", "--group_id", ID)).toEqual(sent("getGroup", "--group-id", ID));
        expect(sent("getGroup", `--group_id=${ID}`)).toEqual(sent("getGroup", "--group-id", ID));
        expect(sent("getGroups", "--page_size", "2", "--group-name", "x").query).toEqual({
            page_size: 2,
            group_name: "x",
        });
    });

    test("a missing or unknown option is reported in one sentence", () => {
        expect(() => sent("getGroup")).toThrow("error: required option '--group-id <id|name>' not specified");
        expect(() => sent("getGroup", "--group-id", ID, "--colour", "x")).toThrow("error: unknown option '--colour'");
    });

    test("an option whose parameter moved from the query to the body sets the body field", () => {
        expect(sent("createTag", "--tag-key", "team", "--tag-value", "core")).toEqual({
            path: {},
            query: {},
            body: { tag_key: "team", tag_value: "core" },
        });
    });
});

describe("request bodies", async () => {
    test("a body is read from a file, and options override its fields", async () => {
        const file = fileOf('{"name": "a", "description": "b", "extra": 1}');
        expect((await sentWith(file, "createBundle")).body).toEqual({ name: "a", description: "b", extra: 1 });
        expect((await sentWith(file, "createBundle", "--name", "c")).body).toEqual({
            name: "c",
            description: "b",
            extra: 1,
        });
    });

    test("an empty body is sent if given, and no body is sent by default", async () => {
        expect((await sentWith(fileOf("{}"), "createBundle")).body).toEqual({});
        expect(sent("createBundle").body).toBeUndefined();
        expect(sent("getGroup", "--group-id", ID).body).toBeUndefined();
    });

    test("unknown fields of a body are listed", async () => {
        const parts = await sentWith(fileOf('{"nmae": 1, "colour": null}'), "createBundle", "--name", "a");
        expect(unknownFields(manual.createBundle, parts)).toEqual(["nmae", "colour"]);
        expect(unknownFields(manual.createBundle, sent("createBundle", "--name", "a"))).toEqual([]);
        expect(unknownFields(manual.createBundle, sent("createBundle"))).toEqual([]);
    });

    test.each([
        ["{", /^The body in \S+ is not JSON\. Provide a JSON object\.$/],
        ["", /^The body in \S+ is not JSON\. Provide a JSON object\.$/],
        ["[]", /^The body in \S+ is not a JSON object\. Enclose its fields in braces\.$/],
        ["null", /^The body in \S+ is not a JSON object\. Enclose its fields in braces\.$/],
        ['"x"', /^The body in \S+ is not a JSON object\. Enclose its fields in braces\.$/],
    ])("refuses the body %j", async (text, message) => {
        const given = sentWith(fileOf(text), "createBundle");
        await expect(given).rejects.toThrow(UsageError);
        await expect(given).rejects.toThrow(message);
    });

    test("refuses a body that cannot be read, in one sentence", async () => {
        const missing = join(folder, "missing.json");
        await expect(sentWith(missing, "createBundle")).rejects.toThrow(
            new UsageError(`Cannot read the body from ${missing}: no such file.`),
        );
        await expect(sentWith('{"name":"x"}', "createBundle")).rejects.toThrow(/pipe it and use --body -\.$/);
        await expect(sentWith(folder, "createBundle")).rejects.toThrow(
            /^Cannot read the body from \S+: EISDIR: [^\n]*\.$/,
        );
    });

    test("accepts a byte order mark at the start of a body", async () => {
        expect((await sentWith(fileOf('\ufeff{"name": "a"}'), "createBundle")).body).toEqual({ name: "a" });
    });
});
