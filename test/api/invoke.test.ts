import { describe, expect, test } from "vitest";
import { InvalidCallError } from "../../src/api/errors.js";
import { invoke } from "../../src/api/invoke.js";
import { failureOf, NOBODY, record } from "./harness.js";

describe("an operation that is invoked by its name", () => {
    test("is sent with its ids, body and query in their places", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        const path = { group_id: NOBODY, user_id: NOBODY };
        await invoke(client, "deleteGroupUser", { path, query: { access_level_remote_id: "x" } });
        await failureOf(Promise.resolve(invoke(client, "createOwner", { body: { name: "Ops", user_ids: [] } })));
        expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
            ["DELETE", `/v1/groups/${NOBODY}/users/${NOBODY}?access_level_remote_id=x`, undefined],
            ["POST", "/v1/owners", { name: "Ops", user_ids: [] }],
        ]);
    });

    test("is rejected without its ids", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        expect(await failureOf(Promise.resolve(invoke(client, "getOwner", {})))).toBeInstanceOf(InvalidCallError);
        expect(received).toEqual([]);
    });

    test("accepts the options of a call", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        const options = { signal: AbortSignal.abort() };
        const calls = [
            invoke(client, "getOwner", { path: { owner_id: NOBODY } }, options),
            invoke(client, "createOwner", { body: { name: "Ops", user_ids: [] } }, options),
        ];
        for (const call of calls) expect((await failureOf(Promise.resolve(call))).name).toBe("AbortedError");
        expect(received).toEqual([]);
    });
});
