/** The paths on the map agree with the access model. */
import { expect, test } from "vitest";
import { Atlas } from "../../../src/access/map/atlas.js";
import { changesBetween } from "../../../src/access/map/changes.js";
import { MAX_NODES, neighbourhood, pathsPicture } from "../../../src/access/map/picture.js";
import { aspectRows, holderRows, personRows, reachRows } from "../../../src/access/map/rows.js";
import { Ways } from "../../../src/access/map/ways.js";
import type { Target } from "../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../src/access/model/model.js";
import { seededFacts } from "../facts-of.js";
import { changesOf } from "./preview.js";

const facts = seededFacts("large");
const before = AccessModel.of(facts);
const after = before.with(changesOf(facts));
const ways = new Ways(before);
const atlas = new Atlas(before, after);
const { groupId: giving, resourceId } = [...facts.links][0] ?? { groupId: "", resourceId: "" };

test("every user reaches exactly the targets that they have, with the level and end from the model", () => {
    const reached = new Map<string, number>();
    for (const [number, { id }] of before.records.users)
        for (const [key, held] of ways.reach(`user ${id}`))
            for (const { level, end } of held) reached.set(`${number} ${key} ${level}`, end);
    const had = new Map<string, number>();
    const targets = [
        ...facts.groups.map(({ id }): Target => ({ type: "group", id })),
        ...facts.resources.map(({ id }): Target => ({ type: "resource", id })),
    ];
    for (const target of targets)
        for (const [level, set] of before.holdersByLevel(target))
            for (const [place, number] of set.members.entries())
                if (before.records.users.has(number))
                    had.set(`${number} ${target.type} ${target.id} ${level}`, set.endAt(place));
    expect(had.size).toBeGreaterThan(10_000);
    expect(reached).toEqual(had);
});

test("every target that a user reaches has a path, and each step of a path starts where the previous one ends", () => {
    for (const { id } of facts.users.slice(0, 100))
        for (const key of [...ways.reach(`user ${id}`).keys()].filter((_, place) => place % 50 === 0)) {
            const paths = ways.paths(`user ${id}`, key, 5);
            expect(paths.length).toBeGreaterThan(0);
            for (const path of paths) {
                expect([path[0]?.from, path.at(-1)?.to]).toEqual([`user ${id}`, key]);
                for (const [at, step] of path.slice(1).entries()) expect(step.from).toBe(path[at]?.to);
            }
        }
});

test("returns no path to a resource that the user does not have", () => {
    const holders = new Set(before.holders({ type: "resource", id: resourceId }).members);
    const [stranger] = [...before.records.users].filter(([number]) => !holders.has(number)).map(([, { id }]) => id);
    expect(ways.paths(`user ${stranger}`, `resource ${resourceId}`, 5)).toEqual([]);
    expect(ways.between(`user ${stranger}`, `resource ${resourceId}`).size).toBe(0);
});

test("marks users who gain access and lists them first", () => {
    const target: Target = { type: "group", id: giving };
    const rows = holderRows(atlas, target);
    const [was, is] = [before, after].map((model) => new Set(model.holders(target).members));
    const gained = [...(is ?? [])].filter((number) => !was?.has(number)).map((number) => atlas.principal(number));
    expect(gained.length).toBeGreaterThan(0);
    expect(new Set(rows.filter(({ mark }) => mark === "gained").map(({ key }) => key))).toEqual(new Set(gained));
    expect(rows.slice(0, gained.length).every(({ mark }) => mark === "gained")).toBe(true);
    const [one = ""] = gained;
    const reached = reachRows(atlas, one, "group").find(({ key }) => key === `group ${giving}`);
    expect(reached?.mark).toBe("gained");
});

