import * as access from "pulumi-access-governance";

// Gives a non-human identity access to a resource.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const resource = new access.Resource("manifests", { name: "Manifests", appId: app.appId, resourceType: "CUSTOM" });
    const importer = new access.Resource("importer", {
        name: "Importer",
        appId: app.appId,
        resourceType: "AWS_IAM_ROLE",
        remoteInfo: { awsIamRole: { arn: "arn:aws:iam::123456789012:role/importer" } },
    });
    new access.ResourceNonHumanIdentity("manifests-importer", {
        resourceId: resource.id,
        nonHumanIdentityId: importer.id,
        durationMinutes: 0,
    });
};
