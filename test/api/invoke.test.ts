import { describe, expect, test } from "vitest";
import { InvalidCallError } from "../../src/api/errors.js";
import { invoke } from "../../src/api/invoke.js";
import { failureOf, NOBODY, record } from "./harness.js";

describe("an operation that is known by its name", () => {
    test("is called with ids, body and query, each in its place", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        const path = { group_id: NOBODY, user_id: NOBODY };
        await invoke(client, "deleteGroupUser", { path, query: { access_level_remote_id: "x" } });
        await failureOf(Promise.resolve(invoke(client, "createOwner", { body: { name: "Ops", user_ids: [] } })));
        expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
            ["DELETE", `/v1/groups/${NOBODY}/users/${NOBODY}?access_level_remote_id=x`, undefined],
            ["POST", "/v1/owners", { name: "Ops", user_ids: [] }],
        ]);
    });

    test("is refused without its ids", async () => {
        const { client, received } = await record(() => ({ body: {} }));
        expect(await failureOf(Promise.resolve(invoke(client, "getOwner", {})))).toBeInstanceOf(InvalidCallError);
        expect(received).toEqual([]);
    });

    test("takes the options of the call", async () => {
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
