import { orAbsent } from "../../api/absent.js";
import type { Client } from "../../api/client.js";
import { CallError, ForbiddenError, NotImplementedByServiceError } from "../../api/errors.js";
import { queried } from "../../api/holders.js";
import { type Kind, propertiesIn, type Source } from "../../kernel.js";
import type { LabelOf } from "./naming.js";
import { hasPrefix } from "./naming.js";

/** An object on the service that a run may have created. */
export interface CreatedObject {
    readonly kind: string;
    readonly id: string;
    /** Value of the property that identifies objects of a run. */
    readonly label: string;
}

/** Lists objects that have their own id. */
export class TrialInventory {
    constructor(
        private readonly client: Client,
        private readonly kinds: readonly Kind[],
        private readonly labelOf: LabelOf,
        private readonly prefix: string,
    ) {}

    /** Returns the objects with the prefix, and the kinds that cannot be listed, with the reasons. */
    async withPrefix(): Promise<{
        readonly found: readonly CreatedObject[];
        readonly unlisted: ReadonlyMap<string, string>;
    }> {
        const unlisted = new Map<string, string>();
        const lists = await Promise.all(
            this.kinds.filter(isEntity).map(async (kind) => {
                try {
                    return await this.list(kind);
                } catch (error) {
                    const isRefused = error instanceof ForbiddenError || error instanceof NotImplementedByServiceError;
                    if (!isRefused) throw error;
                    unlisted.set(kind.name, `objects with the prefix cannot be listed: ${error.message}`);
                    return [];
                }
            }),
        );
        return { found: lists.flat().filter(({ label }) => hasPrefix(label, this.prefix)), unlisted };
    }

    /** Returns all objects of a kind, or at least those that can have the prefix. */
    async list(kind: Kind): Promise<readonly CreatedObject[]> {
        const source = sourceOf(kind);
        const answers = source.list ? await source.list.all(this.client) : await this.searched(source);
        return answers.map((answer) => {
            const properties = propertiesIn(source, answer);
            return { kind: kind.name, id: String(properties[source.id]), label: this.labelOf(kind, properties) };
        });
    }

    /** Whether the service has the object. */
    async has(kind: Kind, id: string): Promise<boolean> {
        const source = sourceOf(kind);
        if (source.read) return (await orAbsent(source.read.send(this.client, id))) !== undefined;
        return (await this.list(kind)).some((one) => one.id === id);
    }

    /** Searches for the prefix. Used for kinds without a list. */
    private async searched(source: Source): Promise<readonly object[]> {
        const ids = await queried(this.client, {
            nodeFilters: {
                entityItemTypes: ["SERVICE_USER"],
                entityName: { stringMatchType: "CONTAINS", string: this.prefix },
            },
        });
        // The results may include service users of scripts, which the service refuses to read as this kind.
        const found = await Promise.all(
            ids.map((id) => source.read && absentIfRefused(source.read.send(this.client, id))),
        );
        return found.filter((answer) => answer !== undefined);
    }
}

/** Whether objects of the kind have their own ids and can be found with a list or a search. */
export function isEntity({ shape }: Kind): boolean {
    return shape === "entity";
}

function sourceOf({ name, discovery }: Kind): Source {
    if ("source" in discovery) return discovery.source;
    throw new Error(`${name} does not have its own list.`);
}

/** Returns undefined if the service refuses an id because the object is of another kind. */
async function absentIfRefused<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof CallError && [400, 404].includes(error.failure.status ?? 0)) return undefined;
        throw error;
    }
}
