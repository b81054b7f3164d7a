import type { Properties } from "../../common/properties.js";
import type { Kind } from "../../kernel.js";
import { type DrivenOptions, type DrivenOutcome, DrivenResource, type LoggedSession } from "./driven-resource.js";
import type { TrialJournal } from "./journal.js";
import type { KindName, LabelOf } from "./naming.js";
import type { WatchedClient } from "./watched-client.js";

/** Creates objects through the provider. Writes each entity to the journal before and after it is created. */
export class Creator {
    private readonly running = new Set<Promise<DrivenOutcome>>();

    constructor(
        private readonly client: WatchedClient,
        private readonly kinds: readonly Kind[],
        private readonly labelOf: LabelOf,
        private readonly journal: TrialJournal,
        private readonly openSession: () => LoggedSession,
    ) {}

    kind(name: KindName): Kind {
        const kind = this.kinds.find((one) => one.name === name);
        if (!kind) throw new Error(`Unknown kind ${name}.`);
        return kind;
    }

    resource(name: KindName): DrivenResource {
        return new DrivenResource(this.kind(name), this.openSession);
    }

    /** Creates or updates an object. Failures are part of the outcome. @throws JournalError */
    async up(
        name: KindName,
        resource: DrivenResource,
        args: Properties,
        options?: DrivenOptions,
    ): Promise<DrivenOutcome> {
        const kind = this.kind(name);
        // Memberships and subresources are deleted with the object that they belong to.
        if (kind.shape !== "entity") return resource.up(args, options);
        const creating = this.createEntity(kind, name, resource, args, options);
        this.running.add(creating);
        return creating.finally(() => this.running.delete(creating));
    }

    /** Waits for the creations in progress. A trial creates several objects at a time, and ends when the first one fails. */
    async settle(): Promise<void> {
        await Promise.allSettled(this.running);
    }

    private async createEntity(
        kind: Kind,
        name: KindName,
        resource: DrivenResource,
        args: Properties,
        options?: DrivenOptions,
    ): Promise<DrivenOutcome> {
        const label = this.labelOf(kind, args);
        const { doubts } = this.client;
        this.journal.announce(name, label);
        const outcome = await resource.up(args, options);
        const id = idOf(resource);
        if (id !== undefined) this.journal.created(name, label, id);
        else if (this.client.doubts === doubts) this.journal.refused(name, label);
        return outcome;
    }
}

/** Returns the id of an object. Undefined if there is no state, or if the creation was never confirmed. */
export function idOf({ state }: DrivenResource): string | undefined {
    return state && !Array.isArray(state.outputs.__unconfirmed) ? state.id : undefined;
}
