import type { Client } from "../../api/client.js";
import { MissingError, PlainError } from "../../errors.js";
import { listing } from "../../live/operation.js";
import type { Properties } from "../../schema/fields.js";
import type { Creator } from "./creator.js";
import type { KindName } from "./kind-name.js";
import { type Naming, ORIGIN } from "./naming.js";

/** An object that a kind needs could not be created. */
export class UnmetNeedError extends PlainError {}

/** Existing objects that the run uses but does not change. */
export interface Surroundings {
    /** The native app of the organization. */
    readonly appId: string;
    /** Types of native objects, spelled like that of the native app. */
    readonly types: { readonly group: string; readonly scopedRole: string };
    /** The user of the token. */
    readonly userId: string;
}

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
 * Objects that kinds need, created for the first kind that needs them and shared by the others. Only administrators see them, no one can
 * request them, and they give access to nothing.
 */
export class Stage {
    private readonly slots = new Map<string, Promise<string>>();
    private readonly counts = new Map<KindName, number>();

    constructor(
        readonly client: Client,
        readonly surroundings: Surroundings,
        readonly naming: Naming,
        private readonly creator: Creator,
    ) {}

    /** Creates new objects from now on. Use this if a trial may have changed the existing ones. */
    renew(): void {
        this.slots.clear();
    }

    owner(slot = 1): Promise<string> {
        const { userId } = this.surroundings;
        return this.slot("Owner", slot, "owner", (name) => ({ name, description: ORIGIN, userIds: [userId] }));
    }

    group(slot = 1): Promise<string> {
        const { appId, types } = this.surroundings;
        return this.slot("Group", slot, "group", async (name) => ({
            name,
            appId,
            groupType: types.group,
            ...(await this.closed()),
        }));
    }

    resource(slot = 1): Promise<string> {
        return this.slot("Resource", slot, "resource", async (name) => ({
            name,
            appId: this.surroundings.appId,
            resourceType: "CUSTOM",
            ...(await this.closed()),
        }));
    }

    scopedRole(): Promise<string> {
        return this.slot("Resource", 0, "role", async (name) => ({
            name,
            appId: this.surroundings.appId,
            resourceType: this.surroundings.types.scopedRole,
            ...(await this.closed()),
        }));
    }

    bundle(): Promise<string> {
        return this.slot("Bundle", 1, "bundle", async (name) => ({
            name,
            description: ORIGIN,
            adminOwnerId: await this.owner(),
            visibility: LIMITED,
        }));
    }

    tag(slot = 1): Promise<string> {
        return this.slot("Tag", slot, "tag", (key) => ({ key, value: "created-by-verify-write" }));
    }

    paladin(): Promise<string> {
        return this.slot("Paladin", 1, "paladin", async (name) => ({
            name,
            ownerId: await this.owner(),
            monitorMode: true,
            instructions: ORIGIN,
        }));
    }

    /** Settings of a group or a resource that is visible to administrators only and cannot be requested. */
    async closed(): Promise<Properties> {
        const owner = await this.owner();
        const reviewerStages = [{ operator: "AND", ownerIds: [owner] }];
        return {
            description: ORIGIN,
            adminOwnerId: owner,
            requestConfigurations: [{ priority: 0, allowRequests: false, autoApproval: false, reviewerStages }],
            visibility: LIMITED,
        };
    }

    /** @throws UnmetNeedError if the object cannot be created */
    private slot(
        kind: KindName,
        slot: number,
        what: string,
        argsOf: (name: string) => Properties | Promise<Properties>,
    ): Promise<string> {
        const key = `${kind} ${slot}`;
        const creating = this.slots.get(key) ?? this.create(kind, what, argsOf);
        this.slots.set(key, creating);
        return creating;
    }

    private async create(
        kind: KindName,
        what: string,
        argsOf: (name: string) => Properties | Promise<Properties>,
    ): Promise<string> {
        const count = (this.counts.get(kind) ?? 0) + 1;
        this.counts.set(kind, count);
        const args = await argsOf(this.naming.name(`${what}-${count}`));
        const resource = this.creator.resource(kind);
        const { failures } = await this.creator.up(kind, resource, args);
        const [failure] = failures;
        if (failure !== undefined || !resource.state) {
            throw new UnmetNeedError(`its ${what} could not be created: ${failure ?? "the state is empty"}`);
        }
        return resource.state.id;
    }
}

/** Visible to administrators only. */
export const LIMITED = { visibility: "LIMITED", visibilityGroupIds: [] };
