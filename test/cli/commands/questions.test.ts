import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ASPECTS } from "../../../src/access/model/model.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { pulumiType } from "../../../src/common/pulumi-type.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { seededFacts } from "../../access/facts-of.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "questions-"));
const facts = seededFacts("medium");
const snapshot = fileOf("facts.json", facts);
/** A group with an on-call schedule. `open` marks its on-call users as unknown. */
const onCall = groupIn("Checkout on call");
const open = fileOf("open.json", {
    ...facts,
    unknowns: [{ type: "group", id: onCall.id, because: "the API does not return who is on call" }],
});
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
});

test("`who` lists all members of a group by name, and writes nothing", async () => {
    const before = service.snapshot();
    const { text, code } = await ask("who", "can", "reach", "Office staff");
    const group = before.groups.find(({ name }) => name === "Office staff");
    const members = before.groupUsers.filter(({ group_id }) => group_id === group?.group_id);
    const names = members.map(({ user_id }) => before.users.find((user) => user.user_id === user_id)?.email ?? "");
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(text).toContain(`(${name})\n`);
    expect(text).toMatch(new RegExp(`^${names.length} people have the group "Office staff"\\.\\n\\nin "Office staff"`));
    expect(code).toBe(0);
    expect(service.snapshot()).toEqual(before);
});

test("`what` lists all groups of a person", async () => {
    const organization = service.snapshot();
    const ada = organization.users.find(({ email }) => email.startsWith("ada@"));
    const groups = organization.groupUsers.filter(({ user_id }) => user_id === ada?.user_id);
    const { count, targets, person } = await json("what", "can", "ada", "reach");
    expect(person).toMatchObject({ type: "user", id: ada?.user_id, name: ada?.full_name, email: ada?.email });
    expect(targets.map(({ id }: { id: string }) => id).sort()).toEqual(groups.map((one) => one.group_id).sort());
    expect(count).toBe(groups.length);
});

test("JSON contains access levels, expirations and every step with its name", async () => {
    const resource = facts.resources.find(({ name }) => name === "checkout-api-production");
    const { people, count, target } = await json("who", "checkout-api-production", "--snapshot", snapshot);
    expect(target).toEqual({ type: "resource", id: resource?.id, name: "checkout-api-production" });
    const grants = [...facts.grants].filter(({ resourceId }) => resourceId === resource?.id);
    expect(grants.length).toBeGreaterThan(0);
    for (const { principalId, level, until } of grants) {
        const step = { by: "grant", target, level, until };
        const held = people.find((one: { id: string; level: string }) => one.id === principalId && one.level === level);
        expect(held).toMatchObject({ level, until, path: [step], because: expect.stringContaining("directly") });
    }
    const links = [...facts.links].filter(({ resourceId }) => resourceId === resource?.id);
    for (const { path, level } of people.filter((one: { path: { by: string }[] }) => one.path.at(-1)?.by === "link")) {
        // The last step of the path grants the listed access level.
        expect(path.at(-1).level).toBe(level);
        const groupId = path.at(-2).target.id;
        expect(links.some((link) => link.groupId === groupId && link.level === level)).toBe(true);
        expect(path.at(-2).target.name).toBe(facts.groups.find(({ id }) => id === groupId)?.name);
    }
    expect(count).toBe(new Set(people.map(({ id }: { id: string }) => id)).size);
    expect(count).toBeLessThan(people.length);
});

test("each aspect has its own answer", async () => {
    const counts = new Map<string, number>();
    for (const aspect of ASPECTS) {
        const { count } = await json(
            "who",
            "resource:checkout-api-production",
            "--aspect",
            aspect,
            "--snapshot",
            snapshot,
        );
        counts.set(aspect, count);
    }
    const { users } = facts;
    const resource = facts.resources.find(({ name }) => name === "checkout-api-production");
    const owner = facts.owners.find(({ id }) => id === resource?.adminOwnerId);
    expect(counts.get("sees")).toBe(users.length);
    expect(counts.get("administers")).toBe(owner?.userIds.length);
    expect(counts.get("has")).not.toBe(counts.get("sees"));
    const { text } = await ask("who", "checkout-api-production", "--aspect", "administers", "--snapshot", snapshot);
    expect(text).toContain(`in the owner "${owner?.name}", which administers "checkout-api-production"\n`);
});

