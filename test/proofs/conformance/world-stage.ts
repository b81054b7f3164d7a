import { Client } from "../../../src/api/client.js";
import { NotFoundError } from "../../../src/api/errors.js";
import { type OperationName, operations } from "../../../src/api/generated/operations.gen.js";
import { type Parts, queryOf, requestPath } from "../../../src/api/parameters.js";
import { toWireNames } from "../../../src/common/wire-names.js";
import type { FixtureStage, NeededKind } from "../../../src/verify/write/fixture.js";
import { safeArgs } from "../../../src/verify/write/fixtures/safe-args.js";
import { Naming } from "../../../src/verify/write/naming.js";
import { RefusedCall, type World } from "./world.js";

/** A stage in a local service. Creates objects with direct calls of the API. */
export class WorldStage implements FixtureStage {
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
            const args = toWireNames(await safeArgs(this, kind, this.naming.name(`needed-${kind}-${slot}`)));
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
            if (!(error instanceof RefusedCall) || error.status !== 404) throw error;
            throw new NotFoundError({ operation: name, summary, method, path, status: 404 }, "was not found", "");
        }
    }

    override now(): number {
        return this.world.now();
    }
}
