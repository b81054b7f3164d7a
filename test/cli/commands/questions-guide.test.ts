/** Compares answers with the service's own lists, and output shown in the docs with actual output. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Service, startService } from "../../../src/local/service/index.js";
import { inMemory, type Transport } from "../../support/transport.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "questions-"));
const snapshot = join(folder, "access.json");
let service: Service;
let transport: Transport;

beforeAll(async () => {
    service = await startService({ seed: "medium" });
    transport = inMemory(service, service.url);
    await ask(service, ["snapshot", "--out", snapshot]);
});
afterAll(async () => {
    transport.close();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("`who can reach` lists the same users and access levels as the service", async () => {
    let count = 0;
    for (const { resource_id } of service.snapshot().resources.slice(0, 40)) {
        const { people } = await asked<{ people: { type: string; id: string; level: string }[] }>("who", resource_id);
        // The service lists machines separately.
        const said = people.filter(({ type }) => type === "user").map(({ id, level }) => `${id} ${level}`);
        const known = await get<{ user_id: string; access_level?: { access_level_remote_id?: string } }>(
            `/resources/${resource_id}/users`,
        );
        const levels = known.map(
            ({ user_id, access_level }) => `${user_id} ${access_level?.access_level_remote_id ?? ""}`,
        );
        expect(said.sort()).toEqual(levels.sort());
        count += known.length;
    }
    expect(count).toBeGreaterThan(100);
});

test("`what can <person> reach` lists the same resources as the service", async () => {
    let count = 0;
    for (const { user_id } of service.snapshot().users.slice(0, 10)) {
        const { targets } = await asked<{ targets: { type: string; id: string }[] }>("what", user_id);
        const said = targets.filter(({ type }) => type === "resource").map(({ id }) => id);
        const known = (await get<{ resource_id: string }>(`/resources/users/${user_id}`)).map((one) => one.resource_id);
        expect([...new Set(said)].sort()).toEqual([...new Set(known)].sort());
        count += known.length;
    }
    expect(count).toBeGreaterThan(20);
});

test("docs/questions.md shows the actual output", async () => {
    const guide = readFileSync(join(__dirname, "../../../docs/questions.md"), "utf8");
    const small = await startService({ seed: "small" });
    const blocks = [...guide.matchAll(/^```console\n\$ access-governance (.*)\n([\s\S]*?)^```/gm)];
    expect(blocks).toHaveLength(4);
    for (const [, line = "", answer] of blocks) {
        const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
        expect(await ask(small, words)).toBe(answer);
    }
    await small.close();
});

test("docs/guides/guarantees.md shows the actual output", async () => {
    const guide = readFileSync(join(__dirname, "../../../docs/guides/guarantees.md"), "utf8");
    const [forTest, forFuture] = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, tests = ""], number) => {
        const file = join(folder, `${number}.yaml`);
        writeFileSync(file, tests);
        return file;
    });
    const files: Readonly<Record<string, string | undefined>> = { test: forTest, "test --future": forFuture };
    const blocks = [...guide.matchAll(/^```console\n\$ access-governance (.*)\n([\s\S]*?)^```/gm)];
    expect(blocks).toHaveLength(4);
    for (const [, line = "", answer] of blocks) {
        const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
        const file = files[line];
        expect(await ask(service, [...words, ...(file === undefined ? [] : [file]), "--snapshot", snapshot])).toBe(
            answer,
        );
    }
});

async function asked<T>(...args: string[]): Promise<T> {
    return JSON.parse(await ask(service, [...args, "--format", "json", "--snapshot", snapshot]));
}

async function ask(of: Service, args: readonly string[]): Promise<string> {
    return (await runCommand(args, of)).stdout;
}

async function get<T extends object>(path: string): Promise<T[]> {
    const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.token}` } });
    expect(response.status).toBe(200);
    const { results }: { results: T[] } = JSON.parse(await response.text());
    return results;
}
