/**
 * All data that determines who can do what in an organization, at one point in time. Plain data that can be stored in a snapshot as JSON.
 */
export interface Facts {
    /** When the facts were read, as an ISO date. Access that expired before this date is ignored. */
    readonly at: string;
    /** Id of the user whose token was used to read the facts; "" if the service does not return it. If not set, the facts are complete. */
    readonly readBy?: string;
    readonly users: readonly User[];
    readonly identities: readonly Identity[];
    readonly groups: readonly Group[];
    readonly resources: readonly Resource[];
    readonly bundles: readonly Bundle[];
    readonly owners: readonly Owner[];
    /**
     * Direct memberships of users in groups. Memberships that result from access rules may be omitted, since they follow from the
     * conditions.
     */
    readonly memberships: Iterable<Membership>;
    /** Direct grants of resources to users and non-human identities. */
    readonly grants: Iterable<Grant>;
    /** Resources that groups grant to their members. */
    readonly links: Iterable<Link>;
    readonly nestings: Iterable<Nesting>;
    readonly bindings: readonly Binding[];
    readonly delegations: readonly Delegation[];
    readonly templates?: readonly Template[];
    /** Facts that could not be read. The model does not draw conclusions from missing facts. */
    readonly unknowns: readonly Unknown[];
    /** Tags by id, since programs refer to tags by id. Undefined if the tags were not read. */
    readonly tagIds?: Readonly<Record<string, Tag>>;
    /** Settings that the API does not return. By default, the settings under which more access is reported are assumed. */
    readonly assumptions?: Partial<Assumptions>;
}

/** Facts about objects that have names. The list operations of the API return them. */
export type NamedFacts = Pick<Facts, "users" | "identities" | "groups" | "resources" | "bundles" | "owners">;

/** Settings of an organization that the API does not return. */
export interface Assumptions {
    /**
     * What owners can do with the groups and resources that they own. `full`: everything. `limited`: see them and manage who has access.
     * `attribution`: only see them. Default: `full`.
     */
    readonly ownerPermissions: "full" | "limited" | "attribution";
    /** Whether reviewers can approve their own requests. Default: true. */
    readonly selfApproval: boolean;
    /** Whether access to a resource includes the resources below it. Default: true. */
    readonly inheritGrants: boolean;
    /** Keys of tags for which a user has no more than one value. Only used by `test --future`. Default: none. */
    readonly singleValuedTags: readonly string[];
}

/** A group, resource or bundle. */
export interface Target {
    readonly type: "group" | "resource" | "bundle";
    readonly id: string;
}

/** A person who can sign in, review requests and have access. Paladins are users too. */
export interface User {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
    /** Tags that access rules can match. Undefined if the tags were not read. */
    readonly tags?: readonly Tag[];
    /** Status in the HR directory (`hr_idp_status`). Undefined if it was not read; "" if the user does not have a status. */
    readonly status?: string;
    /** Id of the user's manager; null if the user does not have one. Undefined if unknown, because the API does not return managers. */
    readonly managerId?: string | null;
    /** Whether the user is a Paladin, which the API lists among the users. Undefined if not, or if unknown. */
    readonly isPaladin?: boolean;
    /** Whether the user is a Paladin in monitor mode, who does not review requests. */
    readonly isMonitor?: boolean;
    /** Role in the user's invitation. Undefined if unknown, because the API does not return it. Roles granted later are grants. */
    readonly role?: "ADMIN" | "MEMBER";
}

/** A non-human identity, such as a machine or a service account, that can have access to resources. The API treats it as a resource. */
export interface Identity {
    readonly id: string;
    readonly name: string;
}

export interface Tag {
    readonly key: string;
    /** "" if the tag does not have a value. */
    readonly value: string;
    /**
     * Id of the app that the tag was imported from. Undefined if unknown, which is the case for all tags of users because the API does not
     * return it.
     */
    readonly connectionId?: string;
}

