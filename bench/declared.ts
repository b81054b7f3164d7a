/** The owners and groups that both sides of the comparison declare. */
export interface Declared {
    readonly owners: readonly DeclaredOwner[];
    readonly groups: readonly DeclaredGroup[];
}

export interface DeclaredOwner {
    readonly name: string;
    readonly userIds: readonly string[];
}

export interface DeclaredGroup {
    readonly name: string;
    /** Name of the owner that administers it. */
    readonly owner: string;
    readonly appId: string;
    readonly groupType: string;
    readonly description: string;
    readonly visibility: { readonly visibility: "GLOBAL" | "LIMITED"; readonly visibilityGroupIds: readonly string[] };
    readonly messageChannelIds: readonly string[];
    readonly onCallScheduleIds: readonly string[];
    readonly requestConfigurations: readonly {
        readonly priority: number;
        readonly allowRequests: boolean;
        readonly autoApproval: boolean;
        readonly maxDurationMinutes: number;
    }[];
}

export interface Ids {
    readonly appId: string;
    readonly userId: string;
    readonly channelId: string;
}

export function declared(owners: number, groups: number, { appId, userId, channelId }: Ids): Declared {
    return {
        owners: Array.from({ length: owners }, (_, number) => ({ name: `Owner ${number}`, userIds: [userId] })),
        groups: Array.from({ length: groups }, (_, number) =>
            groupOf(`Group ${number}`, `Owner ${number % owners}`, appId, channelId),
        ),
    };
}

/** A group with all the parts that a Terraform resource of one reads. */
export function groupOf(name: string, owner: string, appId: string, channelId: string): DeclaredGroup {
    return {
        name,
        owner,
        appId,
        groupType: "OPAL_GROUP",
        description: "A group of the bench",
        visibility: { visibility: "LIMITED", visibilityGroupIds: [] },
        messageChannelIds: [channelId],
        onCallScheduleIds: [],
        requestConfigurations: [{ priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: 60 }],
    };
}
