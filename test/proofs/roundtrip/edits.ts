import { z } from "zod";
import type { PlannedDeclaration } from "../../../src/adopt/export/program/plan.js";
import { Client } from "../../../src/api/client.js";
import { Patience } from "../../../src/common/patience.js";
import { isObject, type Properties, same } from "../../../src/common/properties.js";
import type { Service } from "../../../src/local/service/index.js";
import { Live } from "../../../src/provider/live/live.js";
import { Locks } from "../../../src/provider/live/locks.js";
import { differences } from "../../../src/provider/schema/comparison/differences.js";
import { insideOf, marksOf } from "../../../src/provider/schema/fields.js";
import { holdsSecret } from "../../../src/provider/shapes/arguments.js";
import type { Kind, Scope } from "../../../src/provider/shapes/kind.js";

interface Named {
    readonly kind: { readonly name: string };
    readonly id: string;
}
type Edited = Pick<PlannedDeclaration, "kind" | "id" | "given" | "live">;

/** Edits declared objects outside their program. */
export class Editor {
    readonly #client: Client;

    constructor(
        private readonly service: Service,
        /** Objects that lists could contain. */
        private readonly things: readonly Named[],
        /** Ids of declared objects that the program also looks up by name. Renaming them would break the program. */
        private readonly lookedUp: ReadonlySet<string>,
        /** Reorders the possible edits. Default: simplest first. */
        private readonly ordered: <T>(list: T[]) => T[] = (list) => list,
    ) {
        const { url, token } = service;
        this.#client = new Client({ url, token, retries: 0, readsPerSecond: 1e6, writesPerSecond: 1e6 });
    }

    /** Edits an object so that it differs from its declaration. Returns the edited property, or undefined if it cannot be edited. */
    async edit({ kind, id, given, live }: Edited): Promise<string | undefined> {
        if (kind.shape === "membership" && kind.removal.does === "delete") {
            return (await this.remove({ kind, id, given, live })) ? "removed" : undefined;
        }
        for (const property of this.properties(kind, id, given)) {
            for (const value of this.ordered(this.others(kind.fields[property], given[property], property))) {
                const declared = { ...given, [property]: value };
                if (kind.schema.safeParse(declared).error && !holdsSecret(declared)) continue;
                const change = { properties: [property], declared, live };
                const isTaken = await this.isTaken(kind.write(this.scope(), id, change, () => {}));
                if (isTaken && (await this.differs({ kind, id, given }))) return property;
            }
        }
        return this.atTheRoot(kind, id) ? "the record" : undefined;
    }

    /** Deletes an object, if its kind can be deleted. */
    async remove({ kind, id, given }: Edited): Promise<boolean> {
        return kind.removal.does === "delete" && (await this.isTaken(kind.removal.remove(this.scope(), id, given)));
    }

