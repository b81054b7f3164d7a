/** Drift is accepted into programs in Pulumi YAML: a handwritten one, and exported ones. Skipped unless the CLI and its YAML host are on PATH. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { onPath } from "../../../src/local/engine/pulumi.js";
import { type Organization, startService } from "../../../src/local/service/index.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import { NOW } from "../../api/world.js";
import { PLUGIN } from "../../plugin/process.js";
import { randomOrganization } from "../../proofs/roundtrip/organizations.js";
import { exportTo, Workplace } from "../../proofs/roundtrip/trip.js";
import { Rounds } from "./rounds.js";

/** Number of edits for each program, and the seed of the random edits. `npm run prove accept` makes more edits. */
const EDITS = Math.ceil(Number(process.env.ACCEPT_EDITS ?? 20) / 4);
const SEED = Number(process.env.ACCEPT_SEED ?? 1);

describe.skipIf(!onPath("pulumi") || !onPath("pulumi-language-yaml"))("accepts drift into a YAML program", () => {
    const place = new Workplace();
    afterAll(() => place.close());

    test("with every kind", async () => {
        const service = await startService({ seed: "small", clock: "2026-05-01T09:00:00Z" });
        const program = join(place.folder, "handwritten");
        cpSync(join(__dirname, "../../../examples/languages/yaml"), program, { recursive: true });
        const file = join(program, "Pulumi.yaml");
        const plugins = "plugins:\n  providers:\n    - name: access-governance\n      path: node_modules/.bin\n";
        writeFileSync(file, readFileSync(file, "utf8").replace(/^packages:\n.*\n/m, plugins));
        linkPlugin(program);
        await play("yaml", await Rounds.of(program, service, SEED, undefined, ["streamKey"]));
    });

    const ORGANIZATIONS: readonly (readonly [string, () => Organization | Promise<Organization>])[] = [
        ["small", () => seedOrganization("small")],
        ["random-3", () => randomOrganization(3)],
        ["random-9", () => randomOrganization(9)],
    ];
    test.each(ORGANIZATIONS)("that was exported: %s", async (name, organization) => {
        const service = await startService({
            organization: await organization(),
            ...(name.startsWith("random") && { clock: NOW }),
        });
        const exported = await exportTo({ name, service, place, engine: "pulumi", edited: 0, language: "yaml" });
        const program = join(place.folder, name);
        linkPlugin(program);
        await play(name, await Rounds.of(program, service, SEED, exported));
    });
});

/** Puts the plugin where npm would link it. */
function linkPlugin(program: string): void {
    const bin = join(program, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(PLUGIN, join(bin, "pulumi-resource-access-governance"));
}

async function play(name: string, rounds: Rounds): Promise<void> {
    try {
        await rounds.play(EDITS);
        if (process.env.ACCEPT_EDITS) console.log(rounds.text(name));
        expect(rounds.faults).toEqual([]);
        expect(rounds.accepted).toBeGreaterThan(EDITS / 3);
    } finally {
        await rounds.close();
    }
}
