import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { EXIT_CODES } from "../../src/cli/exit-codes.js";
import { addDiffPeople, addWhat, addWho, addWhy } from "../../src/cli/questions.js";
import { addSnapshot } from "../../src/cli/snapshot.js";
import { type Service, startService } from "../../src/service/index.js";

const folder = mkdtempSync(join(tmpdir(), "questions-"));
const snapshot = join(folder, "access.json");
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "medium" });
    await ask("snapshot", "--out", snapshot);
});
afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

describe("who can reach", () => {
    test("names everybody whom the service names, at the same levels", async () => {
        for (const { resource_id } of service.snapshot().resources.slice(0, 40)) {
            const { people } = JSON.parse((await asked("who", "can", "reach", resource_id)).text);
            const said = people.flatMap(
                ({ type, id, levels }: { type: string; id: string; levels: { level: string }[] }) =>
                    // Of machines the service has a list of its own.
                    type === "user" ? levels.map(({ level }) => `${id} ${level}`) : [],
            );
            expect(said.sort()).toEqual((await usersOf(resource_id)).sort());
        }
        expect(
            (
                await Promise.all(
                    service
                        .snapshot()
                        .resources.slice(0, 40)
                        .map((one) => usersOf(one.resource_id)),
                )
            ).flat().length,
        ).toBeGreaterThan(100);
    });

    test("says it in words, with what is not known, from the service as well", async () => {
        vi.stubEnv("ACCESS_GOVERNANCE_READS_PER_SECOND", "10000");
        const [live, saved] = [
            await ask("who", "can", "reach", "engineering-code"),
            await ask("who", "engineering-code", "--snapshot", snapshot),
        ];
        expect(live.text).toBe(saved.text);
        expect(live.text).toMatch(
            /^18 people have the resource "engineering-code"\.\n\nin "Checkout team" → which gives/,
        );
        expect(live.text).toMatch(/\n\nNot known who else: who is on call by Checkout on call, the API does not tell/);
        expect(live.text).not.toContain(service.token);
        expect(service.calls.writes()).toEqual([]);
    });
});

test("what somebody can reach is what the service says of them", async () => {
    const users = service.snapshot().users.slice(0, 10);
    let count = 0;
    for (const { user_id } of users) {
        const { targets } = JSON.parse((await asked("what", "can", user_id, "reach")).text);
        const said = targets
            .filter(({ type }: { type: string }) => type === "resource")
            .map(({ id }: { id: string }) => id);
        const page = await get<{ resource_id: string }>(`/resources/users/${user_id}`);
        const known = page.map(({ resource_id }) => resource_id);
        expect([...new Set(said)].sort()).toEqual([...new Set(known)].sort());
        count += known.length;
    }
    expect(count).toBeGreaterThan(20);
});

describe("why", () => {
    test("yes, with the path, and 0", async () => {
        const { text, code } = await ask(
            "why",
            "can",
            "diego.olsen@fernhollow.example",
            "reach",
            "engineering-code",
            "--snapshot",
            snapshot,
        );
        expect(text).toContain('Yes: Diego Olsen (diego.olsen@fernhollow.example) has the resource "engineering-code"');
        expect(text).toContain('in "Checkout team" → which gives "engineering-code"');
        expect(code).toBe(0);
    });

    test("no has a code of its own, and what nobody knows another one", async () => {
        const no = await ask("why", "ada", "Contractors", "--snapshot", snapshot);
        expect(no.text).toMatch(/^No: Ada Brandt \(.*\) does not have the group "Contractors"\./);
        expect(no.code).toBe(EXIT_CODES.no);
        process.exitCode = undefined;
        const open = await ask("why", "ada", "engineering-code", "--snapshot", snapshot);
        expect(open.text).toMatch(/^Not known: nobody can say whether Ada Brandt/);
        expect(open.code).toBe(EXIT_CODES.notKnown);
    });
});

test("what two people differ in adds up", async () => {
    const [one, other] = ["ada@fernhollow.example", "diego.olsen@fernhollow.example"];
    const things = async (person: string): Promise<string[]> =>
        JSON.parse((await asked("what", person)).text).targets.map(({ id }: { id: string }) => id);
    const [ofOne, ofOther] = [await things(one), await things(other)];
    const { text } = await ask("diff-people", one, other, "--snapshot", snapshot);
    const both = ofOne.filter((id) => ofOther.includes(id)).length;
    expect(text).toContain(`both have ${both} group`);
    expect(text).toContain(`Only Diego Olsen (${other}) has ${ofOther.length - both} groups and resources.`);
    await expect(ask("diff-people", one, "ada", "--snapshot", snapshot)).rejects.toThrow("are the same person");
});

