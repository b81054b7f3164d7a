import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { parseSnapshot } from "../../../src/access/reader/snapshot.js";
import { parseTerraformState } from "../../../src/adopt/export/terraform/terraform-state.js";
import { MalformedAnswerError } from "../../../src/api/errors.js";
import { foreignJson, jsonFault } from "../../../src/api/transport/json.js";
import { UsageError } from "../../../src/common/errors.js";
import { AccessGovernanceClient } from "../../../src/index.js";
import { parseRules } from "../../../src/review/impact/rules.js";
import { parseDocument } from "../../../src/review/report/document.js";
import { parseDeployment } from "../../../src/stack/deployment.js";

/** Lists in lists, `levels` deep. */
const nested = (levels: number, inner = "") => "[".repeat(levels) + inner + "]".repeat(levels);
const DEEP = nested(200_000);

describe("foreignJson", () => {
    test.each([
        ["null", null],
        [' {"a": [1, "]"]} ', { a: [1, "]"] }],
        [JSON.stringify(`${"[".repeat(2000)}\\"\\\\`), `${"[".repeat(2000)}\\"\\\\`],
        [nested(1000), JSON.parse(nested(1000))],
        [`[${'{"a":[]},'.repeat(2000)}1]`, [...Array.from({ length: 2000 }, () => ({ a: [] })), 1]],
    ])("parses %s", (text, value) => {
        expect(foreignJson(text)).toEqual({ value });
    });

    test.each([
        ["", "not JSON"],
        ['{"a', "not JSON"],
        [nested(1001), "nested deeper than 1,000 levels"],
        [`${nested(1001)}"`, "nested deeper than 1,000 levels"],
        [DEEP, "nested deeper than 1,000 levels"],
    ])("refuses other texts", (text, fault) => {
        expect(foreignJson(text)).toBeUndefined();
        expect(jsonFault(text)).toBe(fault);
    });
});

test.each([
    ["a snapshot", () => parseSnapshot(DEEP, "access.json")],
    ["a preview", () => parseDocument(`{"steps": ${DEEP}}`)],
    ["a deployment", () => parseDeployment(`{"version": 3, "deployment": ${DEEP}}`)],
    ["a Terraform state", () => parseTerraformState(DEEP)],
    ["a rules file with nested lists", () => parseRules(`rules: ${"- ".repeat(200_000)}`, "access-rules.yaml")],
    ["a rules file", () => parseRules(`{"rules": ${DEEP}}`, "access-rules.json")],
])("%s that is nested too deeply is refused", (_, parse) => {
    expect(parse).toThrow(UsageError);
    expect(parse).toThrow(/nested/);
});

test("an answer that is nested too deeply is malformed", async () => {
    const server = createServer((_, answer) => void answer.end(`{"results": ${DEEP}}`));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`; // the server listens on a port
    const client = new AccessGovernanceClient({ url, token: "x", retries: 0 });
    await expect(client.users.list().all()).rejects.toThrow(MalformedAnswerError);
    server.close();
});
