import { expect } from "vitest";
import { z } from "zod";
import { type OperationName, type OperationTypes, operations } from "../../../src/api/generated/operations.gen.js";
import { isRead } from "../../../src/api/transport/outcome.js";
import { isObject, type Properties, pick } from "../../../src/common/properties.js";
import { differences } from "../../../src/provider/schema/comparison/differences.js";
import { remembered } from "../../../src/provider/schema/comparison/unreadable.js";
import { accessAt } from "../../../src/provider/schema/comparison/value-changes.js";
import { type Fields, insideOf, marksOf } from "../../../src/provider/schema/fields.js";
import { referredAt } from "../../../src/provider/schema/references.js";
import type { KindName } from "../../../src/verify/write/naming.js";
import { type DrivenOptions, Stack } from "./stack.js";
import type { Stage, Subject } from "./subject.js";
import { unreadable } from "./unreadable.js";
import { World } from "./world.js";

/** Input of a law: a kind with a fresh organization. */
interface Trial extends Stage {
    readonly kind: Subject["kind"];
    readonly world: World;
    readonly stack: Stack;
    /** Removes the declaration. Objects that the API cannot delete, and `others` left by a replacement, are removed from the store directly. */
    away(stack: Stack, ...others: (string | undefined)[]): Promise<void>;
}

export interface Law {
    readonly number: number;
    readonly title: string;
    hold(trial: Trial): Promise<void>;
}

