import * as access from "pulumi-access-governance";

// Gives members of a group access to a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const group = new access.Group("trackers", { name: "Trackers", appId: app.appId });
    const tracker = await access.getResource({ name: "Freight tracker" });
    new access.GroupResource("trackers-tracker", { groupId: group.id, resourceId: tracker.resourceId });
};
