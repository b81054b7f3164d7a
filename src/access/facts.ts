/** What decides who may do what in an organization, as it was at one moment. Plain data: a snapshot is one of these as JSON. */
export interface Facts {
    /** When it was read, as an ISO date. What ended before is over. */
    readonly at: string;
    readonly users: readonly User[];
    readonly identities: readonly Identity[];
    readonly groups: readonly Group[];
    readonly resources: readonly Resource[];
    readonly bundles: readonly Bundle[];
    readonly owners: readonly Owner[];
    /** Direct memberships of users in groups; those of access rules follow from their conditions and need not be there. */
    readonly memberships: Iterable<Membership>;
    /** Direct grants of users and non-human identities to resources. */
    readonly grants: Iterable<Grant>;
    /** Which group gives which resource. */
    readonly links: Iterable<Link>;
    readonly nestings: Iterable<Nesting>;
    readonly bindings: readonly Binding[];
    readonly delegations: readonly Delegation[];
    readonly templates?: readonly Template[];
    /** What could not be read. Nothing is concluded from what is missing. */
    readonly unknowns: readonly Unknown[];
    /** How the organization is set up where the API does not tell. Default: the reading that reports more access. */
    readonly assumptions?: Partial<Assumptions>;
}

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
}

/** A group, a resource or a bundle: what somebody can have, see, ask for or administer. */
export interface Target {
    readonly type: "group" | "resource" | "bundle";
    readonly id: string;
}

/** Somebody who can sign in, be asked and be given access. Paladins are users, too. */
export interface User {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
    /** Tags that access rules look at. Left out: they were not read. */
    readonly tags?: readonly Tag[];
    /** Status in the directory of people (`hr_idp_status`). Left out: it was not read; "" is none. */
    readonly status?: string;
    /** Who approves as their manager. Left out: unknown, as no operation tells; null: nobody. */
    readonly managerId?: string | null;
    /** A Paladin in monitor mode is asked nothing. */
    readonly isMonitor?: boolean;
    /** Role that the user was invited with. Undefined: unknown, as no operation returns it. Roles granted later are resources. */
    readonly role?: "ADMIN" | "MEMBER";
}

/** A machine, service account or the like that has access to resources: a resource of the API. */
export interface Identity {
    readonly id: string;
    readonly name: string;
}

export interface Tag {
    readonly key: string;
    /** "" for a tag without a value. */
    readonly value: string;
    /** Id of the app that the tag was imported from. Undefined: unknown. Tags of users never have it: no operation returns it. */
    readonly connectionId?: string;
}

/** What a group and a resource have in common. */
export interface Governed {
    readonly id: string;
    readonly name: string;
    /** Owner whose users administer it. */
    readonly adminOwnerId?: string;
    /** Id of the app that it belongs to. */
    readonly connectionId?: string;
    /** How sensitive it is, in the API's words, such as `CRITICAL` or `HIGH`. */
    readonly sensitivity?: string;
    readonly tags?: readonly Tag[];
    /** Access levels besides the default one, by their ids in the end system. Left out: they were not read. */
    readonly levels?: readonly string[];
    /** By rank, that of the default configuration (priority 0) among them. Left out or empty: nobody can request it. */
    readonly requestRules?: readonly RequestRule[];
    /** Left out: everybody sees it. */
    readonly visibility?: Visibility;
}

export interface Group extends Governed {
    /** Users who lead the group: they may add and remove members, and are not members themselves. */
    readonly leaderIds?: readonly string[];
    /** Configuration template that governs the group. */
    readonly templateId?: string;
    /** What makes the group an access rule: who is in it follows from this alone. */
    readonly rule?: AccessRule;
}

export interface Resource extends Governed {
    /** Kind of resource, in the API's words. */
    readonly resourceType?: string;
    /** Id of the resource that contains it. */
    readonly parentId?: string;
    /** What holders of this resource may do with others, if it is a scoped role. */
    readonly permissions?: readonly Permission[];
}

/** What is offered together. It gives nothing by itself: each item is asked for by its own rules. */
export interface Bundle {
    readonly id: string;
    readonly name: string;
    readonly adminOwnerId?: string;
    readonly visibility?: Visibility;
    readonly groupIds: readonly string[];
    readonly resourceIds: readonly string[];
}

export interface Visibility {
    /** `GLOBAL`: everybody sees it. `LIMITED`: those of the groups, its administrators, its leaders, and who has it. */
    readonly type: "GLOBAL" | "LIMITED";
    readonly groupIds: readonly string[];
}

