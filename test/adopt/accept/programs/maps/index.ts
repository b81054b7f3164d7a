import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

const app = pulumi.output(access.getApp({ name: "Tidewater" }));

const groups = ["Red", "Green", "Blue"].map(
    (colour) =>
        new access.Group(colour.toLowerCase(), {
            name: `${colour} shift`,
            description: "A shift",
            appId: app.appId,
            groupType: "SVC_GROUP",
        }),
);

const owners = [
    { name: "Bakers", says: "Bread" },
    { name: "Brewers", says: "Beer" },
];
owners.forEach(({ name, says }) => {
    new access.Owner(name, { name, description: says });
});

export const ids = groups.map(({ id }) => id);
