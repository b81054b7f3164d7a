/** Code in a state that Pulumi would run: what counts as foreign, and what a program may allow. */
import { describe, expect, test } from "vitest";
import { handlerOf } from "../../src/provider/shapes/kind.js";
import { allowsType } from "../../src/review/impact/other-changes.js";
import { foreignCodeIn } from "../../src/stack/foreign-code.js";

const OURS = "pulumi-nodejs:dynamic/access-governance:Tag";
const THEIRS = "pulumi-nodejs:dynamic:Resource";
const CODE = 'exports.handler = () => require("./mine")';
const PLUGIN = "pulumi:providers:command";
const download = { pluginDownloadURL: "https://example.invalid" };

/** Properties with foreign code in a state with one entry. */
function found(entry: object, ...allowed: string[]): string[] {
    const urn = "urn:pulumi:dev::access::type::name";
    const deployment = { resources: [{ urn, type: OURS, ...entry }] };
    const allowances = allowed.map((type) => ({ type }));
    return foreignCodeIn({ version: 3, deployment }, (type) => allowsType(allowances, type)).map(
        ({ property }) => property,
    );
}

describe("__provider", () => {
    test.each([
        ["the code of a kind", handlerOf("Tag"), []],
        ["the code of a kind of another version", handlerOf("FutureKind"), []],
        ["other code", CODE, ["__provider"]],
        ["code around that of a kind", `steal(); ${handlerOf("Tag")}`, ["__provider"]],
        ["code behind that of a kind", `${handlerOf("Tag")}; steal()`, ["__provider"]],
        ["an encrypted value", { "4dabf18193072939515e22adb298388d": "1b47", ciphertext: "v1:x" }, ["__provider"]],
        ["nothing", null, ["__provider"]],
    ])("with %s, in inputs or outputs", (_, code, expected) => {
        for (const place of ["inputs", "outputs"]) expect(found({ [place]: { __provider: code } })).toEqual(expected);
    });

    test("of a pending operation counts", () => {
        const resource = { urn: "urn:pulumi:dev::access::type::name", type: OURS, inputs: { __provider: CODE } };
        const deployment = { pending_operations: [{ resource, type: "creating" }] };
        expect(foreignCodeIn({ version: 3, deployment })).toHaveLength(1);
    });

    test("of the program's own dynamic resources may be allowed, that of the kinds of this package may not", () => {
        const inputs = { __provider: CODE };
        expect(found({ type: THEIRS, inputs })).toEqual(["__provider"]);
        expect(found({ type: THEIRS, inputs }, THEIRS)).toEqual([]);
        expect(found({ type: OURS, inputs }, OURS, "pulumi-nodejs:*", "*")).toEqual(["__provider"]);
    });
});

describe("the address of a plugin", () => {
    test.each([[download], [{ __internal: download }]])("%j counts, unless the provider is allowed", (inputs) => {
        expect(found({ type: PLUGIN, inputs })).toEqual(["pluginDownloadURL"]);
        expect(found({ type: PLUGIN, inputs }, PLUGIN)).toEqual([]);
        expect(found({ type: PLUGIN, inputs }, "pulumi:providers:aws")).toEqual(["pluginDownloadURL"]);
    });

    test("of the provider of this package cannot be allowed", () => {
        const entry = { type: "pulumi:providers:access-governance", inputs: download };
        expect(found(entry, "pulumi:*")).toEqual(["pluginDownloadURL"]);
    });

    test("in the inputs of another resource is only a value", () => {
        expect(found({ type: "aws:s3/bucket:Bucket", inputs: download })).toEqual([]);
    });
});
