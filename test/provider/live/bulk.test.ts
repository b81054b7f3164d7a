import { beforeEach, expect, it } from "vitest";
import { Client } from "../../../src/api/client.js";
import { InvalidCallError, MalformedAnswerError, NotFoundError, UnavailableError } from "../../../src/api/errors.js";
import { bulk } from "../../../src/provider/live/bulk.js";
import { eachWorld, world } from "../../proofs/conformance/each-world.js";
import { altering } from "../../support/altered.js";

let client: Client;
let ids: string[];

const update = bulk("updateOwners", "owners", "owner_id");
const describe = (id: string, description: string) => update.send(client, id, { description });
const descriptions = () => ids.map((id) => world.service.store.owners.get(id).description);
const sizes = () =>
    world.service.calls.of("updateOwners").map(({ body }) => Reflect.get(Object(body), "owners").length);

eachWorld();

beforeEach(async () => {
    client = new Client({ url: world.service.url, token: world.service.token, retries: 0 });
    ids = await Promise.all(Array.from({ length: 120 }, (_, number) => world.newOwner(`Owner ${number}`)));
});

it("combines concurrent writes into requests of at most 50 objects", async () => {
    await Promise.all(ids.map((id, number) => describe(id, `${number}`)));
    expect(descriptions()).toEqual(ids.map((_, number) => `${number}`));
    expect(sizes()).toEqual([50, 50, 20]);
    await describe(ids[0] ?? "", "again");
    expect(sizes()).toEqual([50, 50, 20, 1]);
});

it("sends two writes of one object in separate requests, in order", async () => {
    const [one = "", other = ""] = ids;
    await Promise.all([describe(one, "first"), describe(other, "other"), describe(one, "second")]);
    expect(descriptions().slice(0, 2)).toEqual(["second", "other"]);
    expect(sizes()).toEqual([2, 1]);
});

it("rejects only the write that caused the error, with its own error", async () => {
    const [one = "", two = ""] = ids;
    const nobody = "00000000-0000-4000-8000-000000000000";
    const results = await Promise.allSettled([describe(one, "1"), describe(nobody, "2"), describe(two, "3")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(results[1]).toMatchObject({ reason: expect.any(NotFoundError) });
    expect(descriptions().slice(0, 2)).toEqual(["1", "3"]);
    expect(sizes()).toEqual([3, 1, 1, 1]);
});

it("rejects only the write that cannot be sent", async () => {
    const results = await Promise.allSettled([describe(ids[0] ?? "", "1"), describe("no id", "2")]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect(results[1]).toMatchObject({ reason: expect.any(InvalidCallError) });
});

it("sends the objects of a failed request one by one the next time, and together again after that", async () => {
    const [bad = "", ...good] = ids.slice(0, 4);
    world.service.faults.add({ operation: "updateOwners", when: "before", answer: { status: 500 }, times: 1 });
    await Promise.allSettled([bad, ...good].map((id) => describe(id, "first")));
    await Promise.all([...good, bad].map((id) => describe(id, "second")));
    expect(sizes()).toEqual([4, 1, 1, 1, 1]);
    await Promise.all([...good, bad].map((id) => describe(id, "third")));
    expect(sizes().slice(-1)).toEqual([4]);
});

it("rejects all writes as ambiguous if the outcome of the request is unknown", async () => {
    world.service.faults.add({ operation: "updateOwners", when: "after", answer: { status: 500 } });
    const results = await Promise.allSettled(ids.slice(0, 2).map((id) => describe(id, "new")));
    expect(results.map((one) => one.status === "rejected" && one.reason)).toEqual([
        expect.any(UnavailableError),
        expect.any(UnavailableError),
    ]);
    expect(sizes()).toEqual([2]);
});

it("rejects a write that the response does not list as ambiguous, and sends that object alone the next time", async () => {
    const [lost = "", ...others] = ids.slice(0, 20);
    let losses = 1;
    world.between = altering("owners", (entry) => (entry.owner_id === lost && losses-- > 0 ? undefined : entry));
    const all = [lost, ...others];
    const results = await Promise.allSettled(all.map((id) => describe(id, "new")));
    expect(results.map(({ status }) => status)).toEqual(["rejected", ...others.map(() => "fulfilled")]);
    expect(results[0]).toMatchObject({
        reason: expect.objectContaining({
            constructor: MalformedAnswerError,
            ambiguous: true,
            message: expect.stringContaining(`does not list the owner_id ${lost}`),
        }),
    });
    expect(descriptions().slice(0, 2)).toEqual(["", "new"]);
    await Promise.all(all.map((id) => describe(id, "newer")));
    expect(descriptions().slice(0, 2)).toEqual(["newer", "newer"]);
    // The first request reached the service without the lost entry.
    expect(sizes()).toEqual([19, 1, 19]);
});
