import { audienceText, clausesText } from "./facts.js";

/** What a declaration says of the facts of the service. */
export type Claim =
    /** All facts whose key begins so: these, and no others. */
    | { readonly whole: string; readonly keys: readonly string[]; readonly stays: boolean }
    /** One fact. Without `value` it may have any; `minutes` is how long it is to last, 0 for no end. */
    | { readonly key: string; readonly value?: string; readonly minutes?: number; readonly stays: boolean };

/** How the simulator sees a kind: past the kernel, by the store of the service. */
export interface Entry {
    /** Properties that a program must give. */
    readonly needs: readonly string[];
    /** The word that the object's facts begin with; undefined for what is no object of its own. */
    readonly object?: string;
    /** By what a program tells one object from another; joined by "=", it is what the fact of the object says. */
    readonly key?: readonly string[];
    /** What is declared of the object `id`, by property; `id` is empty for what is no object. */
    readonly properties: Readonly<Record<string, (value: never, id: string, args: Args) => Claim[]>>;
    /** The fact that tells objects of one name apart, where the service lets there be several. */
    readonly apart?: string;
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
        // Groups that the program does not give are left alone.
        const whole = `${object} ${id} sees ${isOpen || value.visibilityGroupIds ? "" : "everybody"}`;
        const groups = (value.visibilityGroupIds ?? []) as string[];
        const to = isOpen ? ["everybody"] : groups;
        return [{ whole, keys: to.map((one) => whole + one), stays: true }];
    };
/** The visibility of an object, as a resource of its own. */
const visibilityOf = (object: string, parent: string): Entry => ({
    needs: [parent, "visibility"],
    properties: {},
    always: (args) => sees(object)(args, String(args[parent])),
    documents: (args) => [{ document: `visibility of ${args[parent]}` }],
});
/** One link from `object` to what `member` names, in the document `document`. */
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
/** Message channels of an object, as a resource of their own. */
const channelsOf = (object: string, parent: string): Entry => ({
    needs: [parent, "messageChannelIds"],
    properties: {
        messageChannelIds: (ids: string[], _id, args) => set("channel", object, false)(ids, String(args[parent])),
    },
    documents: (args) => [{ document: `channels of ${args[parent]}` }],
});
/** The rules for requests: who each is for, and what it says of them. */
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
