/** A short version of `npm run prove roundtrip` on the local engine. */
import { afterAll, expect, test } from "vitest";
import { type Organization, seedOrganization, startService } from "../../../src/local/service/index.js";
import { NOW } from "../../api/world.js";
import { nastyOrganization } from "./nasty.js";
import { randomOrganization } from "./organizations.js";
import { roundTrip, Workplace } from "./trip.js";

const place = new Workplace();
afterAll(() => place.close());

const subjects: [
    name: string,
    organization: () => Organization | Promise<Organization>,
    edited: number,
    brief: boolean,
][] = [
    ["small", () => seedOrganization("small"), 0.5, false],
    ["random-1", () => randomOrganization(1), 0.5, true],
    ["nasty", () => nastyOrganization(200), 0.3, true],
    // Brief: the preview with edits also shows that unedited objects have no changes.
    ["medium", () => seedOrganization("medium"), 0.1, true],
];

test.each(subjects)(
    "%s: a preview of the exported program shows only outside edits",
    async (name, organization, edited, isBrief) => {
        const clock = name.startsWith("random") || name === "nasty" ? { clock: NOW } : {};
        const service = await startService({ organization: await organization(), ...clock });
        try {
            const trip = await roundTrip({ name, service, place, engine: "local", edited, isBrief, repeats: !isBrief });
            expect(trip.faults).toEqual([]);
            expect(trip.edited).toBeGreaterThan(10);
            expect(trip.shown).toBe(trip.edited);
        } finally {
            await service.close();
        }
    },
);

test("the exported programs compile and are formatted", () => {
    expect(place.typeErrors()).toEqual([]);
    expect(place.unformatted()).toEqual([]);
});
