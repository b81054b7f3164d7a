import * as access from "pulumi-access-governance";

// A resource that no non-human identity has access to.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("payroll", { name: "Payroll", appId: app.appId, resourceType: "CUSTOM" });
    new access.ResourceNonHumanIdentities("payroll-identities", { resourceId: resource.id, nonHumanIdentities: [] });
};
