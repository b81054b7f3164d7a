import * as access from "pulumi-access-governance";

type Args = Partial<access.GroupArgs> & { name: string };

export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const defaults: Omit<access.GroupArgs, "name"> = {
        appId: app.appId,
        groupType: "SVC_GROUP",
        description: "One of ours",
        requireMfaToApprove: false,
    };
    const declare = (key: string, args: Args) => new access.Group(key, { ...defaults, ...args });

    declare("north", { name: "North" });
    declare("south", { name: "South", description: "Warmer" });
    declare("east", { name: "East", requireMfaToApprove: true });
};
