import { clausesText, type Facts } from "./facts.js";
import { type Declaration, type Program, resolved, type Value } from "./program.js";

/** What a declaration says of the facts of the service. */
export type Claim =
    /** All facts whose key begins so: these, and no others. */
    | { readonly whole: string; readonly keys: readonly string[]; readonly stays: boolean }
    /** One fact. Without `value` it may have any; `minutes` is how long it is to last, 0 for no end. */
    | { readonly key: string; readonly value?: string; readonly minutes?: number; readonly stays: boolean };

/** How the simulator sees a kind: past the kernel, by the store of the service. */
interface Entry {
    /** Properties that a program must give. */
    readonly needs: readonly string[];
    /** The word that the object's facts begin with; undefined for what is no object of its own. */
    readonly object?: string;
    /** By what a program tells one object from another; joined by "=", it is what the fact of the object says. */
    readonly key?: readonly string[];
    /** What is declared of the object `id`, by property; `id` is empty for what is no object. */
    readonly properties: Readonly<Record<string, (value: never, id: string, args: Args) => Claim[]>>;
    /** What is declared whatever properties are given. */
    always?(args: Args): Claim[];
    /** Documents of other objects that it declares, or whose members. */
    documents(args: Args, self: string): Part[];
}

export interface Part {
    readonly document: string;
    /** Which member of it; undefined for the whole. */
    readonly member?: string;
}

type Args = Readonly<Record<string, unknown>>;

const attribute = (word: string, object: string) => (value: unknown, id: string) => [
    { key: `${object} ${id} ${word}`, value: value == null ? "" : String(value), stays: true },
];
const set =
    (word: string, object: string, stays: boolean) =>
    (values: readonly string[], id: string): Claim[] => {
        const whole = `${object} ${id} ${word} `;
        return [{ whole, keys: values.map((value) => whole + value), stays }];
    };
const sees = (value: Args, id: string): Claim[] => {
    const whole = `group ${id} sees `;
    const groups = (value.visibilityGroupIds ?? []) as string[];
    const to = value.visibility === "GLOBAL" ? ["everybody"] : groups;
    return [{ whole, keys: to.map((one) => whole + one), stays: true }];
};
const minutesOf = (args: Args): number => Number(args.durationMinutes ?? 0);
const levelOf = (args: Args): string => String(args.accessLevelRemoteId ?? "");
const wire = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(wire);
    if (typeof value !== "object" || value === null) return value;
    const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [name(key), wire(part)]));
};

export const CATALOGUE: Readonly<Record<string, Entry>> = {
    Owner: {
        needs: ["name"],
        object: "owner",
        key: ["name"],
        properties: {
            description: attribute("description", "owner"),
            reviewerMessageChannelId: attribute("reviewer-channel", "owner"),
            userIds: set("user", "owner", true),
        },
        documents: ({ userIds }, self) => (userIds === undefined ? [] : [{ document: `users of ${self}` }]),
    },
    OwnerUsers: {
        needs: ["ownerId", "userIds"],
        properties: { userIds: (ids: string[], _id, args) => set("user", "owner", false)(ids, String(args.ownerId)) },
        documents: ({ ownerId }) => [{ document: `users of ${ownerId}` }],
    },
    Group: {
        needs: ["name", "appId", "groupType"],
        object: "group",
        key: ["name"],
        properties: {
            description: attribute("description", "group"),
            requireMfaToApprove: attribute("mfa", "group"),
            adminOwnerId: attribute("admin", "group"),
            visibility: sees,
            messageChannelIds: set("channel", "group", true),
        },
        documents: ({ visibility, messageChannelIds }, self) => [
            ...(visibility === undefined ? [] : [{ document: `visibility of ${self}` }]),
            ...(messageChannelIds === undefined ? [] : [{ document: `channels of ${self}` }]),
        ],
    },
    GroupVisibility: {
        needs: ["groupId", "visibility"],
        properties: {},
        always: (args) => sees(args, String(args.groupId)),
        documents: ({ groupId }) => [{ document: `visibility of ${groupId}` }],
    },
    GroupMessageChannels: {
        needs: ["groupId", "messageChannelIds"],
        properties: {
            messageChannelIds: (ids: string[], _id, args) => set("channel", "group", false)(ids, String(args.groupId)),
        },
        documents: ({ groupId }) => [{ document: `channels of ${groupId}` }],
    },
    GroupUsers: {
        needs: ["groupId", "users"],
        properties: {
            users: (users: Args[], _id, args) =>
                set(
                    "member",
                    "group",
                    false,
                )(
                    users.map((user) => `${user.userId} ${levelOf(user)}`),
                    String(args.groupId),
                ),
        },
        documents: ({ groupId }) => [{ document: `members of ${groupId}` }],
    },
    GroupUser: {
        needs: ["groupId", "userId"],
        properties: {},
        always: (args) => [
            {
                key: `group ${args.groupId} member ${args.userId} ${levelOf(args)}`,
                minutes: minutesOf(args),
                stays: false,
            },
        ],
        documents: (args) => [{ document: `members of ${args.groupId}`, member: `${args.userId} ${levelOf(args)}` }],
    },
    GroupResources: {
        needs: ["groupId", "resources"],
        properties: {
            resources: (links: Args[], _id, args) =>
                set(
                    "link",
                    "group",
                    false,
                )(
                    links.map((link) => `${link.resourceId} ${levelOf(link)}`),
                    String(args.groupId),
                ),
        },
        documents: ({ groupId }) => [{ document: `resources of ${groupId}` }],
    },
    GroupResource: {
        needs: ["groupId", "resourceId"],
        properties: {},
        always: (args) => [
            {
                key: `group ${args.groupId} link ${args.resourceId} ${levelOf(args)}`,
                minutes: minutesOf(args),
                stays: false,
            },
        ],
        documents: (args) => [
            { document: `resources of ${args.groupId}`, member: `${args.resourceId} ${levelOf(args)}` },
        ],
    },
    GroupTag: {
        needs: ["groupId", "tagId"],
        properties: {},
        always: (args) => [{ key: `group ${args.groupId} tag ${args.tagId}`, stays: false }],
        documents: (args) => [{ document: `tags of ${args.groupId}`, member: String(args.tagId) }],
    },
    Resource: {
        needs: ["name", "appId", "resourceType"],
        object: "resource",
        key: ["name"],
        properties: {
            description: attribute("description", "resource"),
            requireMfaToApprove: attribute("mfa", "resource"),
            adminOwnerId: attribute("admin", "resource"),
        },
        documents: () => [],
    },
    ResourceUser: {
        needs: ["resourceId", "userId"],
        properties: {},
        always: (args) => [
            {
                key: `resource ${args.resourceId} access ${args.userId} ${levelOf(args)}`,
                minutes: minutesOf(args),
                stays: false,
            },
        ],
        documents: (args) => [{ document: `users of ${args.resourceId}`, member: `${args.userId} ${levelOf(args)}` }],
    },
    Tag: {
        needs: ["key"],
        object: "tag",
        key: ["key", "value"],
        properties: {},
        documents: () => [],
    },
    AccessRule: {
        needs: ["name", "description", "adminOwnerId", "status", "ruleClauses"],
        object: "group",
        key: ["name"],
        properties: {
            description: attribute("description", "group"),
            adminOwnerId: attribute("admin", "group"),
            status: attribute("status", "group"),
            ruleClauses: (clauses: unknown, id) => [
                { key: `group ${id} clauses`, value: clausesText(wire(clauses)), stays: true },
            ],
        },
        documents: () => [],
    },
};

