import { expect, test } from "vitest";
import { seedOrganization } from "../../src/service/index.js";
import { createStore, type Store } from "../../src/service/store.js";

class Undone extends Error {}

function undone(store: Store, work: () => void): void {
    expect(() =>
        store.transaction(() => {
            work();
            throw new Undone();
        }),
    ).toThrow(Undone);
}

test("a transaction that fails leaves records, order, positions and lookups by part of the key as they were", () => {
    const store = createStore(seedOrganization("small"));
    const before = store.snapshot();
    const users = store.users.all();
    const positions = users.map((user) => store.users.positionOf(user));
    const [first, second] = users;
    if (!first || !second) throw new Error("The organization has no users.");
    const membershipsOf = () => store.groupUsers.where("user_id", first.user_id);
    const memberships = membershipsOf();
    undone(store, () => {
        store.users.delete(first);
        store.users.set({ ...first, position: "Back again" });
        store.users.change(second.user_id, { position: "Somebody else" });
        store.users.set({ ...first, user_id: store.newId("user", "new"), email: "new@tidewater.example" });
        store.users.delete(second);
        store.groupUsers.deleteWhere("user_id", first.user_id);
        expect(membershipsOf()).toEqual([]);
    });
    expect(store.snapshot()).toEqual(before);
    expect(store.users.all().map((user) => store.users.positionOf(user))).toEqual(positions);
    expect(membershipsOf()).toEqual(memberships);
});

test("an id that was made in a failed transaction is made again", () => {
    const store = createStore(seedOrganization("small"));
    let made = "";
    undone(store, () => {
        made = store.newId("group", "Night shift");
    });
    expect(store.newId("group", "Night shift")).toBe(made);
    expect(store.newId("group", "Night shift")).not.toBe(made);
});

test("a transaction tells whether anything was changed", () => {
    const store = createStore(seedOrganization("small"));
    const nobody = { tag_id: "00000000-0000-4000-8000-000000000000", key: "a", value: "b" };
    expect(store.transaction(() => store.users.all()).changed).toBe(false);
    expect(store.transaction(() => store.tags.delete(nobody)).changed).toBe(false);
    expect(store.transaction(() => store.tags.set(nobody)).changed).toBe(true);
});

test("a write does not cost more in a large table", () => {
    const store = createStore(seedOrganization("empty"));
    const write = (i: number) =>
        store.transaction(() => store.userTags.set({ tag_id: `tag ${i % 100}`, user_id: `user ${i}` }));
    const time = (from: number, to: number) => {
        const start = performance.now();
        for (let i = from; i < to; i++) write(i);
        return performance.now() - start;
    };
    const small = time(0, 2000);
    time(2000, 60_000);
    const large = time(60_000, 62_000);
    // Copying the table would make it thirty times as slow; the machine may be busy.
    expect(large).toBeLessThan(10 * small + 100);
});
