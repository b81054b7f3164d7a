import { Client } from "../../src/api/client.js";
import { type OperationName, operations } from "../../src/api/generated/operations.gen.js";
import { World } from "../proofs/conformance/world.js";
import { inMemory, type Transport } from "../support/transport.js";

/** The body of a response or request. */
export type Body = Record<string, unknown>;

/** Changes a response of an operation. `ids` are the ids in the path, in order. */
export type Edit = (body: Body, ids: readonly string[], request: Body) => Body;

/** A service whose responses a test can change before the client gets them. */
export class Wire {
    private readonly transport: Transport;

    constructor(readonly world: World) {
        this.transport = inMemory(world.service, world.service.url);
    }

    client(): Client {
        const { url, token } = this.world.service;
        return new Client({ url, token, retries: 0, readsPerSecond: 100_000, concurrency: 20 });
    }

    /** Removes all changes of responses. */
    removeEdits(): void {
        this.transport.between = undefined;
    }

    /** Changes successful responses of an operation. Several edits are applied in order. */
    edit(operation: OperationName, edit: Edit): void {
        this.answer(operation, async (response, ids, request) => {
            if (!response.ok) return response;
            return Response.json(edit((await response.json()) as Body, ids, request), { status: response.status });
        });
    }

    /** Makes every page of an operation return itself as the next page. */
    repeatPages(operation: OperationName): void {
        let last: Body = {};
        this.answer(operation, async (response) => {
            if (response.ok) last = { ...((await response.json()) as Body), next: "again" };
            return Response.json(last);
        });
    }

    /** Replaces the responses of an operation with an error of this status. */
    refuse(operation: OperationName, status: number, only: (ids: readonly string[]) => boolean = () => true): void {
        this.answer(operation, async (response, ids) =>
            only(ids) ? Response.json({ message: "no" }, { status }) : response,
        );
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.world.close();
    }

    private answer(
        operation: OperationName,
        change: (response: Response, ids: readonly string[], request: Body) => Promise<Response>,
    ): void {
        const before = this.transport.between ?? ((_, pass) => pass());
        const { method, path } = operations[operation];
        const pattern = new RegExp(`/v1${path.replace(/\{\w+\}/g, "([^/]+)")}$`);
        this.transport.between = async (request, pass) => {
            const text = await request.clone().text();
            const response = await before(request, pass);
            const found = request.method === method ? pattern.exec(new URL(request.url).pathname) : null;
            if (!found) return response;
            return change(response, found.slice(1), text === "" ? {} : (JSON.parse(text) as Body));
        };
    }
}

/** A service whose organization has objects for each access rule of the model. */
export class Tampered extends Wire {
    private constructor(
        world: World,
        readonly ids: Ids,
    ) {
        super(world);
    }

    static async start(): Promise<Tampered> {
        const world = await World.start();
        return new Tampered(world, await fill(world));
    }
}

/** Ids of the objects in the tests. */
export interface Ids {
    /** User in `inner`, which is nested in `outer`, which grants `vault`. */
    readonly nested: string;
    readonly inner: string;
    readonly outer: string;
    readonly vault: string;
    /** User in a source group. `linked` is linked to that group and grants `linkedVault`. */
    readonly sourced: string;
    readonly source: string;
    readonly linked: string;
    readonly linkedVault: string;
    /** User who leads `led`, which grants `ledVault`. */
    readonly leader: string;
    readonly led: string;
    readonly ledVault: string;
    /** User who matches the access rule `rule`. */
    readonly matching: string;
    readonly rule: string;
    /** User with access to `leveled` at the level `reading`. */
    readonly reader: string;
    readonly leveled: string;
    /** User with direct access to `shared`, and with access to it through a group, of which one ends. */
    readonly twice: string;
    readonly shared: string;
    /** User in a group that is nested in `outer` for an hour. */
    readonly ending: string;
    /** User with access to `parent`, which contains `child`. */
    readonly above: string;
    readonly parent: string;
    readonly child: string;
    /** User without any of this access. */
    readonly outsider: string;
}

async function fill(world: World): Promise<Ids> {
    const { store } = world.service;
    const [, nested = "", sourced = "", leader = "", matching = "", reader = "", above = "", outsider = ""] =
        world.userIds;
    const join = (group: string, user: string) =>
        world.api("POST", `/groups/${group}/users/${user}`, { duration_minutes: 0 });
    const addResource = (group: string, resource: string) =>
        world.api("POST", `/groups/${group}/resources/${resource}`, { duration_minutes: 0 });
    const grant = (resource: string, user: string, level = "", duration_minutes = 0) =>
        world.api("POST", `/resources/${resource}/users/${user}`, {
            duration_minutes,
            access_level_remote_id: level,
        });

    const [inner, outer, vault] = [
        await world.newGroup("Inner"),
        await world.newGroup("Outer"),
        await world.newResource("Vault"),
    ];
    await join(inner, nested);
    await world.api("POST", `/groups/${inner}/containing-groups`, { containing_group_id: outer });
    await addResource(outer, vault);

    const [source, linked, linkedVault] = [
        await world.newGroup("Spring"),
        await world.newGroup("Linked"),
        await world.newResource("Linked vault"),
    ];
    await join(source, sourced);
    await addResource(linked, linkedVault);
    await world.api("POST", "/group-bindings", { source_group_id: source, groups: [{ group_id: linked }] });

    const [led, ledVault] = [await world.newGroup("Led"), await world.newResource("Led vault")];
    await world.api("PUT", "/groups", { groups: [{ group_id: led, group_leader_user_ids: [leader] }] });
    await addResource(led, ledVault);

    const tag = await world.newTag("team", "blue");
    await world
        .api("POST", `/users/${matching}/tags/${tag}`)
        .catch(() => store.userTags.set({ user_id: matching, tag_id: tag }));
    const { access_rule_id: rule } = await world.api<{ access_rule_id: string }>("POST", "/access-rules", {
        name: "Blue team",
        description: "",
        admin_owner_id: world.ownerId,
        status: "ACTIVE",
        ruleClauses: {
            when: { clauses: [{ selectors: [{ key: "team", value: "blue", connection_id: world.appId }] }] },
        },
    });

    const leveled = await world.newResource("Leveled");
    for (const level of ["reading", "steering"])
        store.resourceAccessLevels.set({
            resource_id: leveled,
            access_level_remote_id: level,
            access_level_name: level,
        });
    await grant(leveled, reader, "reading");

    const [twice, ending] = [reader, above];
    const [giving, shared, passing] = [
        await world.newGroup("Giving"),
        await world.newResource("Shared"),
        await world.newGroup("Passing"),
    ];
    await grant(shared, twice, "", 60);
    await join(giving, twice);
    await addResource(giving, shared);
    await join(passing, ending);
    await world.api("POST", `/groups/${passing}/containing-groups`, {
        containing_group_id: outer,
        duration_minutes: 60,
    });

    const [parent, child] = [await world.newResource("Parent"), await world.newResource("Child")];
    store.resources.set({ ...store.resources.get(child), parent_resource_id: parent });
    store.resources.set({ ...store.resources.get(parent), descendant_resource_ids: [child] });
    await grant(parent, above);

    return {
        nested,
        inner,
        outer,
        vault,
        sourced,
        source,
        linked,
        linkedVault,
        leader,
        led,
        ledVault,
        matching,
        rule,
        reader,
        leveled,
        twice,
        shared,
        ending,
        above,
        parent,
        child,
        outsider,
    };
}