/** Rules of requesting for those whom the condition fits; the lowest priority above 0 that fits counts, and 0 if none does. */
export interface RequestRule {
    /** 0: the default, which fits everybody. */
    readonly priority: number;
    /** Groups: the requester is in one of them. Levels: what is asked for is one of them. Empty lists fit always. */
    readonly condition?: { readonly groupIds: readonly string[]; readonly levels: readonly string[] };
    readonly allowRequests: boolean;
    readonly autoApproval: boolean;
    /** Longest time that may be asked for; left out: there is no limit. */
    readonly maxMinutes?: number;
    readonly stages: readonly Stage[];
}

/** Each stage must be passed, one after the other. */
export interface Stage {
    /** `AND`: one user of each owner approves, each Paladin and, if asked, the manager. `OR`: any of them. */
    readonly operator: "AND" | "OR";
    readonly ownerIds: readonly string[];
    /** Paladins that review. */
    readonly serviceUserIds: readonly string[];
    readonly requireManagerApproval: boolean;
    readonly requireAdminApproval: boolean;
    /** Who is asked as well if nobody answers. */
    readonly escalation?: { readonly ownerIds: readonly string[]; readonly userIds: readonly string[] };
}

export interface Owner {
    readonly id: string;
    readonly name: string;
    /** In the order of escalation. With a source group, those of its members who were put in order. */
    readonly userIds: readonly string[];
    /** Group whose members are the users of the owner. */
    readonly sourceGroupId?: string;
    /** Minutes after which the next user is asked; 0 asks all at once. */
    readonly escalationMinutes: number;
}

/** A configuration template, as far as the API returns it: the rules of requesting that it holds are not returned. */
export interface Template {
    readonly id: string;
    readonly name: string;
    /** Users who may give themselves the groups that it governs without approval, for twelve hours. */
    readonly breakGlassUserIds: readonly string[];
}

/** Conditions on users: who fits `when` and not `unless` is in. */
export interface AccessRule {
    /** A rule that is paused keeps whom it has. */
    readonly isActive: boolean;
    readonly when: readonly Clause[];
    /** Empty: nobody is left out. */
    readonly unless: readonly Clause[];
}

/** A user fits by one of the tags or one of the statuses; of several clauses all must fit. */
export interface Clause {
    readonly tags: readonly Tag[];
    readonly statuses: readonly string[];
}

/** What holders of a scoped role may do. */
export interface Permission {
    readonly name: string;
    /**
     * `connection`: everything in an app. `owner`: everything that an owner administers. `other`: users, access reviews and events.
     * `unknown`: a type that this version does not know; the permission counts for everything.
     */
    readonly targetType: "group" | "resource" | "bundle" | "connection" | "owner" | "other" | "unknown";
    /** Applies to every target of the type. */
    readonly allowAll: boolean;
    /** Empty: the permission is not limited to certain targets. */
    readonly targetIds: readonly string[];
}

/** Access at a level, for a time. */
interface Given {
    /** Id of the level in the end system; "" is the default one. */
    readonly level: string;
    /** When it ends, as an ISO date; null: it does not. */
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

/** The group is in the containing group, and so are its members. */
export interface Nesting extends Given {
    readonly groupId: string;
    readonly containingGroupId: string;
}

/** Linked groups: a request for one of them is a request for the source group. A link gives nobody any access. */
export interface Binding {
    readonly id: string;
    readonly sourceGroupId: string;
    readonly groupIds: readonly string[];
}

/** The delegate may review as well as the delegator between two times. */
export interface Delegation {
    readonly id: string;
    readonly delegatorId: string;
    readonly delegateId: string;
    readonly from: string;
    readonly until: string;
}

/** Somebody may be there of whom the facts do not tell. */
export interface Unknown {
    /**
     * Where: members of a group, those with a grant to a resource, users of an owner; or everything about a bundle. `assigners`: those who
     * may give themselves the group of this id.
     */
    readonly type: "group" | "resource" | "bundle" | "owner" | "assigners";
    readonly id: string;
    /** Why nobody can say, as a sentence without a full stop, such as "who is on call is not in the API". */
    readonly because: string;
    /** What it depends on. If that changes, so may those whom nobody knows. */
    readonly variant?: string;
}

/** Something that is otherwise afterwards. A whole record takes the place of that of the same key. */
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
    /** With everything that speaks of it. */
    | {
          readonly remove: "user" | "group" | "resource" | "bundle" | "owner" | "binding" | "delegation" | "template";
          readonly id: string;
      }
    | { readonly remove: "membership"; readonly value: Omit<Membership, "until"> }
    | { readonly remove: "grant"; readonly value: Omit<Grant, "until"> }
    | { readonly remove: "link"; readonly value: Omit<Link, "until"> }
    | { readonly remove: "nesting"; readonly value: Omit<Nesting, "until"> };
