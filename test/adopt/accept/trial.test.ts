/** Programs accept what somebody changed outside: those that people wrote, in many styles, and those that were exported. */
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

/** How many edits there are in all of a kind of programs, from this seed on. `npm run prove accept` makes more. */
const EDITS = Number(process.env.ACCEPT_EDITS ?? 20);
const SEED = Number(process.env.ACCEPT_SEED ?? 1);
/** The styles that it tries: three edits are for each. */
const styles = spread(readdirSync(programs), EDITS / 3);
const PATIENCE = { timeout: 120_000 + EDITS * 2_000 };

const place = new Workplace();
const total = { edits: 0, accepted: 0, refused: 0, kinds: new Set<string>() };
afterAll(() => {
    place.close();
    if (process.env.ACCEPT_EDITS)
        console.log(
            `accept: ${total.edits} edits of ${total.kinds.size} kinds, ${total.accepted} accepted, ${total.refused} refused with their place; not edited: ${unedited() || "none"}`,
        );
});

test("a program with every kind", PATIENCE, async () => {
    // Before the dates that the program gives.
    const service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
    const program = join(__dirname, "../../../examples/organization");
    await play("organization", await Rounds.of(program, service, SEED), EDITS / 4);
});

describe("a program that was written as", () => {
    test.each(styles)("%s", PATIENCE, async (name) => {
        const service = await startService({ seed: "small" });
        await play(name, await Rounds.of(join(programs, name), service, SEED), EDITS / styles.length);
    });
});

const ORGANIZATIONS: readonly (readonly [string, () => Organization | Promise<Organization>])[] = [
    ["small", () => seedOrganization("small")],
    ["random-3", () => randomOrganization(3)],
    ["random-9", () => randomOrganization(9)],
];

test("more than a third of the edits of such programs are accepted", () => {
    expect(total.accepted).toBeGreaterThan(total.edits / 3);
});

describe("a program that was exported from", () => {
    test.each(spread(ORGANIZATIONS, EDITS / 20))("%s", PATIENCE, async (name, organization) => {
        const service = await startService({
            organization: await organization(),
            ...(name.startsWith("random") && { clock: NOW }),
        });
        const exported = await exportTo({ name, service, place, engine: "local", edited: 0 });
        const rounds = await Rounds.of(join(place.folder, name), service, SEED, exported);
        await play(name, rounds, EDITS / ORGANIZATIONS.length);
    });
});

/** At most so many of a list, evenly spread over it. */
function spread<T>(all: readonly T[], count: number): T[] {
    const chosen = Math.min(all.length, Math.floor(count));
    const group = (index: number) => Math.floor((index * chosen) / all.length);
    return all.filter((_, index) => group(index) !== group(index - 1));
}

/** The kinds of which nothing was edited. */
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
