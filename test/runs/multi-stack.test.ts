import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Run, Stack } from "../../src/local/engine/contract/stack.js";
import { openStack } from "../../src/local/engine/open-stack.js";
import { findPulumi } from "../../src/local/engine/pulumi.js";
import { type Service, startService } from "../../src/local/service/index.js";

const root = join(__dirname, "../..");
const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];

const NOT_THERE =
    "The stack organization/access-platform/prod does not export owners.platform, owners.security, groups.productionReadOnly: " +
    'run "pulumi up" there, or set platformStack to the stack that does.';

const changes = (run: Run) =>
    run.steps
        .filter(({ op, type }) => op !== "same" && op !== "refresh" && !type.startsWith("pulumi:"))
        .map(({ op, type, name }) => `${op} ${type.split(":").at(-1)} ${name}`)
        .sort();
const errors = ({ diagnostics }: Run) =>
    diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

describe.each(engines)("a team's stack that references the platform's stack, on %s", (engine) => {
    let folder: string;
    let service: Service;
    let platform: Stack;
    let team: Stack;
    let ids: Record<string, string>;

    const open = (program: string, config: Record<string, string> = {}) =>
        openStack({
            program: join(root, "examples/multi-stack", program),
            engine,
            stack: "prod",
            backend: folder,
            env: { ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
            config: {
                "access-governance:url": service.url,
                "access-governance:token": { secret: service.token },
                ...config,
            },
        });

    beforeAll(async () => {
        folder = mkdtempSync(join(tmpdir(), "multi-stack-"));
        service = await startService({ seed: "small" });
        platform = await open("platform");
        team = await open("payments");
    });

    afterAll(async () => {
        await platform?.close();
        await team?.close();
        await service?.close();
        rmSync(folder, { recursive: true, force: true });
    });

    async function api<T = unknown>(method: string, path: string, body?: object): Promise<T> {
        const response = await fetch(`${service.url}${path}`, {
            method,
            headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
            ...(body && { body: JSON.stringify(body) }),
        });
        expect(response.ok, `${method} ${path} returned ${response.status}`).toBe(true);
        return (await response.json()) as T;
    }

    async function idsOf(stack: Stack): Promise<Record<string, string>> {
        const { deployment } = await stack.exportState();
        const named = (deployment.resources ?? []).map(({ urn, id }) => [String(urn).split("::").at(-1), String(id)]);
        return Object.fromEntries(named);
    }

    async function expectClean(stack: Stack): Promise<void> {
        const run = await stack.preview({ refresh: true, expectNoChanges: true });
        expect(errors(run)).toEqual([]);
        expect(run.exitCode).toBe(0);
    }

    it("fails with a clear error if the platform stack has not been deployed", async () => {
        const run = await team.preview();
        expect(run.exitCode).toBe(1);
        expect(errors(run)).toEqual([NOT_THERE]);
    });

    it("deploys the platform, then the team, and both previews show no changes", async () => {
        expect(errors(await platform.up())).toEqual([]);
        expect(errors(await team.up())).toEqual([]);
        await expectClean(platform);
        await expectClean(team);
        ids = { ...(await idsOf(platform)), ...(await idsOf(team)) };
        expect(await api("GET", `/bundles/${ids["payments-first-day"]}`)).toMatchObject({
            admin_owner_id: ids.platform,
        });
    });

    it("shows an outside edit only in the stack that declares the object", async () => {
        const renamed = [ids["prod-read-only"], ids["payments-on-call"]].map((id) => ({
            group_id: id,
            name: `Renamed ${id}`,
        }));
        await api("PUT", "/groups", { groups: renamed });
        expect(changes(await platform.preview())).toEqual(["update Group prod-read-only"]);
        expect(changes(await team.preview())).toEqual(["update Group payments-on-call"]);
        expect(errors(await platform.up())).toEqual([]);
        expect(errors(await team.up())).toEqual([]);
    });

    it("deletes no platform objects when the team's stack is destroyed", async () => {
        expect(errors(await team.destroy())).toEqual([]);
        for (const path of [`/owners/${ids.platform}`, `/owners/${ids.security}`, `/groups/${ids["prod-read-only"]}`])
            await api("GET", path);
        await expectClean(platform);
        expect(errors(await team.up())).toEqual([]);
        ids = { ...ids, ...(await idsOf(team)) };
    });

    it("refuses to destroy the platform because its objects are protected, and changes neither stack", async () => {
        const before = service.calls.writes().length;
        const refused = await platform.destroy();
        expect(refused.exitCode).toBe(1);
        expect(errors(refused).join("\n")).toContain("protect");
        expect(service.calls.writes()).toHaveLength(before);
        await expectClean(team);
    });
});
