import type { Properties } from "../../provider/schema/fields.js";
import type { Kind } from "../../provider/shapes/kind.js";
import { DrivenResource, type LoggedSession, type Options, type Outcome } from "./driven-resource.js";
import type { Journal } from "./journal.js";
import type { KindName } from "./kind-name.js";
import type { LabelOf } from "./labels.js";
import type { WatchedClient } from "./watched-client.js";

/** Creates objects through the provider. Announces each entity in the journal before it is created, and records it afterwards. */
export class Creator {
    constructor(
        private readonly client: WatchedClient,
        private readonly kinds: readonly Kind[],
        private readonly labelOf: LabelOf,
        private readonly journal: Journal,
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

    /** Creates or updates an object. The outcome contains failures. @throws JournalError */
    async up(name: KindName, resource: DrivenResource, args: Properties, options?: Options): Promise<Outcome> {
        const kind = this.kind(name);
        // Memberships and subresources are deleted with the object that they belong to.
        if (kind.shape !== "entity") return resource.up(args, options);
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

/** The id of an object. Undefined if the state has none, or if its creation was never confirmed. */
export function idOf({ state }: DrivenResource): string | undefined {
    return state && !Array.isArray(state.outputs.__unconfirmed) ? state.id : undefined;
}
