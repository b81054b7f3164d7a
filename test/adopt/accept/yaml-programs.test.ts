/** Drift is accepted into programs in Pulumi YAML: a handwritten one, and exported ones. Skipped unless the CLI and its YAML host are on PATH. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in Pulumi YAML look like placeholders
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { onPath } from "../../../src/local/engine/pulumi.js";
import { type Organization, startService } from "../../../src/local/service/index.js";
import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import { NOW } from "../../api/world.js";
import { runCommand } from "../../cli/command.js";
import { PLUGIN } from "../../plugin/process.js";
import { randomOrganization } from "../../proofs/roundtrip/organizations.js";
import { exportTo, Workplace } from "../../proofs/roundtrip/trip.js";
import { Rounds } from "./rounds.js";
import { Workshop } from "./workshop.js";

/** Number of edits for each program, and the seed of the random edits. `npm run prove accept` makes more edits. */
const EDITS = Math.ceil(Number(process.env.ACCEPT_EDITS ?? 20) / 4);
const SEED = Number(process.env.ACCEPT_SEED ?? 1);

const isHere = onPath("pulumi") && onPath("pulumi-language-yaml");

describe.skipIf(!isHere)("accepts drift into a YAML program", () => {
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

describe.skipIf(!isHere)("`access-governance accept` on an exported YAML program", () => {
    test("accepts ten changes of all sorts, and the next preview shows none", async () => {
        const place = new Workplace();
        const service = await startService({ seed: "small" });
        const api = async (method: string, path: string, body?: object) => {
            const headers = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
            const answer = await fetch(`${service.url}/${path}`, {
                method,
                headers,
                ...(body && { body: JSON.stringify(body) }),
            });
            if (!answer.ok) throw new Error(await answer.text());
        };
        const id = (all: readonly { readonly name?: string | undefined }[], name: string): string =>
            String(Object.values(all.find((one) => one.name === name) ?? {})[0]);
        const { store } = service;
        const user = (name: string) => store.users.all().find((one) => one.first_name === name)?.user_id ?? "";
        const [everyone, contractors, staff] = ["Everyone", "Contractors", "Office staff"].map((name) =>
            id(store.groups.all(), name),
        );
        const [tracker, archive] = ["Freight tracker", "Billing archive"].map((name) =>
            id(store.resources.all(), name),
        );
        await api("POST", "owners", { name: "Yard", description: "true", user_ids: [user("Bruno"), user("Chiyo")] });
        await api("POST", "owners", { name: "Dock", user_ids: [user("Dana")] });
        await api("PUT", `groups/${staff}/visibility`, { visibility: "LIMITED", visibility_group_ids: [contractors] });
        await api("POST", `groups/${contractors}/users/${user("Bruno")}`, { duration_minutes: 600 });
        const owner = (name: string) => store.owners.all().find((one) => one.name === name)?.owner_id ?? "";
        const [yard, dock, administrators] = ["Yard", "Dock", "Administrators"].map(owner);

        await exportTo({ name: "access", service, place, engine: "pulumi", edited: 0, language: "yaml" });
        const program = join(place.folder, "access");
        linkPlugin(program);
        const workshop = await Workshop.open(program, service);
        try {
            await workshop.expect("stack", "import", "--file", join("state", "dev.json"));
            await workshop.expect("preview", "--refresh", "--expect-no-changes");
            service.clock.advance(3_600_000);

            const stage = { require_admin_approval: false, require_manager_approval: false };
            await api("PUT", "owners", { owners: [{ owner_id: yard, name: "yes", description: "007" }] });
            await api("PUT", `owners/${yard}/users`, { user_ids: [user("Chiyo"), user("Femi")] });
            await api("PUT", `owners/${administrators}/users`, { user_ids: [user("Ada")] });
            await api("DELETE", `owners/${dock}`);
            await api("PUT", `groups/${staff}/visibility`, { visibility: "GLOBAL", visibility_group_ids: [] });
            await api("DELETE", `groups/${contractors}/users/${user("Bruno")}`);
            await api("POST", `groups/${contractors}/users/${user("Bruno")}`, { duration_minutes: 0 });
            await api("POST", `groups/${contractors}/users/${user("Dana")}`, { duration_minutes: 1440 });
            const stages = [
                { ...stage, operator: "AND", owner_ids: [administrators] },
                { ...stage, operator: "OR", owner_ids: [yard], require_manager_approval: true },
            ];
            await api("PUT", `groups/${everyone}/reviewer-stages`, { stages });
            const names = [
                { resource_id: tracker, name: "Freight ${tracker} $$5: #1" },
                { resource_id: archive, admin_owner_id: yard, description: "not declared" },
            ];
            await api("PUT", "resources", { resources: names });
            // Nobody declares this one.
            await api("POST", "owners", { name: "Night", user_ids: [] });

            const { PATH = "", ...env } = await workshop.environment();
            const { url, token } = service;
            const { code, stdout, stderr } = await runCommand(["accept", "--write", "--cwd", workshop.folder], {
                url,
                token,
                env: { ...env, PATH },
            });
            expect(code, stdout + stderr).toBe(0);
            expect(stdout).toContain("accepted (10):");
            expect(stdout).toContain("Dana Orlov");
            const text = readFileSync(join(workshop.folder, "Pulumi.yaml"), "utf8");
            expect(text).not.toContain("dockOwner");
            expect(text).toContain('adminOwnerId: "${yardOwner.id}"');
            service.calls.clear();
            await workshop.expect("preview", "--refresh", "--expect-no-changes");
            // After the state has the new values, a preview without a refresh shows no changes, either.
            await workshop.expect("up", "--yes", "--skip-preview", "--refresh");
            await workshop.expect("preview", "--expect-no-changes");
            expect(service.calls.writes()).toEqual([]);
        } finally {
            await workshop.close();
            place.close();
        }
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
