import { afterAll, beforeAll, expect, it } from "vitest";
import { virtualTime } from "../../support/virtual-time.js";
import { subjects } from "../conformance/subject.js";
import { faults } from "./faults.js";
import { scenariosOf, storyOf } from "./matrix.js";

let realTime: () => void;

beforeAll(() => {
    realTime = virtualTime();
});

afterAll(() => realTime());

/** One kind of each shape. `npm run prove faults` tests all kinds. */
const TESTED_KINDS = ["Owner", "OwnerUsers", "GroupUser"];

it.each(
    subjects
        .filter(({ kind }) => TESTED_KINDS.includes(kind.name))
        .map((subject) => [subject.kind.name, subject] as const),
)("%s recovers from every fault of every request", async (_, subject) => {
    const cells = await scenariosOf(subject);
    const struck = new Set(cells.map(({ fault }) => fault));
    expect([...struck].sort()).toEqual(faults.map(({ name }) => name).sort());
    expect(new Set(cells.map(({ operation }) => operation.split(/[ ,]/)[0]))).toEqual(
        new Set(["create", "update", ...(subject.kind.replacing.length > 0 ? ["replace"] : []), "delete"]),
    );
    const damaged = cells.filter(({ result }) => result.damage);
    expect(damaged.map(storyOf)).toEqual([]);
});
