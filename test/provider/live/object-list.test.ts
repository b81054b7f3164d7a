import { expect, it, vi } from "vitest";
import type { Properties } from "../../../src/common/properties.js";
import { ObjectList } from "../../../src/provider/live/object-list.js";

const plain = (value: unknown) => value;
const lower = (value: unknown) => String(value).toLowerCase();

/** Creates a list of these pages that calls `asked` with the index of each page it reads. */
function listOf(pages: readonly (readonly Properties[])[], asked: (page: number) => void = () => {}): ObjectList {
    async function* read() {
        for (const [page, objects] of pages.entries()) {
            asked(page);
            await Promise.resolve();
            yield { objects, isLast: page === pages.length - 1 };
        }
    }
    return new ObjectList(read(), "id");
}

it("reads only as many pages as needed, each of them once", async () => {
    const asked = vi.fn();
    const list = listOf([[{ id: "1" }], [{ id: "2" }], [{ id: "3" }]], asked);
    expect(await list.get("1", 0)).toBeUndefined();
    expect(asked).not.toHaveBeenCalled();
    expect(await Promise.all([list.get("2"), list.get("1"), list.get("2", 1)])).toEqual([
        { id: "2" },
        { id: "1" },
        undefined,
    ]);
    expect(await list.get("3", 2)).toBeUndefined();
    expect(await list.hasAll(2)).toBe(false);
    expect(asked.mock.calls).toEqual([[0], [1]]);
    expect(await list.get("4")).toBeUndefined();
    expect(await list.hasAll(0)).toBe(true);
    expect(asked.mock.calls).toEqual([[0], [1], [2]]);
});

it("does not treat a failed page as the end of the list", async () => {
    const list = listOf([[{ id: "1" }], [{ id: "2" }]], (page) => {
        if (page === 1) throw new Error("unavailable");
    });
    await expect(list.hasAll()).rejects.toThrow("unavailable");
    await expect(list.get("2")).rejects.toThrow("unavailable");
    expect(await list.get("1")).toEqual({ id: "1" });
});

it("finds objects by a property value in any spelling, including those on pages read later", async () => {
    const [ada, bob, ADA] = [
        { id: "1", email: "ada@x", team: null },
        { id: "2", email: "bob@x" },
        { id: "3", email: "ADA@x", team: null },
    ];
    const list = listOf([[ada, bob], [ADA]]);
    await list.hasAll(1);
    expect(list.having("email", "Ada@X", lower)).toEqual([ada]);
    await list.hasAll();
    expect(list.having("email", "Ada@X", lower)).toEqual([ada, ADA]);
    expect(list.having("email", "eve@x", lower)).toEqual([]);
    expect(list.having("team", null, plain)).toEqual([ada, ADA]);
    expect(list.having("team", undefined, plain)).toEqual([bob]);
});

it("contains an object only once if two pages list it", async () => {
    const list = listOf([[{ id: "1", name: "a" }], [{ id: "1", name: "a" }]]);
    await list.hasAll(1);
    expect(list.having("name", "a", plain)).toHaveLength(1);
    await list.hasAll();
    expect(list.having("name", "a", plain)).toHaveLength(1);
});

it("reads each object once for any number of lookups, even if many objects share another value", async () => {
    let reads = 0;
    const tags = Array.from({ length: 2_000 }, (_, number) => ({
        id: `${number}`,
        key: "team",
        get value() {
            reads += 1;
            return `${number}`;
        },
    }));
    const list = listOf([tags]);
    await list.hasAll();
    expect(list.having("key", "team", plain)).toHaveLength(2_000);
    for (let number = 0; number < 2_000; number += 1) expect(list.having("value", `${number}`, plain)).toHaveLength(1);
    expect(reads).toBe(2_000);
});