/** Checks one law for one kind. */
export async function hold(law: Law, subject: Subject): Promise<void> {
    const world = await World.start();
    try {
        const stage = await subject.stage(world);
        const { kind } = subject;
        const away: Trial["away"] = async (stack, ...others) => {
            const ids = [stack.state?.id, ...others].filter((id) => id !== undefined);
            await stack.destroy();
            if (!staysBehind(kind)) return;
            for (const id of ids) if (await stage.exists(id)) await stage.vanish(id);
        };
        await law.hold({ ...stage, kind, world, stack: new Stack(kind, world), away });
    } finally {
        await world.close();
    }
}

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** The laws for all kinds, numbered as in docs/architecture.md. */
export const laws: readonly Law[] = [
    {
        number: 1,
        title: "an up leaves no changes",
        hold: async ({ stack, args, least, world, away }) => {
            for (const declared of [args, least]) {
                await ups(stack, declared, "create");
                for (let round = 0; round < 2; round += 1) {
                    world.service.calls.clear();
                    expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
                    const { inputs, outputs } = present(stack);
                    expect(await stack.refresh()).toEqual([]);
                    expect(stack.state?.inputs).toEqual(inputs);
                    expect(visible(stack.state?.outputs)).toEqual(visible(outputs));
                    expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
                    expect(world.service.calls.writes()).toEqual([]);
                }
                expect(visible(stack.state?.inputs)).toEqual(JSON.parse(JSON.stringify(declared)));
                await away(stack);
            }
        },
    },
    {
        number: 2,
        title: "a changed property is updated or replaced as marked in the schema",
        hold: async ({ kind, stack, args, edits, world, read, away }) => {
            for (const [property, value] of Object.entries(edits)) {
                await ups(stack, args, "create");
                const before = stack.state?.id;
                const edited = { ...args, [property]: value };
                const replacing = kind.replacing.includes(property);
                const outcome = await ups(stack, edited, replacing ? "replace" : "update");
                const { id } = present(stack);
                if (replacing) expect(outcome.replaces).toEqual([property]);
                else expect(id).toBe(before);
                expectService(kind, edited, await read(id));
                expect(await stack.preview(edited)).toMatchObject({ action: "same", lines: [] });
                if (replacing) {
                    const known = await stack.preview({ ...edited, [property]: unknown });
                    expect(known.replaces).toEqual([property]);
                    const isInTheWay = !kind.key.includes(property) && kind.removal.does === "delete";
                    expect(outcome.deleteBeforeReplace).toBe(isInTheWay);
                }
                await away(stack, before);
                world.service.calls.clear();
            }
        },
    },
    {
        number: 3,
        title: "undeclared properties are left unchanged",
        hold: async ({ kind, stack, args, least, unmanaged, read }) => {
            await ups(stack, args, "create");
            const full = await read(present(stack).id);
            const removed = Object.keys(args).filter((name) => !(name in least));
            if (removed.length > 0) {
                const outcome = await ups(stack, least, "update");
                for (const name of removed) expect(outcome.lines.join("\n")).toContain(`${name} is no longer declared`);
                expect(await read(present(stack).id)).toEqual(full);
                expect(await stack.preview(least)).toMatchObject({ action: "same", lines: [] });
            }
            if (!unmanaged) return expect(removed, "each property that may be left out is edited outside").toEqual([]);
            await unmanaged.edit(present(stack).id);
            const edited = await read(present(stack).id);
            expect(edited[unmanaged.property]).not.toEqual(full[unmanaged.property]);
            const { [unmanaged.property]: _, ...declared } = least;
            expect(await stack.preview(declared)).toMatchObject({ action: "same", lines: [] });
            expect(await stack.refresh()).toEqual([]);
            expectService(kind, declared, edited);
        },
    },
    {
        number: 4,
        title: "an outside edit is drift of exactly the edited property",
        hold: async ({ kind, stack, args, outside, shuffle, read }) => {
            await ups(stack, args, "create");
            const { id } = present(stack);
            for (const [path, edit] of Object.entries(outside)) {
                await edit(id);
                const preview = await stack.preview(args);
                expect(preview.action, path).toBe("update");
                expect(preview.lines).toHaveLength(1);
                expect(preview.lines[0]).toMatch(drifted(path));
                await ups(stack, args, "update");
                expectService(kind, args, await read(id));
                expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
            }
            if (shuffle) {
                await shuffle(id);
                expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
                const inputs = stack.state?.inputs;
                expect(await stack.refresh()).toEqual([]);
                expect(stack.state?.inputs).toEqual(inputs);
            }
        },
    },
    {
        number: 5,
        title: "an object deleted outside is reported and recreated",
        hold: async ({ kind, stack, args, vanish, exists, world, sibling }) => {
            await ups(stack, args, "create");
            // After ten minutes, all earlier writes are visible.
            world.service.clock.advance(10 * 60_000);
            await vanish(present(stack).id);
            const process = stack.process();
            const preview = await stack.preview(args, {}, process);
            expect(preview).toMatchObject({ action: "replace", deleteBeforeReplace: true });
            expect(preview.lines).toHaveLength(1);
            expect(preview.lines[0]).toContain("was deleted outside");
            world.service.calls.clear();
            await process.provider.delete(present(stack).id, present(stack).outputs);
            expect(world.service.calls.all(), "what this run found gone is not deleted").toEqual([]);
            if (kind.shape !== "subresource") {
                await ups(stack, args, "replace");
                expect(await exists(present(stack).id)).toBe(true);
                world.service.clock.advance(10 * 60_000);
                await vanish(present(stack).id);
            }
            expect((await stack.refresh()).join()).toContain("was deleted outside");
            expect(stack.state).toBeUndefined();

            const second = await sibling(1);
            await ups(stack, second, "create");
            await vanish(present(stack).id);
            await stack.destroy();

            const third = await sibling(2);
            await ups(stack, third, "create");
            const elsewhere = new Stack(kind, world, { "access-governance:url": "http://127.0.0.1:9/v1" });
            elsewhere.state = present(stack);
            const refused = await elsewhere.preview(third);
            expect(refused).toMatchObject({ action: "failed" });
            expect(refused.failures.join()).toContain("was created at");
            await expect(elsewhere.refresh()).rejects.toThrow("was created at");
            await expect(elsewhere.destroy()).rejects.toThrow("was created at");
        },
    },
    {
        number: 6,
        title: "drift is reported without a refresh, and a refresh repairs nothing",
        hold: async ({ kind, stack, args, least, outside, read, world }) => {
            await ups(stack, args, "create");
            // After ten minutes, all earlier writes are visible.
            world.service.clock.advance(10 * 60_000);
            const [path, edit] = Object.entries(outside)[0] ?? [];
            if (path && edit) {
                await edit(present(stack).id);
                const lines = await stack.refresh();
                expect(lines).toHaveLength(1);
                expect(lines[0]).toMatch(drifted(path));
                expectService(kind, visible(present(stack).inputs), await read(present(stack).id));
                expect(Object.keys(visible(present(stack).inputs)).sort()).toEqual(Object.keys(args).sort());
                expect(await stack.preview(args)).toMatchObject({ action: "update", lines: [] });
                await ups(stack, args, "update");
                const process = stack.process();
                await edit(present(stack).id);
                const twice = [await stack.preview(args, {}, process), await stack.preview(args, {}, process)];
                expect(twice.map(({ lines }) => lines.length)).toEqual([1, 1]);
                await ups(stack, args, "update");
            }
            if (Object.keys(least).length < Object.keys(args).length) {
                await ups(stack, least, "update");
                await ups(stack, args, "update");
            }
            expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
            expectService(kind, args, await read(present(stack).id));
        },
    },
    {
        number: 7,
        title: "unknown values never fail check",
        hold: async ({ stack, args, least }) => {
            for (const declared of [args, least, everywhereUnknown(args)]) {
                for (const name of Object.keys(declared)) {
                    const outcome = await stack.preview({ ...declared, [name]: unknown });
                    expect(outcome, name).toMatchObject({ action: "create", failures: [] });
                }
                expect(await stack.preview(declared)).toMatchObject({ action: "create" });
            }
            await ups(stack, args, "create");
            const [first = ""] = Object.keys(args);
            const planned = await stack.preview({ ...everywhereUnknown(args), [first]: unknown });
            expect(planned).toMatchObject({ failures: [] });
            expect(["update", "replace"]).toContain(planned.action);
        },
    },
    {
        number: 8,
        title: "a partially created object is kept and completed",
        hold: async ({ kind, world, args: common, read, count, sibling, away }) => {
            const writes = await writesOf(kind, world, await sibling(0));
            // The first write of a subresource creates nothing, since its parent object exists.
            const first = kind.shape === "subresource" ? 0 : 1;
            let round = 0;
            for (let failing = first; failing < writes; failing += 1) {
                for (const after of ["up", "refresh", "destroy"] as const) {
                    const stack = new Stack(kind, world);
                    const operation = writing(kind);
                    // A subresource that destroy leaves unchanged would make the next round write nothing.
                    const leaves = kind.removal.does === "leave" && kind.shape === "subresource";
                    const args = leaves ? await sibling(++round) : common;
                    world.service.faults.add({
                        operation,
                        skip: failing,
                        times: 9,
                        when: "before",
                        answer: { status: 500 },
                    });
                    const broken = await stack.up(args);
                    world.service.faults.clear();
                    expect(broken.action, `write ${failing}`).toBe("failed");
                    expect(broken.failures.join()).toContain("The next `pulumi up` continues from here");
                    const { id } = present(stack);
                    expect(await count()).toBe(1);
                    if (after === "refresh") await stack.refresh();
                    if (after !== "destroy") {
                        await ups(stack, args, "update");
                        expect(present(stack).id).toBe(id);
                        expectService(kind, args, await read(id));
                        expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
                    }
                    await away(stack);
                }
            }
        },
    },
    {
        number: 9,
        title: "a create without a response is looked up",
        hold: async ({ kind, stack, world, args, read, count, exists, vanish }) => {
            for (const when of ["before", "after"] as const) {
                for (const answer of ["reset", { status: 503 }] as const) {
                    world.service.faults.add({ operation: writing(kind), when, answer });
                    const first = await stack.up(args);
                    world.service.faults.clear();
                    if (first.action === "failed") {
                        expect(when, "what took effect is found").toBe("before");
                        expect(first.failures.join()).toContain("may exist");
                        expect(await count(), "it is never sent again blindly").toBe(0);
                        const early = await stack.preview(args);
                        expect(early.failures.join(), "the service may not show it yet").toContain("Run again later");
                        world.service.clock.advance(10 * 60_000);
                        expect((await stack.preview(args)).lines.join()).toContain("may exist");
                        await ups(stack, args, "replace");
                    }
                    expect(await count()).toBe(1);
                    expectService(kind, args, await read(present(stack).id));
                    expect(await stack.preview(args)).toMatchObject({ action: "same", lines: [] });
                    const { id } = present(stack);
                    world.service.faults.add({ operation: writing(kind), when, answer });
                    await stack.destroy();
                    world.service.faults.clear();
                    if (kind.shape !== "subresource") expect(await exists(id)).toBe(staysBehind(kind));
                    if (staysBehind(kind)) await vanish(id);
                }
            }
        },
    },
    {
        number: 10,
        title: "import adopts an object, and nothing is adopted silently",
        hold: async ({ kind, world, args, edits, pause, read, importName, vanish, exists, count }) => {
            const maker = new Stack(kind, world);
            await ups(maker, args, "create");
            const { id } = present(maker);
            const names = importName ? [id, importName] : [id];
            for (const name of names) {
                const stack = new Stack(kind, world);
                world.service.calls.clear();
                const preview = await stack.preview(args, { import: name });
                expect(preview).toMatchObject({ action: "create", failures: [] });
                expect(preview.lines.join()).toContain(`imports ${id}`);
                await ups(stack, args, "create", { import: name });
                expect(present(stack).id).toBe(id);
                expect(world.service.calls.writes()).toEqual([]);
                expect(await stack.preview(args, { import: name })).toMatchObject({ action: "same", lines: [] });
            }
            const missing = await new Stack(kind, world).preview(args, {
                import: "8f7a3c52-5a3b-4a4f-8f3a-1f1f1f1f1f1f",
            });
            expect(missing.action).toBe("failed");
            const changeable = Object.entries(edits).find(
                ([property]) => !kind.replacing.includes(property) && !kind.key.includes(property),
            );
            if (changeable) {
                const [property, value] = changeable;
                const edited = { ...args, [property]: value };
                const stack = new Stack(kind, world);
                const refused = await stack.preview(edited, { import: id });
                expect(refused.failures.join("\n")).toMatch(new RegExp(`(?: cannot import \\S+: |; )${property}`));
                expect(refused.failures.join("\n")).toContain("adopt: true");
                await ups(stack, edited, "create", { import: id, adopt: true });
                expect(present(stack).id).toBe(id);
                expectService(kind, edited, await read(id));
                pause();
                await ups(stack, args, "update", { import: id, adopt: true });
            }
            if (kind.shape !== "subresource") {
                const taken = await new Stack(kind, world).preview(args, { name: "another" });
                expect(taken.action).toBe("failed");
                expect(taken.failures.join()).toContain(`import: ${JSON.stringify(id)}`);
                expect(taken.failures.join()).toContain("aliases");

                const successor = new Stack(kind, world);
                const process = successor.process();
                await successor.up(args, { import: id, name: "successor" }, process);
                await process.provider.delete(id, present(maker).outputs);
                expect(await exists(id), "taken over by another resource of the run").toBe(true);

                for (const name of names) {
                    await vanish(present(successor).id);
                    const renewed = await successor.up(args, { import: name, name: "successor" });
                    expect(renewed).toMatchObject({ action: "replace", failures: [] });
                    expect(await count()).toBe(1);
                }
            }
        },
    },
    {
        number: 11,
        title: "secrets and the token are never printed",
        hold: async ({ kind, stack, world, args, outside }) => {
            const secrets = Object.keys(args);
            const values = leaves(args);
            const seen: string[] = [];
            const options = { secrets, name: "subject" };
            world.service.faults.add({
                operation: writing(kind),
                when: "before",
                answer: { status: 400, body: { message: `refused: ${values.join(" ")} ${world.service.token}` } },
            });
            seen.push(...(await stack.up(args, options)).failures);
            world.service.faults.clear();
            expect(seen.join()).toContain("refused");
            if (stack.state) await stack.destroy();
            await ups(stack, args, "create", options);
            for (const edit of Object.values(outside)) await edit(present(stack).id);
            const drifted = await stack.preview(args, options);
            seen.push(...drifted.lines, ...drifted.failures, ...(await stack.refresh()));
            const refused = await stack.preview({ ...args, [secrets[0] ?? ""]: { wrong: values[0] } }, options);
            expect(refused.action).toBe("failed");
            seen.push(...refused.failures);
            for (const value of values.filter((text) => text.length > 3)) expect(seen.join("\n")).not.toContain(value);
            expect(JSON.stringify([seen, stack.state])).not.toContain(world.service.token);
        },
    },
    {
        number: 12,
        title: "destroy deletes an object or reports that it stays",
        hold: async ({ kind, stack, args, read, exists, left }) => {
            await ups(stack, args, "create");
            const { id } = present(stack);
            const before = await read(id);
            const lines = await stack.destroy();
            if (left) expectService(kind, { ...args, ...left }, await read(id));
            else expect(await exists(id)).toBe(false);
            if (left === args) {
                expect(await read(id)).toEqual(before);
                expect(lines.join()).toContain("stays as it is");
            }
            if (kind.removal.does === "leave") expect(lines.join()).toContain("stays ");
        },
    },
    {
        number: 13,
        title: "outputs are complete",
        hold: async ({ kind, stack, args, least, away }) => {
            for (const declared of [args, least]) {
                await ups(stack, declared, "create");
                const { id, outputs } = present(stack);
                for (const name of [...Object.keys(kind.fields), ...kind.results]) expect(outputs).toHaveProperty(name);
                const { provider } = stack.process();
                const got = await provider.read(id, { __provider: outputs.__provider });
                expect(got.id).toBe(id);
                for (const name of kind.key) expect(got.props).toHaveProperty(name);
                await away(stack);
                if (kind.removal.does === "delete" && kind.shape !== "subresource") {
                    const again = stack.process();
                    await expect(again.provider.read(id, { __provider: outputs.__provider })).rejects.toThrow(
                        "Correct what is passed to",
                    );
                }
            }
        },
    },
    {
        number: 14,
        title: "bad input fails in check before any request",
        hold: async ({ kind, stack, world, args, bad }) => {
            expect(bad.length).toBeGreaterThan(0);
            for (const [path, declared] of bad) {
                world.service.calls.clear();
                const outcome = await stack.up(declared);
                expect(outcome.action, path).toBe("failed");
                expect(outcome.failures.map((failure) => failure.split(/: | is required| was false/)[0])).toContain(
                    path,
                );
                expect(world.service.calls.all()).toEqual([]);
            }
            for (const [setting, text] of [
                ["access-governance:token", ""],
                ["access-governance:url", "not a url"],
                ["access-governance:retries", "many"],
            ] as const) {
                const outcome = await new Stack(kind, world, { [setting]: text }).up(args);
                expect(outcome.failures.join(), setting).toContain(setting);
            }
            expect(world.service.calls.all()).toEqual([]);
        },
    },
    {
        number: 19,
        title: "a preview fails if the update fails because another object has the natural key",
        hold: async ({ kind, world, args, sibling }) => {
            if (kind.shape !== "entity") return;
            let contested = 0;
            const planned = new Stack(kind, world, {}, ({ moves }) => {
                Object.defineProperty(moves, "onContested", { value: () => (contested = moves.contested.length) });
            });
            const keys = [...kind.key, ...(kind.keyIfGiven ?? [])];
            const withKeyOf = (declared: Properties, other: Properties): Properties => ({
                ...declared,
                ...pick(other, keys),
            });
            const theirs = await sibling(1);
            const other = new Stack(kind, world);
            await ups(other, theirs, "create", { name: "other" });
            await ups(planned, args, "create");
            const taking = withKeyOf(args, theirs);

            // The other object does not belong to the program, or belongs to it and keeps its key.
            const preview = await planned.preview(taking);
            const isRefused = preview.action === "failed" || contested > 0;
            const state = present(planned);
            const up = await planned.up(taking);
            expect(up.action === "failed", up.failures.join()).toBe(isRefused);
            planned.state = state;
            // A key that no update changes.
            const isFixed = (name: string) =>
                kind.replacing.includes(name) || marksOf(kind.fields[name]).onChange !== undefined;
            if (keys.some(isFixed)) return;
            expect(isRefused, preview.failures.join()).toBe(true);

            // The other object gets the key of this one. This needs a temporary key, which is not possible if the key is an id.
            const isPossible = keys.every((name) => referredAt(kind.fields, name) === undefined);
            const swapped = [
                [planned, taking, "subject"],
                [other, withKeyOf(theirs, args), "other"],
            ] as const;
            for (const one of [swapped, swapped.toReversed()]) {
                const shared = planned.session();
                const actions: string[] = [];
                for (const [stack, declared, name] of one)
                    actions.push((await stack.preview(declared, { name }, stack.process(shared))).action);
                expect(actions).toEqual(["update", isPossible ? "update" : "failed"]);
                expect(contested).toBe(0);
            }
            const shared = planned.session();
            const ended = swapped.map(([stack, declared, name]) => stack.up(declared, { name }, stack.process(shared)));
            const failures = (await Promise.all(ended)).flatMap((outcome) => outcome.failures);
            expect(failures.length === 0, failures.join()).toBe(isPossible);
        },
    },
    {
        number: 18,
        title: "a change of a field that this version does not know is shown, and recorded",
        hold: async ({ kind, stack, world, args }) => {
            await ups(stack, args, "create");
            const { id } = present(stack);
            const reads = kind.operations.filter((name) => isRead(operations[name]));
            // A list of ids has no fields.
            if (reads.every((name) => isListOfIds(name))) return;
            const serve = (newerFields: Properties): void => {
                world.service.faults.clear();
                for (const operation of reads) {
                    world.service.faults.add({ operation, times: 1e6, answer: { newerFields } });
                }
                world.service.calls.clear();
            };
            for (const fields of [
                { later_flag: true },
                { later_flag: false },
                { later_flag: false, more: ["a"] },
                {},
            ]) {
                serve(fields);
                const preview = await stack.preview(args);
                expect(preview).toMatchObject({ action: "update", replaces: [] });
                expect(preview.lines.join("\n")).toMatch("more" in fields ? /\bmore\b/ : /later_flag/);
                expect((await stack.refresh()).join("\n")).toContain("this version does not know");
                expect((await stack.preview(args)).action).toBe("update");
                await ups(stack, args, "update");
                expect(present(stack).id).toBe(id);
                expect(world.service.calls.writes()).toEqual([]);
                expect(await stack.preview(args)).toMatchObject({ action: "same" });
                expect(JSON.stringify(present(stack).outputs)).not.toContain('"a"');
            }
            const ignoring = new Stack(kind, world, { "access-governance:ignoredFields": '["later_flag"]' });
            ignoring.state = stack.state;
            serve({ later_flag: true });
            expect(await ignoring.preview(args)).toMatchObject({ action: "same" });
        },
    },
    {
        number: 15,
        title: "each document has one writer, and each object has one declaration",
        hold: async ({ kind, world, args, exists, read, sibling, edits }) => {
            const shared = new Stack(kind, world).process();
            const declarations: Properties[] = [];
            for (let number = 1; number <= 6; number += 1) declarations.push(await sibling(number));
            const stacks = declarations.map(() => new Stack(kind, world));
            const names = declarations.map((_, index) => ({ name: `sibling-${index}` }));
            await Promise.all(stacks.map((stack, index) => stack.up(declarations[index] ?? {}, names[index], shared)));
            for (const [index, stack] of stacks.entries()) {
                expectService(kind, declarations[index] ?? {}, await read(present(stack).id));
            }
            const twin = await new Stack(kind, world).preview(declarations[0] ?? {}, { name: "twin" }, shared);
            expect(twin.failures.join()).toContain('"sibling-0" and "twin" both declare');
            const gone = stacks.map((stack) => present(stack).id);
            const ending = new Stack(kind, world).process();
            await Promise.all(stacks.map((stack) => stack.destroy(ending)));
            if (kind.shape !== "subresource") for (const id of gone) expect(await exists(id)).toBe(staysBehind(kind));

            const stack = new Stack(kind, world);
            await ups(stack, args, "create");
            const { id, outputs, inputs } = present(stack);
            const changed = Object.entries(edits).filter(([name]) => !kind.replacing.includes(name) && name in args);
            const writers = changed.map(([name, value]) => ({ ...inputs, [name]: value }));
            const run = stack.process();
            await Promise.all(writers.map((news) => run.provider.update(id, outputs, news)));
            expect(await exists(id)).toBe(true);
        },
    },
    {
        number: 16,
        title: "with read: changed, only what changed in the program is read",
        hold: async ({ kind, world, args, edits, outside, read, vanish }) => {
            // Another object of the stack was found, so this is the right organization.
            const sparing = new Stack(kind, world, { "access-governance:read": "changed" }, ({ absence }) =>
                absence.found(),
            );
            const unread = async (): Promise<void> => {
                world.service.calls.clear();
                expect(await sparing.preview(args)).toMatchObject({ action: "same", lines: [] });
                expect(world.service.calls.all()).toEqual([]);
            };
            await ups(sparing, args, "create");
            const { id } = present(sparing);
            await unread();
            for (const [path, edit] of Object.entries(outside)) {
                await edit(id);
                await unread();
                // A refresh reads everything, so the next preview knows. It ignores an end that may not be visible yet.
                world.service.clock.advance(900_000);
                expect((await sparing.refresh()).join("\n"), path).toMatch(drifted(path));
                expect(await sparing.preview(args), path).toMatchObject({ action: "update" });
                await ups(sparing, args, "update");
                expectService(kind, args, await read(id));
                await unread();
                // What is written is read before, with all its properties.
                const [property, value] =
                    Object.entries(edits).find(([name]) => !path.startsWith(name) && !kind.replacing.includes(name)) ??
                    [];
                if (property === undefined) continue;
                const edited = { ...args, [property]: value };
                await edit(id);
                expect((await sparing.preview(edited)).lines.join("\n"), path).toMatch(drifted(path));
                await ups(sparing, edited, "update");
                expectService(kind, edited, await read(id));
                await ups(sparing, args, "update");
            }
            // Until an object of the stack was found, this may be the wrong organization, so an unchanged one is read.
            const alone = new Stack(kind, world, { "access-governance:read": "changed" });
            alone.state = present(sparing);
            await vanish(id);
            world.service.clock.advance(900_000);
            expect((await alone.preview(args)).lines.join("\n")).toMatch(
                /was deleted outside|was not found, but may not be visible yet/,
            );
        },
    },
    {
        number: 17,
        title: "what decides access is declared, documented or printed",
        hold: async ({ kind, stack, least, read, world }) => {
            const { lines } = await ups(stack, least, "create");
            const live = await read(present(stack).id);
            for (const { path, value } of undeclaredIn(kind.fields, least, live, "")) {
                if (await isDocumented(world, path, value, live)) continue;
                expect(lines.join("\n"), path).toContain(path);
            }
        },
    },
    {
        number: 20,
        title: "an object is found by its id or its name without a program, as pulumi import and get do",
        hold: async ({ kind, world, args, importName }) => {
            const maker = new Stack(kind, world);
            await ups(maker, args, "create");
            const { id } = present(maker);
            for (const name of importName ? [id, importName] : [id])
                expect(await new Stack(kind, world).process().provider.read(name, {})).toMatchObject({ id });
        },
    },
];