test("the rows of a target and the rows of a person have the same mark for every aspect", () => {
    const target: Target = { type: "resource", id: resourceId };
    for (const aspect of ["mayRequest", "mayApprove", "administers", "sees"] as const) {
        const [row] = aspectRows(atlas, aspect, target);
        expect(row).toBeDefined();
        const own = personRows(atlas, aspect, row?.key ?? "").find(({ key }) => key === `resource ${resourceId}`);
        expect(own?.mark).toBe(row?.mark);
    }
});

test("a neighbourhood stays small, counts the nodes that are not drawn and draws them when they are opened", () => {
    const [busiest] = facts.groups
        .map(({ id }) => ({ id, size: before.memberships.of(id).size }))
        .sort((a, b) => b.size - a.size);
    const key = `group ${busiest?.id}`;
    const picture = neighbourhood(atlas, key, new Set());
    const crowds = picture.nodes.filter(({ crowd }) => crowd !== undefined);
    expect(picture.nodes.length).toBeLessThan(2 * MAX_NODES);
    expect(picture.nodes.some(({ isCut }) => isCut)).toBe(true);
    expect(crowds.length).toBeGreaterThan(0);
    expect(picture.leftOut).toBeGreaterThan(100);
    const largest = crowds.reduce((a, b) => ((a.crowd?.counts[0] ?? 0) > (b.crowd?.counts[0] ?? 0) ? a : b));
    const opened = neighbourhood(atlas, key, new Set([largest.key]));
    expect(opened.nodes.length).toBeGreaterThan(picture.nodes.length);
    expect(opened.nodes.some((node) => node.key === largest.key)).toBe(false);
});

test("a line on one side of a picture connects nodes that exist on that side", () => {
    for (const { id } of facts.users.slice(0, 50)) {
        const { nodes, lines } = neighbourhood(atlas, `user ${id}`, new Set());
        const byKey = new Map(nodes.map((node) => [node.key, node]));
        for (const { from, to, isOn } of lines)
            for (const [side, is] of isOn.entries())
                if (is) expect([byKey.get(from)?.isOn[side], byKey.get(to)?.isOn[side]]).toEqual([true, true]);
    }
});

test("a lost path is drawn in the picture before the change but not after it", () => {
    const removed = changesOf(facts).flatMap((change) =>
        "remove" in change && change.remove === "membership" ? [change.value] : [],
    )[0];
    const picture = pathsPicture(atlas, `user ${removed?.userId}`, `group ${removed?.groupId}`, 10);
    const lost = picture.lines.filter(({ mark }) => mark === "lost");
    expect(lost.map(({ isOn }) => isOn)).toContainEqual([true, false]);
});

test("applying the changes between two organizations to the first one produces the second", () => {
    const put = changesOf(facts);
    const [group] = facts.groups;
    const [user] = facts.users.slice(700);
    if (!group || !user) throw new Error("Nothing is there.");
    const changed = {
        ...facts,
        groups: facts.groups.map((one) => (one === group ? { ...group, name: "Otherwise" } : one)),
        users: facts.users.filter((one) => one !== user),
        owners: facts.owners.map((one) => ({ ...one, userIds: one.userIds.filter((id) => id !== user.id) })),
        memberships: [...facts.memberships].filter(({ userId }) => userId !== user.id).slice(1),
        grants: [...facts.grants].filter(({ principalId }) => principalId !== user.id),
        links: [...facts.links, ...put.flatMap((one) => ("put" in one && one.put === "link" ? [one.value] : []))].slice(
            1,
        ),
    };
    const direct = AccessModel.of(changed);
    const by = before.with(changesBetween(facts, changed));
    const holdersOf = (model: AccessModel) =>
        facts.resources.map(({ id }) =>
            [...model.holders({ type: "resource", id }).members].map((n) => model.records.principals.id(n)).sort(),
        );
    expect(holdersOf(by)).toEqual(holdersOf(direct));
    expect(by.records.groups.get(group.id)?.name).toBe("Otherwise");
    expect(by.records.users.size).toBe(direct.records.users.size);
});