/** Properties that groups and resources have in common. */
export interface Governed {
    readonly id: string;
    readonly name: string;
    /** Id of the owner whose users administer the group or resource. */
    readonly adminOwnerId?: string;
    /** Id of the app that the group or resource belongs to. */
    readonly connectionId?: string;
    /** Sensitivity, spelled as in the API, such as `CRITICAL` or `HIGH`. */
    readonly sensitivity?: string;
    readonly tags?: readonly Tag[];
    /** Ids (in the end system) of the access levels other than the default level. */
    readonly levels?: readonly string[];
    /**
     * Request configurations, including the default configuration (priority 0). If undefined or empty, the group or resource cannot be
     * requested.
     */
    readonly requestRules?: readonly RequestRule[];
    /** If undefined, visible to all users. */
    readonly visibility?: VisibilityFacts;
}

export interface Group extends Governed {
    /** Ids of the users who lead the group. They can add and remove members, but are not members unless added. */
    readonly leaderIds?: readonly string[];
    /** Id of the configuration template that governs the group. */
    readonly templateId?: string;
    /** If set, the group is an access rule: only these conditions determine its members. */
    readonly rule?: AccessRule;
}

export interface Resource extends Governed {
    /** Type of the resource, spelled as in the API. */
    readonly resourceType?: string;
    /** Id of the resource that contains this resource. */
    readonly parentId?: string;
    /** Permissions that holders of the resource have, if it is a scoped role. */
    readonly permissions?: readonly Permission[];
}

/**
 * A set of groups and resources that are offered together. A bundle does not grant access itself: each item is requested under its own
 * rules.
 */
export interface Bundle {
    readonly id: string;
    readonly name: string;
    readonly adminOwnerId?: string;
    readonly visibility?: VisibilityFacts;
    readonly groupIds: readonly string[];
    readonly resourceIds: readonly string[];
}

export interface VisibilityFacts {
    /** `GLOBAL`: visible to all users. `LIMITED`: visible to members of the listed groups, administrators, leaders and holders. */
    readonly type: "GLOBAL" | "LIMITED";
    readonly groupIds: readonly string[];
}

/**
 * A request configuration. Of the configurations with a priority above 0 and a matching condition, the one with the lowest priority
 * applies. If none matches, the configuration with priority 0 applies.
 */
export interface RequestRule {
    /** Rank of the configuration. 0 is the default configuration, which applies to every requester. */
    readonly priority: number;
    /** Matches if the requester is in one of the groups and requests one of the levels. An empty list matches everything. */
    readonly condition?: { readonly groupIds: readonly string[]; readonly levels: readonly string[] };
    readonly allowRequests: boolean;
    readonly autoApproval: boolean;
    /** Maximum duration of a request in minutes. Undefined if not limited. The API does not document what 0 means. */
    readonly maxMinutes?: number;
    readonly stages: readonly Stage[];
    /** Fields of the configuration, of its condition and of its stages that this version does not know. They may change anything. */
    readonly unknownFields?: readonly string[];
}

/** A stage of review. Stages are completed one after the other. */
export interface Stage {
    /**
     * `AND`: one user of each owner, each Paladin, each script and, if required, the manager must approve. `OR`: approval by any one of
     * them is enough.
     */
    readonly operator: "AND" | "OR";
    readonly ownerIds: readonly string[];
    /** Ids of the Paladins that review requests in this stage. Other ids are those of service users of scripts, which no list contains. */
    readonly serviceUserIds: readonly string[];
    /** Ids of the scripts that review requests in this stage. What a script approves is unknown. */
    readonly scriptIds?: readonly string[];
    readonly requireManagerApproval: boolean;
    readonly requireAdminApproval: boolean;
    /** Additional reviewers who are asked if no one decides on the request. */
    readonly escalation?: { readonly ownerIds: readonly string[]; readonly userIds: readonly string[] };
}