interface Undeclared {
    readonly path: string;
    readonly value: unknown;
}

/** Returns the values that decide access and that the declaration omits, at any depth. */
function undeclaredIn(fields: Fields, declared: Properties, live: Properties, at: string): Undeclared[] {
    return Object.keys(fields).flatMap((name): Undeclared[] => {
        const [wanted, value, path] = [declared[name], live[name], `${at}${name}`];
        const { shape, element } = insideOf(fields[name]);
        if (marksOf(fields[name]).canonical && wanted !== undefined) return [];
        if (wanted === undefined) {
            const isNone = value === undefined || value === null || value === false || String(value) === "";
            return isNone || accessAt(fields, name).relevance === "irrelevant" ? [] : [{ path, value }];
        }
        if (shape && isObject(wanted) && isObject(value)) return undeclaredIn(shape, wanted, value, `${path}.`);
        const { shape: each } = insideOf(element);
        if (!each || !Array.isArray(wanted) || !Array.isArray(value)) return [];
        return wanted.flatMap((one, index) =>
            isObject(one) && isObject(value[index])
                ? undeclaredIn(each, one, value[index], `${path}[${index}].`)
                : [{ path: `${path}[${index}]`, value }],
        );
    });
}

/** Whether docs/declaring.md states that a new object gets this value. Reads the service directly. */
async function isDocumented(world: World, path: string, value: unknown, live: Properties): Promise<boolean> {
    const isEqual = (wanted: unknown): boolean => JSON.stringify(value) === JSON.stringify(wanted);
    switch (path) {
        case "adminOwnerId":
            return isEqual((await world.api("GET", `/apps/${live.appId}`)).admin_owner_id);
        case "requestConfigurations": {
            const [rules = {}, ...others] = value as Properties[];
            const [stage, ...more] = (rules.reviewerStages ?? []) as Properties[];
            const isUsual = rules.allowRequests === true && rules.autoApproval === false;
            const isReviewed = JSON.stringify(stage?.ownerIds) === JSON.stringify([live.adminOwnerId]);
            return isUsual && isReviewed && others.length === 0 && more.length === 0;
        }
        case "messageChannelIds":
            // The answer also lists the channels of the reviewers, which the service did not give to the group.
            return true;
        case "importVisibility":
        case "visibility":
            return isEqual("GLOBAL") || (isObject(value) && value.visibility === "GLOBAL");
        case "durationMinutes":
            return isEqual(0);
        case "monitorMode":
        case "enabled":
            return isEqual(true);
        default:
            return false;
    }
}

