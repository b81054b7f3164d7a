import { expect, test } from "vitest";
import { randomNumbers } from "../../../../src/local/service/control/random.js";
import { seedOrganization } from "../../../../src/local/service/index.js";
import { createStore, type Store } from "../../../../src/local/service/storage/store.js";

class Undone extends Error {}

function undone(store: Store, work: () => void): void {
    expect(() =>
        store.transaction(() => {
            work();
            throw new Undone();
        }),
    ).toThrow(Undone);
}

test("a failed transaction does not change records, order, positions or lookups by part of the key", () => {
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

test("an id that was created in a failed transaction is created again", () => {
    const store = createStore(seedOrganization("small"));
    let made = "";
    undone(store, () => {
        made = store.newId("group", "Night shift");
    });
    expect(store.newId("group", "Night shift")).toBe(made);
    expect(store.newId("group", "Night shift")).not.toBe(made);
});

test("a transaction returns whether anything was changed", () => {
    const store = createStore(seedOrganization("small"));
    const nobody = { tag_id: "00000000-0000-4000-8000-000000000000", key: "a", value: "b" };
    expect(store.transaction(() => store.users.all()).changed).toBe(false);
    expect(store.transaction(() => store.tags.delete(nobody)).changed).toBe(false);
    expect(store.transaction(() => store.tags.set(nobody)).changed).toBe(true);
});

test("a write does not copy more in a large table", () => {
    const store = createStore(seedOrganization("empty"));
    const write = (i: number) =>
        store.transaction(() => store.userTags.set({ tag_id: `tag ${i % 100}`, user_id: `user ${i}` }));
    let written = 0;
    const { set } = Map.prototype;
    let entries = 0;
    // Also called for each entry that the constructor of a map copies.
    Map.prototype.set = function (...entry) {
        entries += 1;
        return set.apply(this, entry);
    };
    try {
        const entriesOf = (times: number) => {
            entries = 0;
            for (let i = 0; i < times; i++) write(written++);
            return entries;
        };
        entriesOf(300);
        const few = entriesOf(300);
        expect(few).toBeGreaterThanOrEqual(300);
        entriesOf(6_000);
        expect(entriesOf(300)).toBe(few);
    } finally {
        Map.prototype.set = set;
    }
});

/** The contents of a table: the records in order with their positions, and every lookup by part of the key. */
function shown({ groupUsers }: Store, names: readonly string[]) {
    return {
        all: groupUsers.all().map((record) => [groupUsers.positionOf(record), record]),
        byGroup: names.map((group_id) => groupUsers.where("group_id", group_id)),
        byUser: names.map((user_id) => groupUsers.where("user_id", user_id)),
    };
}

test.each([1, 2, 3, 4, 5])(
    "random transactions, some of which fail, have the effect of the successful ones (seed %i)",
    (seed) => {
        const random = randomNumbers(seed);
        const names = ["a", "b", "c", "d"];
        const name = () => names[Math.floor(random() * names.length)] ?? "a";
        const store = createStore(seedOrganization("empty"));
        // The expected records, without the changes that were undone.
        let expected = new Map<string, object>();
        const grant = { access_level_remote_id: "", propagation_status: null };
        for (let round = 0; round < 200; round++) {
            const fails = random() < 0.5;
            const model = new Map(expected);
            const work = () => {
                for (let i = 0; i < 5; i++) {
                    const key = { group_id: name(), user_id: name() };
                    const text = `${key.group_id} ${key.user_id}`;
                    const record = {
                        ...key,
                        ...grant,
                        expiration_date: random() < 0.5 ? null : "2026-05-01T00:00:00Z",
                    };
                    const what = random();
                    if (what < 0.6) {
                        store.groupUsers.set(record);
                        model.set(text, record);
                    } else if (what < 0.9) {
                        store.groupUsers.delete(record);
                        model.delete(text);
                    } else if (what < 0.95) {
                        store.groupUsers.deleteWhere("user_id", key.user_id);
                        for (const other of model.keys()) if (other.endsWith(key.user_id)) model.delete(other);
                    } else {
                        store.groupUsers.deleteDue(new Date("2026-05-01T00:00:00Z"));
                        for (const [other, one] of model) {
                            if (Reflect.get(one, "expiration_date") !== null) model.delete(other);
                        }
                    }
                }
            };
            const before = shown(store, names);
            if (fails) {
                undone(store, work);
                expect(shown(store, names)).toEqual(before);
            } else {
                store.transaction(work);
                expected = model;
            }
            const { all, byGroup, byUser } = shown(store, names);
            const records = [...expected.values()];
            expect(all.map(([, record]) => record)).toEqual(records);
            const positions = all.map(([position]) => position);
            expect(positions).toEqual([...positions].sort((a, b) => Number(a) - Number(b)));
            const having = (field: string) =>
                names.map((wanted) => records.filter((record) => Reflect.get(record, field) === wanted));
            expect(byGroup).toEqual(having("group_id"));
            expect(byUser).toEqual(having("user_id"));
        }
    },
);
