/** Everything that determines who may do what in an organization, at one moment. Plain data: a snapshot contains it as JSON. */
export interface Facts {
    /** When the facts were read, as an ISO date. Anything that ended earlier is ignored. */
    readonly at: string;
    /** Id of the user whose token read the facts; "" if the service does not return it. Absent: the facts are complete. */
    readonly readBy?: string;
    readonly users: readonly User[];
    readonly identities: readonly Identity[];
    readonly groups: readonly Group[];
    readonly resources: readonly Resource[];
    readonly bundles: readonly Bundle[];
    readonly owners: readonly Owner[];
    /** Direct memberships of users in groups. Members of access rules may be omitted, since they follow from the conditions. */
    readonly memberships: Iterable<Membership>;
    /** Direct grants of users and non-human identities to resources. */
    readonly grants: Iterable<Grant>;
    /** Resources that groups give to their members. */
    readonly links: Iterable<Link>;
    readonly nestings: Iterable<Nesting>;
    readonly bindings: readonly Binding[];
    readonly delegations: readonly Delegation[];
    readonly templates?: readonly Template[];
    /** Facts that could not be read. The model draws no conclusion from missing facts. */
    readonly unknowns: readonly Unknown[];
    /** Tags by id, as programs refer to them. Absent: not read. */
    readonly tagIds?: Readonly<Record<string, Tag>>;
    /** Settings that the API does not return. Default: those that report more access. */
    readonly assumptions?: Partial<Assumptions>;
}

/** Facts that have names. The list operations of the API return them. */
export type NamedFacts = Pick<Facts, "users" | "identities" | "groups" | "resources" | "bundles" | "owners">;

/** Settings of an organization that no operation of the API returns. */
export interface Assumptions {
    /**
     * What owners may do with the groups and resources that they own. `full`: everything. `limited`: see them and manage who has them.
     * `attribution`: only see them. Default: `full`.
     */
    readonly ownerPermissions: "full" | "limited" | "attribution";
    /** Whether reviewers may approve their own requests. Default: true. */
    readonly selfApproval: boolean;
    /** Whether access to a resource includes the resources below it. Default: true. */
    readonly inheritGrants: boolean;
    /** Keys of tags of which a user has at most one value. Only `prove` uses it. Default: none. */
    readonly singleValuedTags: readonly string[];
}

/** A group, a resource or a bundle. */
export interface Target {
    readonly type: "group" | "resource" | "bundle";
    readonly id: string;
}

/** A person who can sign in, review requests and have access. Paladins are also users. */
export interface User {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
    /** Tags that access rules match. Undefined: not read. */
    readonly tags?: readonly Tag[];
    /** Status in the HR directory (`hr_idp_status`). Undefined: not read. "": none. */
    readonly status?: string;
    /** Id of the user's manager. Undefined: unknown, since no operation returns it. Null: no manager. */
    readonly managerId?: string | null;
    /** Whether the user is a Paladin, which the API lists among the users. Undefined: no, or unknown. */
    readonly isPaladin?: boolean;
    /** A Paladin in monitor mode reviews nothing. */
    readonly isMonitor?: boolean;
    /** Role in the user's invitation. Undefined: unknown, since no operation returns it. Roles that are granted later are grants of resources. */
    readonly role?: "ADMIN" | "MEMBER";
}

/** A non-human identity, such as a machine or a service account, that has access to resources. The API treats it as a resource. */
export interface Identity {
    readonly id: string;
    readonly name: string;
}

export interface Tag {
    readonly key: string;
    /** "" for a tag without a value. */
    readonly value: string;
    /** Id of the app that the tag was imported from. Undefined: unknown, as for all tags of users: no operation returns it. */
    readonly connectionId?: string;
}

