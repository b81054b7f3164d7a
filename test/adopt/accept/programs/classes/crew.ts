import * as pulumi from "@pulumi/pulumi";
import { Group, GroupVisibility, Owner } from "pulumi-access-governance";

export interface CrewArgs {
    readonly appId: pulumi.Input<string>;
    readonly title: string;
    readonly purpose: string;
    readonly isHidden?: boolean;
}

/** A group with somebody who answers for it. */
export class Crew extends pulumi.ComponentResource {
    readonly group: Group;

    constructor(name: string, args: CrewArgs, opts?: pulumi.ComponentResourceOptions) {
        super("accept:index:Crew", name, {}, opts);
        const mate = new Owner(`${name}-mate`, { name: `Mate of ${args.title}`, description: "The first mate" }, { parent: this });
        this.group = new Group(
            `${name}-crew`,
            {
                name: args.title,
                description: args.purpose,
                appId: args.appId,
                groupType: "SVC_GROUP",
                adminOwnerId: mate.id,
            },
            { parent: this },
        );
        this.show(name, args.isHidden === true);
        this.registerOutputs({ groupId: this.group.id });
    }

    private show(name: string, isHidden: boolean): void {
        const visibility = isHidden ? "LIMITED" : "GLOBAL";
        new GroupVisibility(`${name}-seen`, { groupId: this.group.id, visibility }, { parent: this });
    }
}
