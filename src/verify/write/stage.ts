import { listing } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { MissingError, PlainError } from "../../common/errors.js";
import type { Properties } from "../../common/properties.js";
import type { Creator } from "./creator.js";
import type { FixtureStage, NeededKind, Surroundings } from "./fixture.js";
import { safeArgs } from "./fixtures/safe-args.js";
import type { Naming } from "./naming.js";

/** Thrown if an object that a kind needs could not be created. */
export class UnmetNeedError extends PlainError {}

/** Reads the surroundings of a run. @throws MissingError if there is no native app */
export async function surroundingsOf(client: Client): Promise<Surroundings> {
    const { user_id } = await client.call("getCurrentUser");
    const apps = await listing("getApps").all(client);
    const native = apps.find(({ app_type }) => ["OPAL", "SVC"].includes(String(app_type)));
    if (!native) {
        throw new MissingError(
            "No native app (type OPAL) found to create groups and resources in. Use a token that can see it.",
        );
    }
    const spelling = native.app_type === "SVC" ? "SVC" : "OPAL";
    return {
        appId: native.app_id,
        types: { group: `${spelling}_GROUP`, scopedRole: `${spelling}_SCOPED_ROLE` },
        userId: user_id,
    };
}

/**
 * Objects that trials require. They are created for the first kind that needs them, and shared with the others. They are visible only to
 * administrators, cannot be requested, and do not grant access to anything.
 */
export class TrialStage implements FixtureStage {
    readonly isPrivate = false;

    private readonly slots = new Map<string, Promise<string>>();
    private readonly counts = new Map<NeededKind, number>();

    constructor(
        readonly client: Client,
        readonly surroundings: Surroundings,
        readonly naming: Naming,
        private readonly creator: Creator,
    ) {}

    /** Makes later calls create new objects. Use this if a trial may have changed the existing ones. */
    renew(): void {
        this.slots.clear();
    }

    /**
     * Returns the id of an object of this kind. Each `slot` is a different object.
     * @throws UnmetNeedError if the object cannot be created
     */
    id(kind: NeededKind, slot = 1): Promise<string> {
        return this.slot(kind, kind.toLowerCase(), slot);
    }

    /** Returns the id of a scoped role, which is a resource. @throws UnmetNeedError if the object cannot be created */
    scopedRole(slot = 1): Promise<string> {
        return this.slot("Resource", "role", slot, { resourceType: this.surroundings.types.scopedRole });
    }

    async users(): Promise<readonly string[]> {
        return [this.surroundings.userId];
    }

    private slot(kind: NeededKind, what: string, slot: number, more: Properties = {}): Promise<string> {
        const key = `${what} ${slot}`;
        const creating = this.slots.get(key) ?? this.create(kind, what, more);
        this.slots.set(key, creating);
        return creating;
    }

    private async create(kind: NeededKind, what: string, more: Properties): Promise<string> {
        const count = (this.counts.get(kind) ?? 0) + 1;
        this.counts.set(kind, count);
        const args = { ...(await safeArgs(this, kind, this.naming.name(`${what}-${count}`))), ...more };
        const resource = this.creator.resource(kind);
        const { failures } = await this.creator.up(kind, resource, args);
        const [failure] = failures;
        if (failure !== undefined || !resource.state) {
            throw new UnmetNeedError(
                `the ${what} that it needs could not be created: ${failure ?? "the state is empty"}`,
            );
        }
        return resource.state.id;
    }
}