describe("from the state of a program", () => {
    const [group, person] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    const type = (kind: string) => `pulumi-nodejs:dynamic/access-governance:${kind}`;
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "hidden" };
    const state = join(folder, "state.json");

    beforeAll(() => {
        const resource = (kind: string, name: string, id: string, inputs: object) => ({
            urn: `urn:pulumi:prod::access::${type(kind)}::${name}`,
            type: type(kind),
            custom: true,
            id,
            inputs,
            outputs: inputs,
        });
        const resources = [
            resource("Group", "on-call", group, {
                name: "On call",
                appId: "a",
                groupType: "SVC_GROUP",
                adminOwnerId: "o",
            }),
            resource("GroupUser", "in", `${group}/${person}`, { groupId: group, userId: person }),
            resource("EventStream", "audit", "e", { name: "Audit", hmacCredential1: secret }),
        ];
        writeFileSync(state, JSON.stringify({ version: 3, deployment: { resources } }));
    });

    test("knows what the program declares, and says that it knows no more", async () => {
        const { text } = await ask("who", "can", "reach", "On call", "--state", state);
        expect(text).toMatch(/^By this program, 1 person has the group "On call"\./);
        expect(text).toContain(person);
        expect(text).toContain("A state knows only what its program declares");
        expect(text).not.toContain("hidden");
    });

    test("a no is none of the whole organization", async () => {
        const { text } = await ask(
            "why",
            "can",
            person,
            "reach",
            "On call",
            "--aspect",
            "mayApprove",
            "--state",
            state,
        );
        expect(text).toMatch(/^(Not by this program|Not known): /);
    });
});

test("docs/questions.md shows what is really answered", async () => {
    const guide = readFileSync(join(__dirname, "../../docs/questions.md"), "utf8");
    const small = await startService({ seed: "small" });
    const blocks = [...guide.matchAll(/^```console\n\$ access-governance (.*)\n([\s\S]*?)^```/gm)];
    expect(blocks).toHaveLength(4);
    for (const [, line = "", answer] of blocks) {
        const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
        expect((await askAt(small, words)).text).toBe(answer);
    }
    await small.close();
});

test.each([
    [["who", "may", "reach", "x"], "Ask: access-governance who can reach <what>."],
    [["what", "can", "ada"], "Ask: access-governance what can <person> reach."],
    [["why", "can", "ada", "reach"], "Ask: access-governance why can <person> reach <what>."],
    [["who", "x", "--snapshot", "a", "--state", "b"], "Give one of --snapshot and --state"],
    [["who", "engineering-codde", "--snapshot", snapshot], 'Did you mean "engineering-code"?'],
])("%j is refused with what would be understood", async (args, sentence) => {
    await expect(ask(...args)).rejects.toThrow(sentence);
});

/** As JSON, from the snapshot. */
function asked(...args: string[]) {
    return ask(...args, "--format", "json", "--snapshot", snapshot);
}

function ask(...args: string[]): Promise<{ text: string; code: number }> {
    return askAt(service, args);
}

async function askAt({ url, token }: Service, args: readonly string[]): Promise<{ text: string; code: number }> {
    vi.stubEnv("ACCESS_GOVERNANCE_URL", url);
    vi.stubEnv("ACCESS_GOVERNANCE_TOKEN", token);
    vi.stubEnv("ACCESS_GOVERNANCE_READS_PER_SECOND", "10000");
    let text = "";
    const write = vi.spyOn(process.stdout, "write").mockImplementation((more) => {
        text += more;
        return true;
    });
    vi.spyOn(console, "log").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
    const program = new Command("access-governance").exitOverride();
    for (const add of [addWho, addWhat, addWhy, addDiffPeople, addSnapshot]) add(program);
    await program.parseAsync(args, { from: "user" }).finally(() => write.mockRestore());
    return { text, code: Number(process.exitCode ?? 0) };
}

/** Everybody who has a resource by the service's own answer, with the level. */
async function usersOf(id: string): Promise<string[]> {
    const users = await get<{ user_id: string; access_level?: { access_level_remote_id?: string } }>(
        `/resources/${id}/users`,
    );
    return users.map(({ user_id, access_level }) => `${user_id} ${access_level?.access_level_remote_id ?? ""}`);
}

async function get<T extends object>(path: string): Promise<T[]> {
    const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.token}` } });
    expect(response.status).toBe(200);
    const { results }: { results: T[] } = JSON.parse(await response.text());
    return results;
}
