/** Drift is accepted into programs: handwritten ones in many styles, and exported ones. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Organization, startService } from "../../../src/local/service/index.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import { kinds } from "../../../src/resources/kinds.js";
import { NOW } from "../../api/world.js";
import { randomOrganization } from "../../proofs/roundtrip/organizations.js";
import { exportTo, Workplace } from "../../proofs/roundtrip/trip.js";
import { Rounds } from "./rounds.js";

const programs = join(__dirname, "programs");

/** Number of edits for each group of programs, and the seed of the random edits. `npm run prove accept` makes more edits. */
const EDITS = Number(process.env.ACCEPT_EDITS ?? 20);
const SEED = Number(process.env.ACCEPT_SEED ?? 1);
/** The styles that are tested, with three edits each. */
const styles = spread(readdirSync(programs), EDITS / 3);

const place = new Workplace();
const total = { edits: 0, accepted: 0, refused: 0, kinds: new Set<string>() };
afterAll(() => {
    place.close();
    if (process.env.ACCEPT_EDITS)
        console.log(
            `accept: ${total.edits} edits of ${total.kinds.size} kinds, ${total.accepted} accepted, ${total.refused} refused with their place; not edited: ${unedited() || "none"}`,
        );
});

test("accepts drift into a program with every kind", async () => {
    // The clock is before the dates in the program.
    const service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
    const program = join(__dirname, "../../../examples/organization");
    await play("organization", await Rounds.of(program, service, SEED), EDITS / 4);
});

describe("accepts drift into a handwritten program in the style", () => {
    test.each(styles)("%s", async (name) => {
        const service = await startService({ seed: "small" });
        await play(name, await Rounds.of(join(programs, name), service, SEED), EDITS / styles.length);
    });
});

test("accepts drift of objects in which a field changed, too, that this version does not know", async () => {
    const service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
    const rounds = await Rounds.of(join(__dirname, "../../../examples/organization"), service, SEED);
    service.faults.add({ operation: "*", times: 1e6, answer: { newerFields: { later_flag: true } } });
    await rounds.play(6);
    await rounds.close();
    expect(rounds.accepted).toBeGreaterThan(2);
    expect(rounds.refusals.join()).not.toContain("still shows");
});

const ORGANIZATIONS: readonly (readonly [string, () => Organization | Promise<Organization>])[] = [
    ["small", () => seedOrganization("small")],
    ["random-3", () => randomOrganization(3)],
    ["random-9", () => randomOrganization(9)],
];

test("accepts more than a third of the edits of handwritten programs", () => {
    expect(total.accepted).toBeGreaterThan(total.edits / 3);
});

describe("accepts drift into a program exported from the organization", () => {
    test.each(spread(ORGANIZATIONS, EDITS / 20))("%s", async (name, organization) => {
        const service = await startService({
            organization: await organization(),
            ...(name.startsWith("random") && { clock: NOW }),
        });
        const exported = await exportTo({ name, service, place, engine: "local", edited: 0 });
        const rounds = await Rounds.of(join(place.folder, name), service, SEED, exported);
        await play(name, rounds, EDITS / ORGANIZATIONS.length);
    });
});

/** Selects at most `count` items, evenly spread over the list. */
function spread<T>(all: readonly T[], count: number): T[] {
    const chosen = Math.min(all.length, Math.floor(count));
    const group = (index: number) => Math.floor((index * chosen) / all.length);
    return all.filter((_, index) => group(index) !== group(index - 1));
}

/** The kinds without an edited object. */
function unedited(): string {
    return kinds.flatMap(({ name }) => (total.kinds.has(name) ? [] : [name])).join(", ");
}

async function play(name: string, rounds: Rounds, edits: number): Promise<void> {
    try {
        await rounds.play(Math.ceil(edits));
        if (process.env.ACCEPT_EDITS) console.log(rounds.text(name));
        total.edits += rounds.edits;
        total.accepted += rounds.accepted;
        for (const kind of rounds.kinds) total.kinds.add(kind);
        total.refused += rounds.edits - rounds.accepted;
        expect(rounds.faults).toEqual([]);
        // In some styles most values are shared, so a few edits may all be refused.
        expect(rounds.accepted + rounds.refusals.length).toBeGreaterThan(0);
    } finally {
        await rounds.close();
    }
}