/** Whether the object remains after its declaration is removed because the API cannot delete it. */
function staysBehind(kind: Subject["kind"]): boolean {
    return kind.removal.does === "leave" && kind.shape !== "subresource";
}

function isListOfIds(name: OperationName): boolean {
    const answer = Object.values<z.ZodType | null>(operations[name].answers).find((one) => one !== null);
    return answer instanceof z.ZodArray && !(answer.element instanceof z.ZodObject);
}

async function ups(stack: Stack, args: Properties, action: string, options?: DrivenOptions) {
    const outcome = await stack.up(args, options);
    expect(outcome.failures, JSON.stringify(args)).toEqual([]);
    expect(outcome.action).toBe(action);
    return outcome;
}

function present(stack: Stack): NonNullable<Stack["state"]> {
    if (!stack.state) throw new Error("the state is empty");
    return stack.state;
}

/** Compares values read directly from the service with a declaration. */
function expectService(kind: Subject["kind"], declared: Properties, service: Properties): void {
    // What the API does not return is assumed to be as declared, unless the records of the local service have it.
    const found = {
        ...remembered(kind.fields, service, declared),
        ...pick(service, unreadable[kind.name as KindName]?.names ?? []),
    };
    expect(differences(kind.fields, declared, found)).toEqual([]);
}

