import * as access from "pulumi-access-governance";

// The complete list of users with direct access to a resource: nobody else gets in unseen.
export = async () => {
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("chart-vault", {
        name: "Chart vault",
        appId: app.appId,
        resourceType: "CUSTOM",
    });
    new access.ResourceUsers("chart-vault-users", { resourceId: resource.id, users: [{ userId: dana.userId }] });
};