test("`why` answers yes with the path, no, or unknown, each with its own exit code", async () => {
    const member = [...facts.memberships].find(({ groupId }) => groupId === onCall.id);
    const yes = await ask("why", "can", member?.userId ?? "", "reach", onCall.id, "--snapshot", snapshot);
    expect(yes.text).toMatch(/^Yes: .* has the group "Checkout on call"\.\n\nhas it: in "Checkout on call"\n/);
    expect(yes.code).toBe(0);

    const inside = new Set(
        [...facts.memberships].filter(({ groupId }) => groupId === onCall.id).map((one) => one.userId),
    );
    const stranger = facts.users.find(({ id }) => !inside.has(id) && !onCall.leaderIds?.includes(id));
    const no = await ask("why", stranger?.id ?? "", onCall.id, "--snapshot", snapshot);
    expect(no.text).toMatch(/^No: .* does not have the group "Checkout on call"\.\n/);
    expect(no.text).toContain('\nsees it: everybody sees "Checkout on call"\n');
    expect(no.code).toBe(EXIT_CODES.no);

    const unknown = await ask("why", stranger?.id ?? "", onCall.id, "--snapshot", open);
    expect(unknown.text).toMatch(
        /^Unknown: it could not be determined whether .* has the group "Checkout on call", because the API does not return who is on call/,
    );
    expect(unknown.text).not.toMatch(/^No:/m);
    expect(unknown.code).toBe(EXIT_CODES.notKnown);

    const { text } = await ask("what", stranger?.id ?? "", "--snapshot", open);
    const lines = text.slice(text.search(/^Unknown for \d+ groups and \d+ resources:$/m)).split("\n");
    const [line = ""] = lines.filter((one) => one.startsWith("    the API does not return who is on call"));
    expect(line).toMatch(/: the group .* and \d+ more$/);
    expect(line.split(", the ").length).toBe(3);

    const seen = await ask(
        "why",
        stranger?.id ?? "",
        onCall.id,
        "--aspect",
        "sees",
        "--snapshot",
        open,
        "--format",
        "json",
    );
    const sees = JSON.parse(seen.text);
    expect([sees.answer, seen.code]).toEqual(["yes", 0]);
    const has = sees.aspects.find(({ aspect }: { aspect: string }) => aspect === "has");
    expect(has).toMatchObject({
        answer: "notKnown",
        ways: [],
        unknowns: [{ type: "group", name: "Checkout on call" }],
    });
});

test("`who` and `what` report unknown access", async () => {
    const who = await ask("who", "Checkout on call", "--snapshot", open);
    expect(who.text).toContain(
        'It is unknown who else has the group "Checkout on call": the API does not return who is on call (group "Checkout on call").',
    );
    const [first] = facts.users.filter(({ id }) => !onCall.leaderIds?.includes(id));
    const what = await json("what", first?.id ?? "", "--snapshot", open);
    expect(what.notKnown.map(({ id }: { id: string }) => id)).toContain(onCall.id);
});