/** Properties that groups and resources share. */
export interface Governed {
    readonly id: string;
    readonly name: string;
    /** Owner whose users administer it. */
    readonly adminOwnerId?: string;
    /** Id of the app that it belongs to. */
    readonly connectionId?: string;
    /** Sensitivity as the API spells it, such as `CRITICAL` or `HIGH`. */
    readonly sensitivity?: string;
    readonly tags?: readonly Tag[];
    /** Access levels other than the default, as ids in the end system. */
    readonly levels?: readonly string[];
    /** Request configurations by rank, including the default one (priority 0). Undefined or empty: requests are not possible. */
    readonly requestRules?: readonly RequestRule[];
    /** Undefined: visible to all users. */
    readonly visibility?: Visibility;
}

export interface Group extends Governed {
    /** Users who lead the group. They may add and remove members. Leading a group does not make them members. */
    readonly leaderIds?: readonly string[];
    /** Configuration template that governs the group. */
    readonly templateId?: string;
    /** Makes the group an access rule, whose conditions alone determine its members. */
    readonly rule?: AccessRule;
}

export interface Resource extends Governed {
    /** Type of resource as the API spells it. */
    readonly resourceType?: string;
    /** Id of the resource that contains it. */
    readonly parentId?: string;
    /** Permissions of the holders, if the resource is a scoped role. */
    readonly permissions?: readonly Permission[];
}

/** A set of items that are offered together. It gives no access: each item is requested under its own rules. */
export interface Bundle {
    readonly id: string;
    readonly name: string;
    readonly adminOwnerId?: string;
    readonly visibility?: Visibility;
    readonly groupIds: readonly string[];
    readonly resourceIds: readonly string[];
}

export interface Visibility {
    /** `GLOBAL`: visible to all users. `LIMITED`: visible to the listed groups, administrators, leaders and holders. */
    readonly type: "GLOBAL" | "LIMITED";
    readonly groupIds: readonly string[];
}

/** A request configuration. The one that applies has the lowest priority above 0 whose condition matches; if none matches, priority 0 applies. */
export interface RequestRule {
    /** 0: the default, which matches everyone. */
    readonly priority: number;
    /** Matches if the requester is in one of the groups and requests one of the levels. An empty list always matches. */
    readonly condition?: { readonly groupIds: readonly string[]; readonly levels: readonly string[] };
    readonly allowRequests: boolean;
    readonly autoApproval: boolean;
    /** Maximum duration of a request. Undefined: no limit. */
    readonly maxMinutes?: number;
    readonly stages: readonly Stage[];
}

/** A stage of review. Stages are passed one after the other. */
export interface Stage {
    /** `AND`: one user of each owner, each Paladin and, if asked, the manager approve. `OR`: any one of them does. */
    readonly operator: "AND" | "OR";
    readonly ownerIds: readonly string[];
    /** Paladins that review. */
    readonly serviceUserIds: readonly string[];
    readonly requireManagerApproval: boolean;
    readonly requireAdminApproval: boolean;
    /** Additional reviewers if there is no answer. */
    readonly escalation?: { readonly ownerIds: readonly string[]; readonly userIds: readonly string[] };
}

export interface Owner {
    readonly id: string;
    readonly name: string;
    /** In the order of escalation. For an owner with a source group: the members whose order was set. */
    readonly userIds: readonly string[];
    /** Group whose members are the users of the owner. */
    readonly sourceGroupId?: string;
    /** Minutes until the next user is asked. 0: all are asked at once. */
    readonly escalationMinutes: number;
}

/** A configuration template. The API does not return its request configurations. */
export interface Template {
    readonly id: string;
    readonly name: string;
    /** Users who may take the groups that it governs without approval, for twelve hours. */
    readonly breakGlassUserIds: readonly string[];
}

/** Conditions on users. A user who matches `when` but not `unless` is a member. */
export interface AccessRule {
    /** A paused rule keeps its members. */
    readonly isActive: boolean;
    readonly when: readonly Clause[];
    /** Empty: no user is excluded. */
    readonly unless: readonly Clause[];
}

