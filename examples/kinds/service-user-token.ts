import * as access from "pulumi-access-governance";

// The token of a Paladin, replaced every quarter. Pass the secret on to the program that uses it, such as the CI.
export = async () => {
    const paladin = await access.getPaladin({ name: "Night watch" });
    const token = new access.ServiceUserToken("watch", {
        userId: paladin.paladinId,
        tokenLabel: "watch",
        accessLevel: "READ_ONLY",
        rotateEveryDays: 90,
    });
    return { secret: token.signedToken };
};