export function entryOf(declaration: Pick<Declaration, "kind">): Entry {
    const entry = CATALOGUE[declaration.kind];
    if (!entry) throw new RangeError(`The simulator does not know the kind ${declaration.kind}.`);
    return entry;
}

/** The natural key of a declared object, with the word of its kind; undefined for what is no object. */
export function keyTextOf(declaration: Declaration): string | undefined {
    const { object, key } = entryOf(declaration);
    return key && `${object} ${keyIn(key, declaration)}`;
}

/** Why no team would write such a program: it declares one thing twice, or refers to nothing. Undefined when it is sound. */
export function unsound(program: Program): string | undefined {
    const objects = new Set<string>();
    const wholes = new Set<string>();
    const members = new Map<string, Set<string>>();
    for (const declaration of program) {
        const entry = entryOf(declaration);
        const missing = entry.needs.find((name) => declaration.args[name] === undefined);
        if (missing) return `${declaration.name} without ${missing}`;
        const key = keyTextOf(declaration);
        if (key && objects.has(key)) return `${key} twice`;
        if (key) objects.add(key);
        for (const { document, member } of entry.documents(declaration.args, `@=${declaration.name}`)) {
            const known = members.get(document) ?? new Set();
            if (wholes.has(document) || (member === undefined ? known.size > 0 : known.has(member)))
                return `${document} twice`;
            if (member === undefined) wholes.add(document);
            else members.set(document, known.add(member));
        }
    }
    return undefined;
}

/** Ids of the objects of the service that have the natural key of a declaration. */
export function objectsOf(facts: Facts, declaration: Declaration): string[] {
    const { object, key } = entryOf(declaration);
    if (!key) return [];
    const wanted = keyIn(key, declaration);
    const found: string[] = [];
    const prefix = `${object} `;
    for (const [fact, value] of facts)
        if (value === wanted && fact.startsWith(prefix) && fact.indexOf(" ", prefix.length) < 0)
            found.push(fact.slice(prefix.length));
    return found;
}

/** What a declaration says, given ids for everything it refers to; `ignored` are properties that the program leaves alone. */
export function claimsOf(
    declaration: Declaration,
    id: string,
    idOf: (reference: string) => string,
): { readonly claims: Claim[]; readonly ignored: Claim[] } {
    const entry = entryOf(declaration);
    const args = resolved(declaration.args as Value, idOf) as Args;
    const left = declaration.options?.ignoreChanges ?? [];
    const claims: Claim[] = [...(entry.always?.(args) ?? [])];
    const ignored: Claim[] = [];
    for (const [name, claim] of Object.entries(entry.properties)) {
        if (args[name] === undefined) continue;
        // The table says for each property what its value is.
        const made = claim(args[name] as never, id, args);
        (left.includes(name) || left.includes("*") ? ignored : claims).push(...made);
    }
    return { claims, ignored };
}

function keyIn(key: readonly string[], { args }: Declaration): string {
    return key.map((field) => String(args[field] ?? "")).join("=");
}
