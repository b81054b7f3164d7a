import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { manual } from "../../../src/api/generated/manual.gen.js";
import { EXIT_CODES } from "../../../src/cli/exit-codes.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import * as sources from "../../../src/resources/sources.js";
import { NOBODY } from "../../api/harness.js";
import { runCommand } from "../command.js";

let service: Service;
let ids: Readonly<Record<"everyone" | "staff" | "ada" | "hugo" | "region" | "tracker" | "app", string>>;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    const { groups, users, tags, resources, apps } = service.snapshot();
    const groupCalled = (name: string) => groups.find((one) => one.name === name)?.group_id ?? "";
    const userAt = (start: string) => users.find(({ email }) => email.startsWith(start))?.user_id ?? "";
    ids = {
        everyone: groupCalled("Everyone"),
        staff: groupCalled("Office staff"),
        ada: userAt("ada@"),
        hugo: userAt("hugo@"),
        region: tags.find(({ key }) => key === "region")?.tag_id ?? "",
        tracker: resources.find(({ name }) => name === "Freight tracker")?.resource_id ?? "",
        app: apps.find(({ name }) => name === "Tidewater")?.app_id ?? "",
    };
});
beforeEach(() => service.calls.clear());
afterAll(() => service.close());

function call(...args: string[]) {
    return runCommand(["call", ...args], service);
}

/** The calls that the service received, in order, as `GET /path`. */
function called(): string[] {
    return service.calls.all().map(({ method, path }) => `${method} ${path.replace(/^\/v1/, "")}`);
}

describe("an exact name is accepted in place of an id, and the id is printed", () => {
    test("resolves the name of a group and the email of a user", async () => {
        const args = ["groups.addUser", "--group-id", "Office staff", "--user-id", "Hugo@tidewater.example"];
        const { code, stdout, stderr } = await call(...args, "--duration-minutes", "60");
        expect(code).toBe(0);
        expect(JSON.parse(stdout)).toMatchObject({ group_id: ids.staff, user_id: ids.hugo });
        expect(stderr).toBe(
            `--group-id "Office staff" is ${ids.staff}\n--user-id "Hugo@tidewater.example" is ${ids.hugo}\n`,
        );
        const members = service.store.groupUsers.all().filter(({ group_id }) => group_id === ids.staff);
        expect(members.map(({ user_id }) => user_id)).toContain(ids.hugo);
        // Three calls: a filtered list of groups, a lookup of the user by email, and the write.
        expect(called()).toHaveLength(3);
    });

    test("requires a duration before any call, because access without one would not expire", async () => {
        const { code, stderr } = await call("groups.addUser", "--group-id", "Office staff", "--user-id", "Ada Brandt");
        expect(code).toBe(EXIT_CODES.usage);
        expect(stderr).toContain("--duration-minutes is required: Minutes of access; 0 is indefinite.");
        expect(called()).toEqual([]);
    });

    test("accepts several names separated by spaces, and refuses names separated by commas", async () => {
        const two = ["ada@tidewater.example", "bruno@tidewater.example"];
        const set = ["owners.setUsers", "--owner-id", "Administrators", "--user-ids"];
        const { code, stderr } = await call(...set, two.join(","));
        expect(code).toBe(EXIT_CODES.usage);
        expect(stderr).toContain("Separate several names with spaces, because names can contain commas.");
        expect((await call(...set, ...two)).code).toBe(0);
    });

    test.each([
        ["a user by full name", ["users.listTags", "--user-id", "Ada Brandt"], () => ids.ada],
        ["a tag by key and value", ["tags.get", "--tag-id", "region=eu"], () => ids.region],
        ["a tag by its key", ["tags.get", "--tag-id", "region"], () => ids.region],
        ["a resource", ["resources.get", "--resource-id", "Freight tracker"], () => ids.tracker],
        ["an app", ["apps.get", "--app-id", "Tidewater"], () => ids.app],
        ["a user in a filter", ["requests.list", "--requester-id", "ada@tidewater.example"], () => ids.ada],
        ["a tag in a list", ["groups.list", "--tag-ids", "region=eu"], () => ids.region],
    ])("resolves %s", async (_, args, id) => {
        const { code, stderr } = await call(...args);
        expect(code).toBe(0);
        expect(stderr).toBe(`${args[1]} ${JSON.stringify(args[2])} is ${id()}\n`);
        const last = service.calls.all().at(-1);
        expect(JSON.stringify([last?.path, last?.query])).toContain(id());
    });

    test("accepts names and ids in one list", async () => {
        const { code, stdout } = await call("groups.list", "--group-ids", "Everyone", ids.staff);
        expect(code).toBe(0);
        const { results } = JSON.parse(stdout) as { results: { group_id: string }[] }; // the type that getGroups returns
        expect(results.map(({ group_id }) => group_id).sort()).toEqual([ids.everyone, ids.staff].sort());
    });
});

