import type { GivenToken, Organization, Service, ServiceOptions } from "../../../src/local/service/index.js";
import { startService } from "../../../src/local/service/index.js";
import { type Between, inMemory, type Transport } from "../../support/transport.js";

/** Thrown if the service responds with an error. */
export class RefusedCall extends Error {
    constructor(
        message: string,
        readonly status: number,
    ) {
        super(message);
    }
}

/** A local service with the small organization, and direct calls of its API, so that setup and assertions do not use the kernel. */
export class World {
    private constructor(
        readonly service: Service,
        private readonly organization: Organization,
        private readonly transport: Transport,
    ) {}

    /** Clients in this process call the service without the network, which halves the time. Other processes use its URL. */
    static async start(
        tokens: readonly GivenToken[] = [],
        options: Pick<ServiceOptions, "newerFields"> = {},
    ): Promise<World> {
        const service = await startService({ seed: "small", tokens, ...options });
        return new World(service, service.snapshot(), inMemory(service, service.url));
    }

    get appId(): string {
        return first(this.organization.apps, "app").app_id;
    }

    get userIds(): string[] {
        return this.organization.users.map((user) => user.user_id);
    }

    get groupIds(): string[] {
        return this.organization.groups.map((group) => group.group_id);
    }

    get channelIds(): string[] {
        return this.organization.messageChannels.map((channel) => channel.message_channel_id);
    }

    get scheduleIds(): string[] {
        return this.organization.onCallSchedules.map((schedule) => schedule.on_call_schedule_id);
    }

    /** Current time of the service, in milliseconds since 1970. */
    now(): number {
        return this.service.clock.now().getTime();
    }

    get ownerId(): string {
        return first(this.organization.owners, "owner").owner_id;
    }

    /** Sends a request and returns the response body. @throws if the response is an error */
    async api<Body = Record<string, unknown>>(
        method: string,
        path: string,
        body?: unknown,
        token = this.service.token,
    ): Promise<Body> {
        const response = await this.service.fetch(
            new Request(`${this.service.url}${path}`, {
                method,
                headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
                ...(body === undefined ? {} : { body: JSON.stringify(body) }),
            }),
        );
        const text = await response.text();
        if (!response.ok) throw new RefusedCall(`${method} ${path}: ${response.status} ${text}`, response.status);
        // The caller states the type of the response.
        return (text === "" ? undefined : JSON.parse(text)) as Body;
    }

    /** Whether a GET request succeeds. */
    async has(path: string): Promise<boolean> {
        return this.api("GET", path).then(
            () => true,
            () => false,
        );
    }

    async newOwner(name: string): Promise<string> {
        const { owner_id } = await this.api<{ owner_id: string }>("POST", "/owners", {
            name,
            user_ids: [this.userIds[0]],
        });
        return owner_id;
    }

    async newGroup(name: string): Promise<string> {
        const body = { name, group_type: "SVC_GROUP", app_id: this.appId };
        return (await this.api<{ group_id: string }>("POST", "/groups", body)).group_id;
    }

    async newResource(name: string, type = "CUSTOM"): Promise<string> {
        const body = { name, resource_type: type, app_id: this.appId };
        return (await this.api<{ resource_id: string }>("POST", "/resources", body)).resource_id;
    }

    async newTag(key: string, value = ""): Promise<string> {
        const body = { tag_key: key, tag_value: value };
        return (await this.api<{ tag_id: string }>("POST", "/tag", body)).tag_id;
    }

    async newBundle(name: string): Promise<string> {
        const body = { name, admin_owner_id: this.ownerId };
        return (await this.api<{ bundle_id: string }>("POST", "/bundles", body)).bundle_id;
    }

    /** Number of records of a table that contain this text. If the service has no such table, of the one that has most of them. */
    countOf(table: string, text: string): number {
        const { events: _events, eventObjects: _objects, ...tables } = this.service.snapshot();
        const all = Object.entries(tables);
        const chosen = all.some(([name]) => name === table) ? all.filter(([name]) => name === table) : all;
        return Math.max(...chosen.map(([, records]) => (Array.isArray(records) ? countIn(records, text) : 0)));
    }
    /** Deletes an object that the API cannot delete, as in the console. */
    forget(id: string): void {
        const { messageChannels, onCallSchedules, campaigns } = this.service.store;
        const [channel, schedule, campaign] = [messageChannels.find(id), onCallSchedules.find(id), campaigns.find(id)];
        if (channel) messageChannels.delete(channel);
        if (schedule) onCallSchedules.delete(schedule);
        if (campaign) campaigns.delete(campaign);
        this.recordDeletion(channel ? "MESSAGE_CHANNEL" : schedule ? "ON_CALL_SCHEDULE" : "CAMPAIGN", id);
    }

    /** Records the audit event of a deletion that the API does not offer, for example one in the console. */
    recordDeletion(noun: string, object_id: string): void {
        const { store, clock } = this.service;
        const [user] = store.users.all();
        if (!user) throw new Error("Nobody is there.");
        const event_type = `${noun}_DELETED`;
        const { event_id } = store.events.set({
            event_id: store.newId("event", event_type),
            actor_user_id: user.user_id,
            actor_name: user.full_name,
            actor_email: user.email,
            event_type,
            created_at: clock.now().toISOString(),
            sub_events: [{ sub_event_type: event_type, object_id, object_kind: noun }],
        });
        store.eventObjects.set({ event_id, object_id, object_kind: noun });
    }

    /** Intercepts all further requests from clients in this process. */
    set between(between: Between | undefined) {
        this.transport.between = between;
    }

    async close(): Promise<void> {
        this.transport.close();
        await this.service.close();
    }
}

function first<Item>(items: readonly Item[], noun: string): Item {
    const [item] = items;
    if (!item) throw new Error(`the small organization has no ${noun}`);
    return item;
}

function countIn(records: readonly unknown[], text: string): number {
    const literal = JSON.stringify(text).toLowerCase();
    return records.filter((record) => JSON.stringify(record).toLowerCase().includes(literal)).length;
}
