import { createHash } from "node:crypto";
import { Client } from "../../../src/api/client.js";
import { NotFoundError } from "../../../src/api/errors.js";
import { type OperationName, operations } from "../../../src/api/generated/operations.gen.js";
import { type Parts, queryOf, requestPath } from "../../../src/api/parameters.js";
import { isObject, same } from "../../../src/provider/schema/comparison/equality.js";
import { insideOf, marksOf, type Properties } from "../../../src/provider/schema/fields.js";
import { fromWire, toWire } from "../../../src/provider/schema/wire.js";
import { type Kind, pick } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import { editOutside, type FixtureStage, type NeededKind, type Scene } from "../../../src/verify/write/fixture.js";
import { fixtures } from "../../../src/verify/write/fixtures/all.js";
import { type KindName, Naming } from "../../../src/verify/write/naming.js";
import { safeArgs } from "../../../src/verify/write/stage.js";
import { type BadCase, badOf } from "./bad.js";
import type { World } from "./world.js";

/** A kind and the data for checking the laws on it. */
export interface Subject {
    readonly kind: Kind;
    /** Prepares a fresh organization. */
    stage(world: World): Promise<Stage>;
}

/** The data and calls that the laws need. `read`, `exists` and the edits call the API directly, without the kernel. */
export interface Stage {
    /** A declaration with all relevant properties. */
    readonly args: Properties;
    /** A declaration with only the required properties. */
    readonly least: Properties;
    /** New values of properties, which are tested one at a time. */
    readonly edits: Properties;
    /** Reads the object from the service, in the form of a declaration. */
    read(id: string): Promise<Properties>;
    /** Edits outside Pulumi, by the path of the property that drifts. */
    readonly outside: Readonly<Record<string, (id: string) => Promise<unknown>>>;
    /** Reorders unordered lists. */
    readonly shuffle?: (id: string) => Promise<unknown>;
    /** An edit of a property that `least` does not declare. */
    readonly unmanaged?: { readonly property: string; edit(id: string): Promise<unknown> };
    /** Deletes the object or its parent outside Pulumi. */
    vanish(id: string): Promise<unknown>;
    /** Whether the object or its parent exists. */
    exists(id: string): Promise<boolean>;
    /** Number of objects with the natural key of `args`. */
    count(): Promise<number>;
    /** Properties that the object has after destroy. Undefined if it does not exist then. */
    readonly left: Properties | undefined;
    readonly bad: readonly BadCase[];
    /** A declaration of another object of the kind. */
    readonly sibling: (number: number) => Promise<Properties>;
    /** Natural key for an import. */
    readonly importName?: string;
}

/** Every kind, as the laws take it. */
export const subjects: readonly Subject[] = kinds.map((kind) => ({ kind, stage: (world) => stageIn(world, kind) }));

async function stageIn(world: World, kind: Kind): Promise<Stage> {
    const name = nameOf(kind);
    const arranged = async (number: number): Promise<Scene> => {
        const scene = await fixtures[name].arrange(new WorldStage(world, number));
        if ("because" in scene) throw new Error(`${name}: ${scene.because}`);
        return scene;
    };
    if (name === "ResourceNonHumanIdentity")
        for (const identity of ["Deployer", "Importer"]) await world.newResource(identity, "AWS_IAM_ROLE");
    const scene = await arranged(0);
    const { args, required = [] } = scene;
    const least = Object.fromEntries(
        Object.entries(args).filter(([field]) => !isOptional(kind, field) || required.includes(field)),
    );
    const read = async (id: string): Promise<Properties> => {
        const live = await scene.read(id);
        if (!live) throw new Error(`${name} ${id} does not exist`);
        return { ...live, ...(await unreadable[name]?.read(world, id)) };
    };
    const edit = (path: string, value: unknown) => (id: string) => editOutside(scene, id, path, value);
    const unmanaged = Object.entries({ ...scene.outside, ...scene.unseen }).find(
        ([path]) => path in kind.fields && !(path in least),
    );
    const label = fixtures[name].label ?? kind.key[0] ?? "";
    const exists = (id: string) => read(id).then(Boolean, () => false);
    return {
        args,
        least,
        edits: scene.edits,
        read,
        outside: Object.fromEntries(Object.entries(scene.outside).map(([path, value]) => [path, edit(path, value)])),
        ...(scene.write && { shuffle: (id) => shuffle(kind, scene, id) }),
        ...(unmanaged && { unmanaged: { property: unmanaged[0], edit: edit(...unmanaged) } }),
        vanish: async (id) => (scene.remove ? scene.remove(id) : world.forget(id)),
        exists,
        count: async () => {
            if (kind.shape === "entity") return world.countOf(tableOf(name), String(args[label]));
            return (await exists(kind.idOf(args) ?? "")) ? 1 : 0;
        },
        left: scene.left ?? (kind.removal.does === "leave" ? args : undefined),
        bad: badOf(kind, args),
        sibling: async (number) => (await arranged(number + 1)).args,
        ...(kind.shape === "entity" && kind.key.includes(label) && { importName: String(args[label]) }),
    };
}

