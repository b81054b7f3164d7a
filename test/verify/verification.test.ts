/** Findings that need both the contract and the access checks, and the overall verdict. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { kinds } from "../../src/resources/kinds.js";
import { verdictOf, verify } from "../../src/verify/verification.js";
import { listIn } from "./claims.js";
import { Tampered } from "./organization.js";

let tampered: Tampered;
beforeAll(async () => {
    tampered = await Tampered.start();
});
afterEach(() => tampered.removeEdits());
afterAll(() => tampered.close());

const verified = () => verify({ client: tampered.client(), kinds, sample: 5 });

test.each([
    ["getGroups", "group_id", ({ inner }) => inner, "getGroup"],
    ["getResources", "resource_id", ({ vault }) => vault, "getResource"],
    ["getUsers", "user_id", ({ outsider }) => outsider, "getUser"],
] as const satisfies readonly (readonly [string, string, (ids: Tampered["ids"]) => string, string])[])(
    "reports a list of %s that omits an object which can be read by id",
    async (list, key, idOf, read) => {
        const id = idOf(tampered.ids);
        tampered.edit(list, (body) => ({
            ...body,
            results: listIn(body, "results").filter((item) => item[key] !== id),
        }));
        const verification = await verified();
        expect(verification.contract.findings).toContainEqual({
            heading: "lists",
            operation: list,
            detail: `omits objects that ${read} returns`,
            count: 1,
        });
        expect(verdictOf(verification)).toBe("disagrees");
    },
);

test("does not report an object that was deleted while lists were read", async () => {
    tampered.edit("getGroups", (body) => ({
        ...body,
        results: listIn(body, "results").filter(({ group_id }) => group_id !== tampered.ids.inner),
    }));
    tampered.refuse("getGroup", 404, ([id]) => id === tampered.ids.inner);
    const { contract } = await verified();
    expect(contract.findings.filter(({ heading }) => heading === "lists")).toEqual([]);
});
