import { expect, it } from "vitest";
import { ObjectList } from "../../src/live/object-list.js";

const plain = (value: unknown) => value;
const lower = (value: unknown) => String(value).toLowerCase();

it("finds objects by id, and by the value of a property in any spelling", () => {
    const [ada, bob, ADA] = [
        { id: "1", email: "ada@x", team: null },
        { id: "2", email: "bob@x" },
        { id: "3", email: "ADA@x", team: null },
    ];
    const list = new ObjectList([ada, bob, ADA], "id");
    expect(list.get("2")).toBe(bob);
    expect(list.get("4")).toBeUndefined();
    expect(list.having("email", "Ada@X", lower)).toEqual([ada, ADA]);
    expect(list.having("email", "eve@x", lower)).toEqual([]);
    expect(list.having("team", null, plain)).toEqual([ada, ADA]);
    expect(list.having("team", undefined, plain)).toEqual([bob]);
});

it("has an object once that came on two pages", () => {
    const list = new ObjectList(
        [
            { id: "1", name: "a" },
            { id: "1", name: "a" },
        ],
        "id",
    );
    expect(list.having("name", "a", plain)).toHaveLength(1);
});

it("takes no longer for a name the more there are that share another", () => {
    const tags = Array.from({ length: 20_000 }, (_, number) => ({ id: `${number}`, key: "team", value: `${number}` }));
    const list = new ObjectList(tags, "id");
    const start = process.cpuUsage();
    expect(list.having("key", "team", plain)).toHaveLength(20_000);
    for (let number = 0; number < 20_000; number += 1) expect(list.having("value", `${number}`, plain)).toHaveLength(1);
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
});