/** Names of the properties of a kind that the API does not return, but that `Stage.read` reads from the records of the local service. */
export function unreadableNames(kind: Kind): readonly string[] {
    return unreadable[nameOf(kind)]?.names ?? [];
}

/** How properties that the API does not return are read from the records of the local service. */
interface Unreadable {
    readonly names: readonly string[];
    read(world: World, id: string): Promise<Properties> | Properties;
}

const unreadable: { readonly [Name in KindName]?: Unreadable } = {
    User: {
        names: ["managerId", "role"],
        read: ({ service }, id) => {
            const { manager_id: managerId, role } = service.store.userFacts.get(id);
            return { managerId, role };
        },
    },
    ConfigurationTemplate: {
        names: ["requestConfigurations"],
        read: ({ service }, id) => {
            const rules = service.store.configurationTemplateRules.find(id)?.request_configurations;
            return { requestConfigurations: rules?.map(fromWire) };
        },
    },
    Script: {
        names: ["ownerId"],
        read: ({ service }, id) => ({
            ownerId: service.store.scriptReviewers.where("opal_script_id", id)[0]?.owner_id,
        }),
    },
    ContainingGroup: {
        names: ["durationMinutes"],
        read: (world, id) => {
            const links = world.service.snapshot().groupContainingGroups;
            const link = links.find((one) => `${one.group_id}/${one.containing_group_id}` === id);
            const end = link?.expiration_date;
            return { durationMinutes: end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0 };
        },
    },
    App: {
        names: ["customConnector"],
        read: async (world, id) => {
            const { custom_connector } = await world.api<{ custom_connector?: Properties }>("GET", `/apps/${id}`);
            const { hash } = world.service.store.connectorSecrets.get(id);
            const signingSecret = ["first-signing-secret", "second-signing-secret"].find(
                (secret) => createHash("sha256").update(secret).digest("hex") === hash,
            );
            const { identifier, base_url: baseUrl, supports_groups: supportsGroups } = custom_connector ?? {};
            return { customConnector: { identifier, baseUrl, signingSecret, supportsGroups } };
        },
    },
};

/** A stage in a local service. Creates objects with direct calls of the API. */
class WorldStage implements FixtureStage {
    readonly isPrivate = true;
    readonly client: Client;
    readonly naming: Naming;
    readonly surroundings;
    private readonly slots = new Map<string, Promise<string>>();

    /** @param number makes the names and the users of this stage different from those of other stages */
    constructor(
        private readonly world: World,
        private readonly number: number,
    ) {
        this.client = new DirectClient(world);
        this.naming = new Naming("law", String(number));
        this.surroundings = {
            appId: world.appId,
            types: { group: "SVC_GROUP", scopedRole: "SVC_SCOPED_ROLE" },
            userId: world.userIds[0] ?? "",
        };
    }

    id(kind: NeededKind, slot = 1): Promise<string> {
        return this.slot(`${kind}-${slot}`, async () => {
            const args = toWire(await safeArgs(this, kind, this.naming.name(`needed-${kind}-${slot}`)));
            return this.create(kind, args);
        });
    }

