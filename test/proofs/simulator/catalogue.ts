import { audienceText, clausesText } from "./facts.js";

/** A claim of a declaration about facts of the service. */
export type Claim =
    /** Of all facts whose keys start with `whole`, exactly these exist. */
    | { readonly whole: string; readonly keys: readonly string[]; readonly stays: boolean }
    /** A single fact. Without `value`, any value is allowed. `minutes` is its duration, 0 for no expiration. */
    | { readonly key: string; readonly value?: string; readonly minutes?: number; readonly stays: boolean };

/** A kind as the simulator models it, based on the store of the service and independent of the kernel. */
export interface Entry {
    /** Required properties. */
    readonly needs: readonly string[];
    /** Prefix of the object's facts. Undefined for kinds that are not objects. */
    readonly object?: string;
    /** Properties of the natural key. Joined by "=", their values are the value of the object's fact. */
    readonly key?: readonly string[];
    /** Claims about the object `id` by property. `id` is empty for kinds that are not objects. */
    readonly properties: Readonly<Record<string, (value: never, id: string, args: Args) => Claim[]>>;
    /** Fact that distinguishes objects with the same name, if the service allows several. */
    readonly apart?: string;
    /** Claims that do not depend on single properties. */
    always?(args: Args): Claim[];
    /** Documents of other objects that the resource declares, either as a whole or as one member. */
    documents(args: Args, self: string): Part[];
}

export interface Part {
    readonly document: string;
    /** Member of the document. Undefined for the whole document. */
    readonly member?: string;
}

export type Args = Readonly<Record<string, unknown>>;

const attribute = (word: string, object: string) => (value: unknown, id: string) => [
    { key: `${object} ${id} ${word}`, value: value == null ? "" : String(value), stays: true },
];
const set =
    (word: string, object: string, stays: boolean) =>
    (values: readonly string[], id: string): Claim[] => {
        const whole = `${object} ${id} ${word} `;
        return [{ whole, keys: values.map((value) => whole + value), stays }];
    };
const sees =
    (object: string) =>
    (value: Args, id: string): Claim[] => {
        const isOpen = value.visibility === "GLOBAL";
        // Undeclared groups are left unchanged.
        const whole = `${object} ${id} sees ${isOpen || value.visibilityGroupIds ? "" : "everybody"}`;
        const groups = (value.visibilityGroupIds ?? []) as string[];
        const to = isOpen ? ["everybody"] : groups;
        return [{ whole, keys: to.map((one) => whole + one), stays: true }];
    };
/** Visibility of an object as a separate resource. */
const visibilityOf = (object: string, parent: string): Entry => ({
    needs: [parent, "visibility"],
    properties: {},
    always: (args) => sees(object)(args, String(args[parent])),
    documents: (args) => [{ document: `visibility of ${args[parent]}` }],
});
/** A link from `object` to the object in the property `member`, as part of the document `document`. */
const linkOf = (object: string, parent: string, word: string, member: string, document: string): Entry => ({
    needs: [parent, member],
    properties: {},
    always: (args) => [
        {
            key: `${object} ${args[parent]} ${word} ${args[member]}${HAS_LEVEL.has(word) ? ` ${levelOf(args)}` : ""}`,
            minutes: minutesOf(args),
            stays: false,
        },
    ],
    documents: (args) => [
        {
            document: `${document} of ${args[parent]}`,
            member: `${args[member]}${HAS_LEVEL.has(word) ? ` ${levelOf(args)}` : ""}`,
        },
    ],
});
const HAS_LEVEL = new Set(["member", "link", "access", "holds"]);
/** Message channels of an object as a separate resource. */
const channelsOf = (object: string, parent: string): Entry => ({
    needs: [parent, "messageChannelIds"],
    properties: {
        messageChannelIds: (ids: string[], _id, args) => set("channel", object, false)(ids, String(args[parent])),
    },
    documents: (args) => [{ document: `channels of ${args[parent]}` }],
});
/** Request configurations: the audience of each and its settings. */
const configurations =
    (object: string) =>
    (list: readonly Args[], id: string): Claim[] => {
        const audiences = set(
            "audience",
            object,
            true,
        )(
            list.map((one) => audienceText(wire(one.condition))),
            id,
        );
        const settings = list.flatMap((one) =>
            Object.entries(SETTINGS).flatMap(([name, word]) =>
                one[name] === undefined
                    ? []
                    : [
                          {
                              key: `${object} ${id} ${word} ${audienceText(wire(one.condition))}`,
                              value: String(one[name]),
                              stays: true,
                          },
                      ],
            ),
        );
        return [...audiences, ...settings];
    };
const SETTINGS = { allowRequests: "requests", autoApproval: "unreviewed", requireMfaToRequest: "mfa-to-request" };
const minutesOf = (args: Args): number => Number(args.durationMinutes ?? 0);
const levelOf = (args: Args): string => String(args.accessLevelRemoteId ?? "");
const wire = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(wire);
    if (typeof value !== "object" || value === null) return value;
    const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [name(key), wire(part)]));
};

export const CATALOGUE: Readonly<Record<string, Entry>> = {
    GroupVisibility: visibilityOf("group", "groupId"),
    ResourceVisibility: visibilityOf("resource", "resourceId"),
    BundleVisibility: visibilityOf("bundle", "bundleId"),
    GroupMessageChannels: channelsOf("group", "groupId"),
    ResourceMessageChannels: channelsOf("resource", "resourceId"),
    GroupUser: linkOf("group", "groupId", "member", "userId", "members"),
    GroupResource: linkOf("group", "groupId", "link", "resourceId", "resources"),
    GroupTag: linkOf("group", "groupId", "tag", "tagId", "tags"),
    ContainingGroup: linkOf("group", "groupId", "inside", "containingGroupId", "containing groups"),
    ResourceUser: linkOf("resource", "resourceId", "access", "userId", "users"),
    ResourceTag: linkOf("resource", "resourceId", "tag", "tagId", "tags"),
    UserTag: linkOf("user", "userId", "tag", "tagId", "tags"),
    BundleGroup: linkOf("bundle", "bundleId", "holds", "groupId", "groups"),
    BundleResource: linkOf("bundle", "bundleId", "holds", "resourceId", "resources"),
    Bundle: {
        needs: ["name", "adminOwnerId"],
        object: "bundle",
        key: ["name"],
        apart: "admin",
        properties: {
            description: attribute("description", "bundle"),
            adminOwnerId: attribute("admin", "bundle"),
            visibility: sees("bundle"),
        },
        documents: ({ visibility }, self) => (visibility === undefined ? [] : [{ document: `visibility of ${self}` }]),
    },
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
            visibility: sees("group"),
            requestConfigurations: configurations("group"),
            messageChannelIds: set("channel", "group", true),
        },
        documents: ({ visibility, messageChannelIds }, self) => [
            ...(visibility === undefined ? [] : [{ document: `visibility of ${self}` }]),
            ...(messageChannelIds === undefined ? [] : [{ document: `channels of ${self}` }]),
        ],
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
    Resource: {
        needs: ["name", "appId", "resourceType"],
        object: "resource",
        key: ["name"],
        properties: {
            description: attribute("description", "resource"),
            requireMfaToApprove: attribute("mfa", "resource"),
            adminOwnerId: attribute("admin", "resource"),
            visibility: sees("resource"),
        },
        documents: ({ visibility }, self) => (visibility === undefined ? [] : [{ document: `visibility of ${self}` }]),
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