test("ids are sent unchanged, without another call", async () => {
    expect(await call("groups.get", "--group-id", ids.everyone)).toMatchObject({ code: 0, stderr: "" });
    expect(await call("groups.list", "--group-ids", `${ids.everyone},${ids.staff}`)).toMatchObject({ stderr: "" });
    expect(called()).toEqual([`GET /groups/${ids.everyone}`, "GET /groups"]);
});

describe("a name that cannot be resolved is refused, and nothing is written", () => {
    test.each([
        ["a name in the wrong case", "everyone", 'Did you mean "Everyone"?'],
        ["a part of a name", "Office", 'Did you mean "Office staff"?'],
        ["a misspelled name", "Contractrs", 'Did you mean "Contractors"?'],
        [
            "a name without a similar one",
            "Zzzzzzzz",
            'No group with the name or id "Zzzzzzzz" found. Set --group-id to the exact name',
        ],
    ])("refuses %s", async (_, name, reason) => {
        const { code, stdout, stderr } = await call("groups.delete", "--group-id", name);
        expect({ code, stdout }).toEqual({ code: EXIT_CODES.usage, stdout: "" });
        expect(stderr).toContain(reason);
        expect(service.calls.writes()).toEqual([]);
    });

    test("lists type, app and id of each match if several objects have the name", async () => {
        const [group] = service.store.groups.all().filter(({ name }) => name === "Contractors");
        const twin = { ...group, group_id: NOBODY, app_id: ids.app, group_type: "SVC_GROUP" };
        // The seed has this group, so the twin is a complete group.
        service.store.groups.set(twin as NonNullable<typeof group>);
        const { code, stderr } = await call("groups.delete", "--group-id", "Contractors");
        service.store.groups.deleteKey(NOBODY);
        expect(code).toBe(EXIT_CODES.usage);
        expect(stderr.split("\n").sort()).toEqual([
            "",
            `  group "Contractors" (OKTA_GROUP, app "Tidewater Directory") ${group?.group_id}`,
            `  group "Contractors" (SVC_GROUP, app "Tidewater") ${NOBODY}`,
            'error: --group-id "Contractors" matches 2 objects. Specify the id of one of these:',
            "help: npx --no-install access-governance explain UsageError",
        ]);
        expect(service.calls.writes()).toEqual([]);
    });

    test("refuses an invalid value before any name is looked up", async () => {
        const { code, stderr } = await call("groups.list", "--group-ids", "Everyone", "--tag-ids");
        expect({ code, stderr }).toEqual({ code: EXIT_CODES.usage, stderr: expect.stringContaining("tag_ids is []") });
        expect(called()).toEqual([]);
    });

    test("refuses a name for a kind without names, such as a request", async () => {
        const { code, stderr } = await call("requests.get", "--id", "Ada's request");
        expect({ code, stderr }).toEqual({ code: EXIT_CODES.usage, stderr: expect.stringContaining("must be a UUID") });
        expect(called()).toEqual([]);
    });
});

test("the kind of an id is derived from the full parameter name, not only from its last word", () => {
    const parameters = Object.values(manual).flatMap((entry) => entry.parameters);
    const of = (name: string) => [...new Set(parameters.filter((one) => one.name === name).map((one) => one.of))];
    expect(of("visibility_group_ids")).toEqual(["Group"]);
    expect(of("reviewer_ids")).toEqual(["Owner"]);
    expect(of("reviewer_id")).toEqual(["User"]);
    expect(of("parent_resource_id")).toEqual(["Resource"]);
    expect(of("event_stream_id")).toEqual([undefined]);
    expect(of("group_name")).toEqual([undefined]);
});

test("each kind that a parameter refers to has a source", () => {
    const named = new Set(Object.values(manual).flatMap(({ parameters }) => parameters.flatMap(({ of }) => of ?? [])));
    expect(named.size).toBeGreaterThan(10);
    const known = Object.values(sources).map(({ name }) => name);
    expect([...named].filter((name) => !known.includes(name))).toEqual([]);
});
