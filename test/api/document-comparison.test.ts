/** What a newer document of the API has and ours lacks is found, and what is merged is then no longer found. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { ACCESS_RULES } from "../../scripts/generate/api-update.js";
import { type ApiDifference, apiDifferences, lackingPart } from "../../scripts/generate/compare.js";
import { type Document, joined, readDocument } from "../../scripts/generate/document.js";

const whole = readDocument(join(__dirname, "../../api"));

type Json = { [key: string]: Json } & Json[];

/** The document without what is at a path. */
function without(...path: string[]): Document {
    const copy = structuredClone(whole);
    const last = path.pop() ?? "";
    const node = path.reduce((at, key) => at[key] as Json, copy as unknown as Json);
    if (Array.isArray(node)) node.splice(node.indexOf(last as never), 1);
    else delete node[last];
    return copy;
}

const schemas = ["components", "schemas"];
const CASES: readonly (readonly [path: string[], section: ApiDifference["section"], place: string])[] = [
    [["paths", "/requests/{id}/escalate", "post"], "operation", "POST /requests/{id}/escalate"],
    [
        ["paths", "/groups/{group_id}/visibility", "get", "responses", "403"],
        "operation",
        "GET /groups/{group_id}/visibility 403",
    ],
    [[...schemas, "ReviewerStage", "properties", "opal_script_ids"], "blind", "ReviewerStage.opal_script_ids"],
    [[...schemas, "CreateGroupInfo", "properties", "match_remote_name"], "wire", "CreateGroupInfo.match_remote_name"],
    [[...schemas, "UpdateUserInfo", "minProperties"], "wire", "UpdateUserInfo"],
    [
        [...schemas, "UpdateCampaignConfigurationInfo", "properties", "end_date", "nullable"],
        "wire",
        "UpdateCampaignConfigurationInfo.end_date",
    ],
    [[...schemas, "CampaignConfiguration", "properties", "query", "nullable"], "type", "CampaignConfiguration.query"],
    [[...schemas, "StringMatchType", "enum", "REGEX"], "member", "StringMatchType"],
    [[...schemas, "AccessResultNode", "required", "isDirect"], "type", "AccessResultNode.isDirect"],
];

test.each(CASES)("what is missing at %j is found, and merged", (path, section, place) => {
    const ours = without(...path);
    const found = apiDifferences(ours, whole);
    expect(found).toMatchObject([{ section, place, reason: undefined }]);
    const merged = joined(ours, lackingPart(found, "newest", true), "") as Document;
    expect(apiDifferences(merged, whole)).toEqual([]);
});

test("our document does not differ from itself", () => {
    expect(apiDifferences(whole, whole, true)).toEqual([]);
});

test("what only ours has is found in a whole document, but not in a part, and has its written reason", () => {
    const path = [...schemas, "AddResourceUserRequest", "properties", "duration_minutes", "minimum"];
    const ours = structuredClone(whole);
    const newer = without(...path);
    const [found, ...more] = apiDifferences(ours, newer);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
        section: "ours",
        place: "AddResourceUserRequest.duration_minutes",
        what: "minimum 0",
    });
    expect(found?.reason).toEqual(expect.stringContaining("negative"));
    expect(apiDifferences(ours, { ...newer, paths: {} })).toEqual([]);
});

test("a document in the vendor's form is compared: its names of schemas, null as a type, and references in allOf", () => {
    const newer = {
        ...whole,
        paths: {},
        components: {
            schemas: {
                OpalAccessQueryResults: whole.components.schemas.AccessQueryResults ?? {},
                User: {
                    properties: {
                        manager_id: { type: ["string", "null"], format: "uuid" },
                        hr_idp_status: { allOf: [{ $ref: "#/components/schemas/UserHrIdpStatusEnum" }] },
                        deputy: { type: ["string", "null"], description: "Somebody's words.", example: "x" },
                    },
                },
            },
        },
    } as unknown as Document;
    const found = apiDifferences(whole, newer);
    expect(found.map(({ place, what }) => `${place}: ${what}`)).toEqual(["User.deputy: field, string, nullable"]);
    expect(lackingPart(found, "newest", false)).toEqual({
        components: {
            schemas: {
                User: {
                    properties: { deputy: { type: ["string", "null"], description: "", "x-known-from": "newest" } },
                },
            },
        },
    });
});

test("the rules of access are named by schemas that exist", () => {
    expect(Object.keys(ACCESS_RULES).filter((name) => !(name in whole.components.schemas))).toEqual([]);
});
