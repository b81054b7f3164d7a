import * as access from "pulumi-access-governance";

// The token of a Paladin, replaced every quarter. Pass the secret on to the program that uses it, such as the CI.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const paladin = new access.Paladin("night-watch", { name: "Night watch", ownerId: administrators.ownerId });
    const token = new access.ServiceUserToken("watch", {
        userId: paladin.id,
        tokenLabel: "watch",
        accessLevel: "READ_ONLY",
        rotateEveryDays: 90,
    });
    return { secret: token.signedToken };
};
