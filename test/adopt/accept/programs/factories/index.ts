import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

interface TeamOptions {
    readonly description: string;
    readonly hours?: number;
    readonly isOpen?: boolean;
}

const app = pulumi.output(access.getApp({ name: "Tidewater" }));

function team(name: string, { description, hours = 8, isOpen = false }: TeamOptions): access.Group {
    const group = new access.Group(name, {
        name,
        description,
        appId: app.appId,
        groupType: "SVC_GROUP",
        requestConfigurations: [
            { priority: 0, allowRequests: true, autoApproval: isOpen, recommendedDurationMinutes: hours * 60 },
        ],
    });
    new access.GroupVisibility(`${name}-visibility`, visible(group.id, "LIMITED"));
    return group;
}

function visible(groupId: pulumi.Input<string>, visibility: access.GroupVisibilityArgs["visibility"]) {
    return { groupId, visibility, visibilityGroupIds: [] };
}

const owner = (name: string, description?: string) => new access.Owner(name, { name, description });

team("Cooks", { description: "Feeds everybody", isOpen: true });
team("Waiters", { description: "Carries it to them", hours: 4 });
owner("Kitchen", "Answers for the food");
owner("Cellar");
