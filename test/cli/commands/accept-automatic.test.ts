/** `access-governance accept` by the cause of the drift: access that an approved request granted, and changes that a person must decide on. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startService } from "../../../src/local/service/index.js";
import { Workshop } from "../../adopt/accept/workshop.js";
import { type CommandResult, runCommand } from "../command.js";

const HOUR_MS = 3_600_000;

let workshop: Workshop;
let preview: string;
let rules: string;
let request: { id: string; group_id: string; user_id: string };

beforeAll(async () => {
    const service = await startService({ seed: "small" });
    workshop = await Workshop.open(join(__dirname, "../../adopt/accept/programs/tabs"), service);
    await workshop.up();
});
afterAll(() => workshop.close());

beforeEach(() => {
    workshop.reset();
    const { store, clock } = workshop.service;
    const { group_id = "" } = store.groups.all().find(({ name }) => name === "Pit") ?? {};
    const [hugo] = store.groupUsers.where("group_id", group_id);
    const { user_id = "" } = store.users.all().find(({ email }) => email === "bruno@tidewater.example") ?? {};
    if (!hugo) throw new Error("The group has no member.");
    store.groupUsers.set({ ...hugo, user_id });
    store.groups.change(group_id, { description: "Deeper" });
    const now = clock.now().toISOString();
    request = { id: "00000000-0000-4000-8000-0000000000aa", group_id, user_id };
    store.requests.set({
        id: request.id,
        created_at: now,
        updated_at: now,
        requester_id: user_id,
        status: "APPROVED",
        reason: "The pump",
        requested_items_list: [{ group_id, access_level_remote_id: "" }],
    });
    preview = join(workshop.folder, "preview.json");
    rules = join(workshop.folder, "access-rules.json");
});

async function accept(...args: readonly string[]): Promise<CommandResult> {
    writeFileSync(preview, JSON.stringify(await workshop.preview()));
    const { PATH = "", ...env } = await workshop.environment();
    const { url, token } = workshop.service;
    const given = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ""]));
    return runCommand(["accept", preview, "--no-impact", "--cwd", workshop.folder, ...args], {
        url,
        token,
        env: { ...given, PATH },
    });
}

const USERS = "  GroupUsers pit-users: users (index.ts:";
const DESCRIPTION = "  Group pit: description (index.ts:";

test("--by request selects access that an approved request granted, --not-by request the rest", async () => {
    const requested = await accept("--by", "request");
    expect(requested.stdout).toContain(`can be accepted (1):\n${USERS}`);
    const rest = await accept("--not-by", "request");
    expect(rest.stdout).toContain(`can be accepted (1):\n${DESCRIPTION}`);
});

test.each<[string, object]>([
    ["pending", { status: "PENDING" }],
    ["for another user", { target_user_id: "00000000-0000-4000-8000-0000000000bb" }],
    ["for a group", { target_group_id: "00000000-0000-4000-8000-0000000000bb" }],
    ["for another target", { requested_items_list: [{ group_id: "00000000-0000-4000-8000-0000000000bb" }] }],
    ["at another level", { requested_items_list: [{ access_level_remote_id: "admin" }] }],
    ["for an hour, which a list cannot declare", { duration_minutes: 60 }],
])("a request that is %s does not explain the drift", async (_, part) => {
    const { store } = workshop.service;
    store.requests.change(request.id, part);
    expect((await accept("--by", "request")).stdout).toBe("Nothing to accept.\n");
});

test("a request on behalf of another user explains that user's access", async () => {
    const { store } = workshop.service;
    const other = store.users.all().find(({ email }) => email === "ada@tidewater.example");
    store.requests.change(request.id, { requester_id: other?.user_id ?? "", target_user_id: request.user_id });
    expect((await accept("--by", "request")).stdout).toContain(USERS);
});

test("changes that widen access are accepted only if the rules allow it", async () => {
    writeFileSync(rules, JSON.stringify({ accept: { widening: "never" } }));
    const never = await accept("--automatic", rules);
    expect(never.stdout).toContain(`can be accepted (1):\n${DESCRIPTION}`);
    expect(never.stdout).toContain(
        "not accepted (1):\n  GroupUsers pit-users: users: it widens or may widen access, so the `accept` section of the rules leaves the decision to a person (index.ts:",
    );
    expect(never.code).toBe(16);

    writeFileSync(rules, JSON.stringify({ accept: { widening: "requested" } }));
    expect((await accept("--automatic", rules)).stdout).toContain("can be accepted (2):\n");
    workshop.service.clock.advance(HOUR_MS);
    workshop.service.store.requests.change(request.id, { status: "DENIED" });
    expect((await accept("--automatic", rules)).stdout).toContain("and no approved request explains the change, so");

    writeFileSync(rules, JSON.stringify({ rules: [] }));
    expect((await accept("--automatic", rules)).stdout).toContain("can be accepted (2):\n");
});

test("an invalid value in the rules is a usage error", async () => {
    writeFileSync(rules, JSON.stringify({ accept: { widening: "sometimes" } }));
    const { stderr, code } = await accept("--automatic", rules);
    expect(stderr).toContain("accept.widening: ");
    expect(code).toBe(2);
});
