/** The published JSON Schema of a report: an independent validator accepts real reports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccessGovernanceClient } from "../../../src/api/access-governance-client.js";
import { reportDocument, reportJsonSchema } from "../../../src/cli/steps/report-document.js";
import { prose } from "../../../src/common/phrase.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { accessDocument } from "../../../src/review/impact/impact-outline.js";
import { impactOfPreview } from "../../../src/review/impact/preview-impact.js";
import { judge } from "../../../src/review/impact/verdicts.js";
import { reportOf } from "../../../src/review/report/report.js";
import { kindOf, recorded } from "../../review/report/document.js";

const published = JSON.parse(readFileSync(join(__dirname, "../../../api/report.schema.json"), "utf8"));
const validate = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true }).compile(published);

let service: Service;
let client: AccessGovernanceClient;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    client = new AccessGovernanceClient({ url: service.url, token: service.token, retries: 0 });
});
afterAll(() => service.close());

describe("api/report.schema.json", () => {
    test("matches the schema in the code", () => {
        expect(published).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())));
    });

    test.each(["pull-request", "everything", "wrong-token"])("accepts the report of %s", async (name) => {
        const document = recorded(name);
        const report = await reportOf(document, kindOf, client);
        const preview = await impactOfPreview(document, kindOf, { client });
        const rules = judge(
            preview,
            { rules: [{ name: "R", owner: "O", reason: "B.", maxGained: 0 }], waivers: [] },
            "2027",
        );
        const made = reportDocument(report, { document: accessDocument(preview), rules, link: "https://ci.example/1" });
        const parsed: unknown = JSON.parse(JSON.stringify(made));
        expect(validate(parsed), JSON.stringify(validate.errors)).toBe(true);
        expect(parsed).toEqual(made);
        const bare = reportDocument(report, { notEvaluated: prose`No token is set.`, rules: [] });
        expect(validate(JSON.parse(JSON.stringify(bare))), JSON.stringify(validate.errors)).toBe(true);
    });

    test("a report contains the identity, action and outside change of each object", async () => {
        const report = await reportOf(recorded("pull-request"), kindOf, client);
        const { objects, counts, headline } = reportDocument(report, { rules: [] });
        expect(headline).toMatch(/^6 objects change: /);
        expect(counts).toMatchObject({
            widens: 1,
            mayWiden: 1,
            narrows: 1,
            none: 3,
            changedOutside: 2,
            deletedOutside: 1,
        });
        expect(objects.find(({ resource }) => resource === "audit")).toEqual({
            section: "none",
            kind: "Bundle",
            title: 'Bundle "Audit"',
            resource: "audit",
            type: "pulumi-nodejs:dynamic/access-governance:Bundle",
            urn: "urn:pulumi:prod::access::pulumi-nodejs:dynamic/access-governance:Bundle::audit",
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            action: "create",
            fate: "deleted outside; recreated",
            outside: { does: "deleted", isKept: false, by: null, at: null, words: null },
            lines: [],
        });
    });

    test("refuses a document that is not a report", () => {
        expect(validate({})).toBe(false);
        expect(validate({ version: 2 })).toBe(false);
    });
});