function visible(properties: Properties | undefined): Properties {
    return Object.fromEntries(Object.entries(properties ?? {}).filter(([name]) => !name.startsWith("__")));
}

/** Replaces every id by an unknown value, like outputs of resources that do not exist yet. */
function everywhereUnknown(args: Properties): Properties {
    const inner = (value: unknown): unknown => {
        if (typeof value === "string" && /^[0-9a-f-]{36}$/.test(value)) return unknown;
        if (Array.isArray(value)) return value.map(inner);
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
    };
    return inner(args) as Properties;
}

/** Matches the message about a property changed outside: both values, or the added and removed elements of a set. */
function drifted(path: string): RegExp {
    const literal = path.replace(/[.[\]]/g, "\\$&");
    return new RegExp(
        ` drifted: ${literal}( is .*, declared | differs \\(the value is secret\\)|: (added|removed) outside: |: \\d+ elements? on the service)`,
    );
}

function leaves(value: unknown): string[] {
    if (typeof value === "string") return [value];
    if (typeof value === "object" && value !== null) return Object.values(value).flatMap(leaves);
    return [];
}

function writing(kind: Subject["kind"]): (keyof OperationTypes)[] {
    return kind.operations.filter((name) => !isRead(operations[name]));
}

/** Number of writes that creating one takes. */
async function writesOf(kind: Subject["kind"], world: World, args: Properties): Promise<number> {
    world.service.calls.clear();
    const stack = new Stack(kind, world);
    await ups(stack, args, "create");
    const count = world.service.calls.writes().length;
    await stack.destroy();
    return count;
}