    scopedRole(slot = 1): Promise<string> {
        const name = this.naming.name(`role-${slot}`);
        return this.slot(name, () => this.world.newResource(name, "SVC_SCOPED_ROLE"));
    }

    async users(): Promise<readonly string[]> {
        const { userIds } = this.world;
        return userIds.map((_, index) => userIds[(index + this.number) % userIds.length] ?? "");
    }

    private slot(key: string, make: () => Promise<string>): Promise<string> {
        const making = this.slots.get(key) ?? make();
        this.slots.set(key, making);
        return making;
    }

    private async create(kind: NeededKind, args: Record<string, unknown>): Promise<string> {
        const { name, admin_owner_id, request_configurations } = args;
        switch (kind) {
            case "Owner":
                return this.world.newOwner(String(name));
            case "Group": {
                const group_id = await this.world.newGroup(String(name));
                await this.world.api("PUT", "/groups", {
                    groups: [{ group_id, admin_owner_id, request_configurations }],
                });
                return group_id;
            }
            case "Resource": {
                const resource_id = await this.world.newResource(String(name));
                await this.world.api("PUT", "/resources", {
                    resources: [{ resource_id, admin_owner_id, request_configurations }],
                });
                return resource_id;
            }
            case "Bundle":
                return this.world.newBundle(String(name));
            case "Tag":
                return this.world.newTag(String(args.key), String(args.value));
            case "Paladin":
                return (await this.world.api<{ paladin_id: string }>("POST", "/paladin", args)).paladin_id;
        }
    }
}

/** Calls the service out of band: not through the transport that tests intercept, and without a budget or retries. */
class DirectClient extends Client {
    constructor(private readonly world: World) {
        super({ url: world.service.url, token: world.service.token });
    }

    override async send(name: OperationName, parts: Parts): Promise<unknown> {
        const entry = operations[name];
        const path = requestPath(entry, parts) + queryOf(entry, parts);
        try {
            return await this.world.api(entry.method, path, parts.body);
        } catch (error) {
            const { method, summary } = entry;
            if (!String(error).includes(" 404 ")) throw error;
            throw new NotFoundError({ operation: name, summary, method, path, status: 404 }, "was not found", "");
        }
    }

    override now(): number {
        return this.world.now();
    }
}

/** Name of the table with the objects of a kind. The name of an access rule is that of its group. */
function tableOf(name: KindName): string {
    const one = name === "AccessRule" ? "Group" : name;
    return `${one.charAt(0).toLowerCase()}${one.slice(1)}s`;
}

/** Reverses the unordered lists of an object on the service. */
async function shuffle(kind: Kind, scene: Scene, id: string): Promise<void> {
    const live = await scene.read(id);
    for (const name of Object.keys(scene.args)) {
        const value = live?.[name];
        const reversed = reversedIn(kind.fields[name], value, scene.args);
        if (same(reversed, value)) continue;
        await scene.write?.(id, { [name]: reversed });
        if (!Array.isArray(value) || !same((await scene.read(id))?.[name], value)) continue;
        // The service keeps the order of known elements, so the first one is added again.
        await scene.write?.(id, { [name]: value.slice(1) });
        await scene.write?.(id, { [name]: reversed });
    }
}

function reversedIn(schema: Kind["fields"][string] | undefined, value: unknown, owner: Properties): unknown {
    const { shape, element } = insideOf(schema);
    if (Array.isArray(value)) {
        const items = value.map((item) => reversedIn(element, item, owner));
        const unordered = marksOf(schema).list?.unordered;
        const isUnordered = typeof unordered === "function" ? unordered(owner) : unordered;
        return isUnordered ? items.reverse() : items;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, reversedIn(shape?.[name], inner, value)]),
    );
}

function isOptional(kind: Kind, field: string): boolean {
    return !kind.key.includes(field) && kind.fields[field]?.safeParse(undefined).success === true;
}

function nameOf(kind: Kind): KindName {
    const [name] = Object.keys(pick(fixtures, [kind.name]));
    // The cast is safe: the keys of `fixtures` are the names of kinds.
    if (name !== undefined) return name as KindName;
    throw new Error(`${kind.name} has no fixture`);
}