test("`diff-people` lists the access that only one of two people has, and unknown access", async () => {
    const [one, other] = [facts.users[1], facts.users[4]].map((user) => user?.id ?? "");
    const args = ["diff-people", one ?? "", other ?? "", "--snapshot"];
    const difference = await json(...args, snapshot);
    const ofOne = await targetsOf(one ?? "");
    const ofOther = await targetsOf(other ?? "");
    const lone = (mine: string[], others: string[]) => mine.filter((key) => !others.includes(key)).sort();
    const keys = (side: number) => difference.only[side].targets.map(keyOf).sort();
    expect(keys(0)).toEqual(lone(ofOne, ofOther));
    expect(keys(1)).toEqual(lone(ofOther, ofOne));
    expect(keys(0).length + keys(1).length).toBeGreaterThan(0);
    const unsure = await json(...args, open);
    for (const { targets } of unsure.only) expect(targets.map(({ id }: { id: string }) => id)).not.toContain(onCall.id);
    expect(unsure.notKnown.map(({ id }: { id: string }) => id)).toContain(onCall.id);
});

test("--state answers from the program's declarations, hides secrets, and qualifies a no", async () => {
    const state = fileOf("state.json", deployment());
    const who = await ask("who", "Ledger", "--state", state);
    expect(who.text).toMatch(/^According to this program, {2}3 people have the resource "Ledger"\.\n/);
    // People whom the program declares only by id are shown by id.
    expect(who.text).toContain(
        '\nin "Bookkeepers" → which grants "Ledger" at the level admin\n    Dana Orlov (dana@tidewater.example)\n',
    );
    expect(who.text).toContain('has "Ledger" directly until 1 March 2099, 12:00 UTC\n    user-2\n');
    expect(who.text).not.toContain("user-4");
    expect(who.text).toContain("The state contains only objects that the program declares");
    expect(who.text).toContain('It is unknown who else has the resource "Ledger": a declared value is a secret');
    expect(JSON.stringify(await json("who", "Ledger", "--state", state))).not.toContain("ciphered");

    const no = await ask("why", "user-2", "Bookkeepers", "--state", state);
    expect(no.text).toMatch(
        /^Not through this program: no declaration in it implies that user-2 has the group "Bookkeepers"/,
    );
    expect(no.code).toBe(EXIT_CODES.no);
    const elsewhere = await ask("why", "user-2", "group-9", "--state", state);
    expect(elsewhere.text).toContain("this program does not declare it");
    expect(elsewhere.code).toBe(EXIT_CODES.notKnown);
    expect((await ask("what", "Somebody", "--state", state)).stderr).toContain("A state contains people by id");
});

test.each([
    [["who", "can", "reach"], "Use: access-governance who can reach <what>."],
    [["who", "Office", "staff"], "Use: access-governance who can reach <what>."],
    [["what", "ada", "reach"], "Use: access-governance what can <person> reach."],
    [["what", "can", "reach", "ada"], "Use: access-governance what can <person> reach."],
    [["why", "can", "ada"], "Use: access-governance why can <person> reach <what>."],
    [["why", "ada", "reach", "Office staff"], "Use: access-governance why can <person> reach <what>."],
    [["diff-people", "ada", "ada@tidewater.example"], "are the same person"],
    [["who", "Everyone", "--snapshot", "a", "--state", "b"], "--snapshot and --state cannot be combined"],
    [["who", "Everyone", "--state", snapshot], "Not a deployment: "],
])("%j is refused with a reason", async (args, reason) => {
    const { code, text, stderr } = await ask(...args);
    expect({ code, text }).toEqual({ code: EXIT_CODES.usage, text: "" });
    expect(stderr).toContain(reason);
});