    private scope(): Scope {
        const live = new Live(this.#client, new Patience(0));
        return { client: this.#client, live, locks: new Locks(), now: () => this.service.clock.now().getTime() };
    }

    private async isTaken(write: Promise<unknown>): Promise<boolean> {
        return write.then(
            () => true,
            () => false,
        );
    }

    /** Whether an object differs from its declaration or no longer exists. */
    async differs({ kind, id, given }: Omit<Edited, "live">): Promise<boolean> {
        const live = await kind.observe(this.scope().live, id, Object.keys(given));
        // Properties that the API does not return cannot be compared.
        const isTold = (name: string, value: unknown): boolean =>
            !holdsSecret(value) && !marksOf(kind.fields[name]).writeOnly;
        const told = Object.fromEntries(Object.entries(given).filter(([name, value]) => isTold(name, value)));
        return live === undefined || differences(kind.fields, told, live).length > 0;
    }

    /** Properties of an object that can be edited, simplest first. */
    private properties(kind: Kind, id: string, given: Properties): string[] {
        const isKey = (name: string): boolean => kind.shape !== "entity" && kind.key.includes(name);
        const names = Object.keys(given).filter((name) => !isKey(name) && !kind.replacing.includes(name));
        const rank = (name: string): number => ["description", "name"].indexOf(name) + 1 || 3;
        const usable = names.filter((name) => name !== "name" || !this.lookedUp.has(id));
        return this.ordered(usable.sort((a, b) => rank(a) - rank(b)));
    }

    /** Other values for a property. */
    private others(schema: z.ZodType | undefined, value: unknown, property: string): unknown[] {
        const options = optionsOf(schema).filter((option) => option !== value);
        if (options.length > 0) return options;
        if (typeof value === "boolean") return [!value];
        if (typeof value === "number") return [value + 1, value + 60, 60];
        if (typeof value === "string") {
            const date = Date.parse(value);
            const later = /^\d{4}-\d\d-\d\d/.test(value) ? [new Date(date + 86_400_000).toISOString()] : [];
            return [...later, `${value} (edited)`, "0 9 * * 1"];
        }
        if (Array.isArray(value)) {
            const added = this.elements(property).filter((one) => !value.some((known) => same(known, one)));
            const inside = value.flatMap((one, at) =>
                isObject(one)
                    ? this.others(insideOf(schema).element, one, property).map((other) => value.with(at, other))
                    : [],
            );
            return [
                ...added.slice(0, 2).map((one) => [...value, one]),
                ...inside,
                ...(value.length > 0 ? [value.slice(0, -1)] : []),
            ];
        }
        if (!isObject(value)) return [];
        const { shape } = insideOf(schema);
        const inside = Object.entries(value).flatMap(([name, inner]) =>
            this.others(shape?.[name], inner, name).map((other) => ({ ...value, [name]: other })),
        );
        if (property !== "visibility") return inside;
        return value.visibility === "GLOBAL"
            ? [{ visibility: "LIMITED", visibilityGroupIds: [] }, ...inside]
            : [{ visibility: "GLOBAL" }, ...inside];
    }

    /** Possible elements of a list. */
    private elements(property: string): unknown[] {
        const ids = (source: string): string[] =>
            this.things.filter((thing) => thing.kind.name === source).map(({ id }) => id);
        const { source, field } = ELEMENTS[property] ?? {};
        if (source === undefined) return [];
        return ids(source)
            .slice(-4)
            .map((id) => (field === undefined ? id : { [field]: id }));
    }

    /** Changes the record directly if the API has no operation for it. */
    private atTheRoot({ name }: Kind, id: string): boolean {
        const { store } = this.service;
        if (name === "Tag") {
            const tag = store.tags.find(id);
            if (tag) store.tags.set({ ...tag, key: `${tag.key} edited` });
        } else if (name === "MessageChannel") {
            const channel = store.messageChannels.find(id);
            if (channel) store.messageChannels.set({ ...channel, remote_id: `${channel.remote_id} edited` });
        } else if (name === "OnCallSchedule") {
            const schedule = store.onCallSchedules.find(id);
            if (schedule) store.onCallSchedules.set({ ...schedule, remote_id: `${schedule.remote_id} edited` });
        } else if (name === "Delegation") {
            const delegation = store.delegations.find(id);
            if (delegation) store.delegations.set({ ...delegation, reason: `${delegation.reason} edited` });
        } else return false;
        return true;
    }
}

/** Source of the elements of each list, and the field with the id. */
const ELEMENTS: Readonly<Record<string, { readonly source: string; readonly field?: string }>> = {
    userIds: { source: "User" },
    reviewerIds: { source: "Owner" },
    ownerIds: { source: "Owner" },
    visibilityGroupIds: { source: "Group" },
    groupLeaderUserIds: { source: "User" },
    messageChannelIds: { source: "MessageChannel" },
    onCallScheduleIds: { source: "OnCallSchedule" },
    memberResourceIds: { source: "Resource" },
    resources: { source: "Resource", field: "resourceId" },
    users: { source: "User", field: "userId" },
    groups: { source: "Group", field: "groupId" },
    mappings: { source: "Group", field: "groupId" },
};

/** Values of an enumeration. */
function optionsOf(schema: z.ZodType | undefined): unknown[] {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
        return optionsOf(schema.unwrap() as z.ZodType);
    return schema instanceof z.ZodEnum ? [...schema.options] : [];
}
