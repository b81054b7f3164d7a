import * as access from "pulumi-access-governance";

// Gives a user access to a resource for a day.
export = async () => {
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("charts", { name: "Charts", appId: app.appId, resourceType: "CUSTOM" });
    new access.ResourceUser("charts-dana", { resourceId: resource.id, userId: dana.userId, durationMinutes: 1440 });
};
