import * as access from "pulumi-access-governance";

// Dana reviews in place of Chiyo, who is away.
export = async () => {
    const chiyo = await access.getUser({ email: "chiyo@tidewater.example" });
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    new access.Delegation("summer-leave", {
        delegatorUserId: chiyo.userId,
        delegateUserId: dana.userId,
        startTime: "2099-07-01T00:00:00Z",
        endTime: "2099-07-15T00:00:00Z",
        reason: "On leave",
    });
};
