import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MalformedAnswerError } from "../../../src/api/errors.js";
import type { OperationName } from "../../../src/api/generated/operations.gen.js";
import type { Parts } from "../../../src/api/parameters.js";
import { faultOf } from "../../../src/api/transport/answer.js";
import { foreignJson } from "../../../src/api/transport/json.js";
import { connect, failureOf, NOBODY, record } from "../harness.js";

const app = { app_id: NOBODY, name: "Tidewater", description: "", admin_owner_id: NOBODY, app_type: "OPAL" };

describe("responses", () => {
    test("a response keeps unknown fields, at every depth", async () => {
        const answer = { apps: [{ ...app, colour: "blue", validations: [] }], newer: { a: [1] } };
        const { client } = await record(() => ({ body: answer }));
        expect(await client.call("getApps")).toEqual(answer);
    });

    test("a response keeps unknown members of enumerations", async () => {
        const answer = { apps: [{ ...app, app_type: "SOMETHING_NEWER" }] };
        const { client } = await record(() => ({ body: answer }));
        expect(await client.call("getApps")).toEqual(answer);
    });

    test("a response keeps unknown members of enumerations inside a nullable object", async () => {
        const user = {
            group_id: NOBODY,
            group_name: "",
            user_id: NOBODY,
            full_name: "",
            email: "",
            name: "",
            description: "",
        };
        const answer = {
            results: [{ ...user, propagation_status: { status: "SOMETHING_NEWER" }, access_level: null }],
        };
        const { client } = await record(() => ({ body: answer }));
        expect(await client.call("getGroupUsers", { path: { group_id: NOBODY } })).toEqual(answer);
    });

    test("a response with a nullable object of another shape is malformed", async () => {
        const user = {
            group_id: NOBODY,
            group_name: "",
            user_id: NOBODY,
            full_name: "",
            email: "",
            name: "",
            description: "",
        };
        const { client } = await record(() => ({ body: { results: [{ ...user, access_level: "reader" }] } }));
        const error = await failureOf(client.call("getGroupUsers", { path: { group_id: NOBODY } }));
        expect(error.message).toContain("at results.0.access_level: Invalid input: expected object, received string");
    });

    test.each(["app_id", "name"])("a response without the required %s is malformed", async (field) => {
        const { [field as "name"]: _, ...rest } = app;
        const { client } = await record(() => ({ body: { apps: [app, rest] } }));
        const error = await failureOf(client.call("getApps"));
        expect(error).toBeInstanceOf(MalformedAnswerError);
        expect(error.message).toContain(`at apps.1.${field}: `);
    });

    test("a response may have null for an optional property", async () => {
        const answer = { results: [], next: null, previous: null };
        const { client } = await record(() => ({ body: answer }));
        expect(await client.call("getAccessRules")).toEqual(answer);
    });

    test("a response with null for a required property is malformed", async () => {
        const { client } = await record(() => ({ body: { results: null, next: null } }));
        const error = await failureOf(client.call("getAccessRules"));
        expect(error.message).toContain("at results: the items of the list are missing");
    });

    test.each([null, [], "text", 5])("a response with %j in place of an object is malformed", async (body) => {
        const { client } = await record(() => ({ body: JSON.stringify(body) }));
        expect(await failureOf(client.call("getApps"))).toBeInstanceOf(MalformedAnswerError);
    });
});

describe("an object without any of the documented properties", () => {
    test.each<[OperationName, Parts]>([
        ["getBundle", { path: { bundle_id: NOBODY } }],
        ["getGroupVisibility", { path: { group_id: NOBODY } }],
        ["createBundle", { body: { name: "x", admin_owner_id: NOBODY } }],
        ["createRequestComment", { path: { id: NOBODY }, body: { comment: "c" } }],
        ["updateBundle", { path: { bundle_id: NOBODY }, body: { name: "x" } }],
    ])("is a malformed response of %s", async (operation, parts) => {
        const status = operation === "createBundle" ? 201 : 200;
        for (const body of [{}, { ok: true }, { error: "upstream" }]) {
            const { client } = await record(() => ({ status, body }), { retries: 0 });
            const error = await failureOf(client.send(operation, parts));
            expect(error).toBeInstanceOf(MalformedAnswerError);
            expect(error.message).toContain("at the top level: ");
        }
    });

    test("is different from one whose properties are null", async () => {
        const { client } = await record(() => ({ body: { visibility: null } }));
        expect(await client.call("getGroupVisibility", { path: { group_id: NOBODY } })).toEqual({ visibility: null });
    });
});

describe("PUT /bundles", () => {
    test("returns the bundle if it changed, and undefined (204) otherwise", async () => {
        const { client, service } = await connect();
        const admin_owner_id = service.store.owners.all()[0]?.owner_id ?? "";
        const bundle = await client.call("createBundle", { body: { name: "Starter", admin_owner_id } });
        const path = { bundle_id: bundle.bundle_id ?? "" };
        const changed = await client.call("updateBundle", { path, body: { name: "Starter kit" } });
        expect(changed).toMatchObject({ name: "Starter kit" });
        expect(await client.call("updateBundle", { path, body: { name: "Starter kit" } })).toBeUndefined();
        expect(service.calls.of("updateBundle").map((call) => call.status)).toEqual([200, 204]);
    });
});

describe("a problem with the body of a successful response", () => {
    const schema = z.object({
        status: z.enum(["on", "off"]).optional(),
        count: z.number().min(1).max(9).optional(),
        either: z
            .union([z.object({ kind: z.enum(["a"]), size: z.number() }), z.object({ name: z.string() })])
            .optional(),
    });
    const problem = (body: string, one: z.ZodType | null = schema) => faultOf(body, foreignJson(body), one);

    test("is an HTML page if no body is documented", () => {
        expect(problem(" \n<html></html>", null)).toBe("with an HTML page");
        expect(problem("1 < 2", null)).toBeUndefined();
        expect(problem("done <b>", null)).toBeUndefined();
    });

    test("is a body that is empty or not JSON", () => {
        expect(problem("")).toBe("with an empty body");
        expect(problem(" \n")).toBe("with an empty body");
        expect(problem("{")).toBe("with a body that is not JSON");
    });

    test("is neither an unknown member of an enumeration nor a number out of bounds", () => {
        for (const body of ['{"status":"paused"}', '{"count":0}', '{"count":10}', '{"either":{"kind":"b","size":1}}'])
            expect(problem(body)).toBeUndefined();
    });

    test("is a value that matches none of the alternatives", () => {
        expect(problem('{"either":{"kind":"a","size":"1"}}')).toMatch(
            /^with a body that does not match the API, at either: /,
        );
        expect(problem('{"either":{"kind":"b","size":"1"}}')).toMatch(
            /^with a body that does not match the API, at either: /,
        );
        expect(problem('{"either":{"name":"x"}}')).toBeUndefined();
    });

    test("is reported at the top level if the whole body is wrong", () => {
        expect(problem("[]", z.string())).toMatch(/^with a body that does not match the API, at the top level: /);
        expect(problem("{}")).toBe(
            "with a body that does not match the API, at the top level: none of the documented properties is present",
        );
        expect(problem("{}", z.object({}))).toBeUndefined();
    });
});