/** A user matches a clause by one of its tags or one of its statuses, and must match all clauses. */
export interface Clause {
    readonly tags: readonly Tag[];
    readonly statuses: readonly string[];
}

/** A permission of the holders of a scoped role. */
export interface Permission {
    readonly name: string;
    /**
     * `connection`: everything in an app. `owner`: everything that an owner administers. `other`: users, access reviews and events.
     * `unknown`: a type that this version does not support; the permission is assumed to cover everything.
     */
    readonly targetType: "group" | "resource" | "bundle" | "connection" | "owner" | "other" | "unknown";
    /** Applies to every target of the type. */
    readonly allowAll: boolean;
    /** Empty: the permission is not limited to certain targets. */
    readonly targetIds: readonly string[];
}

/** Access at a level, with or without an end. */
interface Given {
    /** Id of the level in the end system. "": the default level. */
    readonly level: string;
    /** When it ends, as an ISO date; null for no end. */
    readonly until: string | null;
}

export interface Membership extends Given {
    readonly groupId: string;
    readonly userId: string;
}

export interface Grant extends Given {
    readonly resourceId: string;
    /** A user or a non-human identity. */
    readonly principalId: string;
}

export interface Link extends Given {
    readonly groupId: string;
    readonly resourceId: string;
}

/** A group nested in another one, whose members are also members of the containing group. */
export interface Nesting extends Given {
    readonly groupId: string;
    readonly containingGroupId: string;
}

/** Linked groups. A request for one of them is a request for the source group. A link gives no access. */
export interface Binding {
    readonly id: string;
    readonly sourceGroupId: string;
    readonly groupIds: readonly string[];
}

/** Allows the delegate to review in place of the delegator between two times. */
export interface Delegation {
    readonly id: string;
    readonly delegatorId: string;
    readonly delegateId: string;
    readonly from: string;
    readonly until: string;
}

/** A place where the facts may not list all principals. */
export interface Unknown {
    /**
     * What may be incomplete: the members of a group, the grants of a resource, the users of an owner, or everything about a bundle.
     * `assigners`: the users who may give themselves the group with this id.
     */
    readonly type: "group" | "resource" | "bundle" | "owner" | "assigners";
    readonly id: string;
    /** Why this is unknown: a sentence without a full stop, such as "who is on call is not in the API". */
    readonly because: string;
    /** Cause of the uncertainty. If it changes, the unknown principals may change, too. */
    readonly variant?: string;
}

/** A change to the facts. A record replaces the one with the same key. */
export type Change =
    | { readonly put: "user"; readonly value: User }
    | { readonly put: "identity"; readonly value: Identity }
    | { readonly put: "group"; readonly value: Group }
    | { readonly put: "resource"; readonly value: Resource }
    | { readonly put: "bundle"; readonly value: Bundle }
    | { readonly put: "owner"; readonly value: Owner }
    | { readonly put: "membership"; readonly value: Membership }
    | { readonly put: "grant"; readonly value: Grant }
    | { readonly put: "link"; readonly value: Link }
    | { readonly put: "nesting"; readonly value: Nesting }
    | { readonly put: "binding"; readonly value: Binding }
    | { readonly put: "delegation"; readonly value: Delegation }
    | { readonly put: "template"; readonly value: Template }
    | { readonly put: "unknown"; readonly value: Unknown }
    /** Also removes every record that refers to it. */
    | {
          readonly remove: "user" | "group" | "resource" | "bundle" | "owner" | "binding" | "delegation" | "template";
          readonly id: string;
      }
    | { readonly remove: "membership"; readonly value: Omit<Membership, "until"> }
    | { readonly remove: "grant"; readonly value: Omit<Grant, "until"> }
    | { readonly remove: "link"; readonly value: Omit<Link, "until"> }
    | { readonly remove: "nesting"; readonly value: Omit<Nesting, "until"> };