test.each([
    ["who", "can", "reach", "Offise staff"],
    ["what", "can", "adda", "reach"],
    ["why", "can", "ada", "reach", "Offise staff"],
    ["diff-people", "ada", "brunno"],
    ["escalate", "to", "Offise staff"],
])("%s %s: an unknown name is refused before memberships are read", async (...args) => {
    service.calls.clear();
    const { code, stderr } = await ask(...args);
    expect([code, stderr]).toEqual([EXIT_CODES.usage, expect.stringMatching(/^error: No .* Did you mean "/)]);
    const paths = new Set(service.calls.all().map(({ operation }) => operation));
    expect([...paths].filter((name) => /GroupUsers|ResourceUsers|Visibility/.test(String(name)))).toEqual([]);
    expect(paths.size).toBeGreaterThan(5);
});

test("without a token nothing is read", async () => {
    const { code, stderr } = await runCommand(["who", "Everyone"]);
    expect({ code, stderr }).toEqual({
        code: EXIT_CODES.usage,
        stderr: expect.stringContaining("ACCESS_GOVERNANCE_URL"),
    });
});

test("several matches are listed on standard error, one per line, with the usage exit code", async () => {
    const { code, stderr } = await ask("who", "ckout", "--snapshot", snapshot);
    const lines = stderr.trimEnd().split("\n");
    expect(lines[0]).toMatch(/^error: "ckout" matches \d+ objects\. Specify the full name or id of one of these:$/);
    expect(lines).toContain(`  group "Checkout on call" ${onCall.id}`);
    expect(lines).toHaveLength(13);
    expect(code).toBe(EXIT_CODES.usage);
});

async function targetsOf(person: string): Promise<string[]> {
    const { targets } = await json("what", person, "--snapshot", snapshot);
    return targets.map(keyOf);
}

function keyOf({ type, id, level }: { type: string; id: string; level: string }): string {
    return `${type} ${id} ${level}`;
}

function groupIn(name: string) {
    const group = facts.groups.find((one) => one.name === name);
    if (!group) throw new Error(`The seed has no group ${name}.`);
    return group;
}

/** Returns the parsed JSON answer. It is not typed because each test reads a different part. */
async function json(...args: string[]) {
    const { text } = await ask(...args, "--format", "json");
    return JSON.parse(text);
}

async function ask(...args: string[]) {
    const { stdout: text, stderr, code } = await runCommand(args, service);
    return { text, stderr, code };
}

function fileOf(name: string, content: object): string {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
}

/** A state in which subresources come before their entities, as in a program that uses plain ids. */
function deployment() {
    const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "ciphered" };
    const entry = (kind: string, id: string, inputs: object, more: object = {}) => ({
        urn: `urn:pulumi:dev::access::${pulumiType(kind)}::${id}`,
        type: pulumiType(kind),
        id,
        custom: true,
        inputs,
        outputs: inputs,
        ...more,
    });
    const grant = (userId: string, expirationDate: string) => {
        const inputs = { resourceId: "resource-1", userId, durationMinutes: 60 };
        return entry("ResourceUser", `resource-1/${userId}`, inputs, { outputs: { ...inputs, expirationDate } });
    };
    const ledger = { groupId: "group-1", resourceId: "resource-1", accessLevelRemoteId: "admin" };
    return {
        version: 3,
        deployment: {
            resources: [
                { urn: "urn:pulumi:dev::access::pulumi:pulumi:Stack::access-dev", type: "pulumi:pulumi:Stack" },
                entry("GroupResource", "group-1/resource-1", ledger),
                entry("GroupUser", "group-1/user-1", { groupId: "group-1", userId: "user-1" }),
                entry("GroupUser", "group-1/user-3", { groupId: "group-1", userId: "user-3" }),
                entry("GroupUser", "group-9/user-1", { groupId: "group-9", userId: "user-1" }),
                entry("GroupUser", "group-1/user-5", { groupId: "group-1", userId: "user-5" }, { delete: true }),
                grant("user-2", "2099-03-01T12:00:00.000Z"),
                grant("user-4", "2020-03-01T12:00:00.000Z"),
                entry("Group", "group-1", { name: "Bookkeepers", groupType: "OPAL_GROUP" }),
                entry("Resource", "resource-1", { name: "Ledger", resourceType: "CUSTOM", description: secret }),
                entry(
                    "User",
                    "user-1",
                    { email: "dana@tidewater.example" },
                    {
                        outputs: { email: "dana@tidewater.example", fullName: "Dana Orlov" },
                    },
                ),
            ],
        },
    };
}