export interface Owner {
    readonly id: string;
    readonly name: string;
    /** Ids of the users, in order of escalation. If the owner has a source group, contains only the members whose order was set. */
    readonly userIds: readonly string[];
    /** Id of the group whose members are the users of the owner. */
    readonly sourceGroupId?: string;
    /** Minutes until the next user is asked to review. 0 if all users are asked at once. */
    readonly escalationMinutes: number;
}

/** A configuration template. Its request configurations are missing because the API does not return them. */
export interface Template {
    readonly id: string;
    readonly name: string;
    /** Ids of the users who can use break-glass access: twelve hours in the groups that the template governs, without approval. */
    readonly breakGlassUserIds: readonly string[];
}

/** Conditions that determine the members of a group: users who match all of `when`, but not all of `unless`. */
export interface AccessRule {
    /** Whether the rule is evaluated. A paused rule keeps its current members. */
    readonly isActive: boolean;
    readonly when: readonly Clause[];
    /** If empty, no user is excluded. */
    readonly unless: readonly Clause[];
}

/** A condition that matches users who have one of the tags or one of the statuses. */
export interface Clause {
    readonly tags: readonly Tag[];
    readonly statuses: readonly string[];
}

/** A permission that the holders of a scoped role have. */
export interface Permission {
    readonly name: string;
    /**
     * Type of the objects that the permission covers. `connection`: everything in an app. `owner`: everything that an owner administers.
     * `user`: users, whose tags, statuses and managers decide who gets access. `other`: access reviews and events. `unknown`: a type that
     * this version does not support; the permission is assumed to cover everything.
     */
    readonly targetType: "group" | "resource" | "bundle" | "connection" | "owner" | "user" | "other" | "unknown";
    /** Whether the permission covers all objects of the type. */
    readonly allowAll: boolean;
    /** Ids of the objects that the permission covers. If empty, the permission is not limited to specific objects. */
    readonly targetIds: readonly string[];
    /** Fields of the permission that this version does not know. It may cover anything. */
    readonly unknownFields?: readonly string[];
}

/** Access at a level, which may expire. */
interface LeveledAccess {
    /** Id of the access level in the end system; "" is the default level. */
    readonly level: string;
    /** Expiration as an ISO date, or null if the access does not expire. */
    readonly until: string | null;
}

export interface Membership extends LeveledAccess {
    readonly groupId: string;
    readonly userId: string;
}

export interface Grant extends LeveledAccess {
    readonly resourceId: string;
    /** Id of a user or non-human identity. */
    readonly principalId: string;
}

export interface Link extends LeveledAccess {
    readonly groupId: string;
    readonly resourceId: string;
}

/** A group that is nested in another group. Its members are also members of the containing group. */
export interface Nesting extends LeveledAccess {
    readonly groupId: string;
    readonly containingGroupId: string;
}

/** Linked groups. A request for one of them becomes a request for the source group. The link does not grant access itself. */
export interface Binding {
    readonly id: string;
    readonly sourceGroupId: string;
    readonly groupIds: readonly string[];
}

/** Allows the delegate to review requests in place of the delegator, during a period of time. */
export interface Delegation {
    readonly id: string;
    readonly delegatorId: string;
    readonly delegateId: string;
    readonly from: string;
    readonly until: string;
}

/** An object for which the facts may not contain all principals. */
export interface Unknown {
    /**
     * What may be incomplete: the members of a group, the grants of a resource, the users of an owner, or all data about a bundle.
     * `assigners`: the users who can grant themselves membership in the group with this id. `powers`: everything that users can do with
     * the group, resource or bundle with this id, apart from having it.
     */
    readonly type: "group" | "resource" | "bundle" | "owner" | "assigners" | "powers";
    readonly id: string;
    /** Why this is unknown, as a clause such as "who is on call is not in the API". */
    readonly because: string;
    /** Cause of the uncertainty. A different cause may affect different principals, so it counts as a different unknown. */
    readonly variant?: string;
}
