import * as access from "pulumi-access-governance";

// The users of an owner that is looked after elsewhere.
export = async () => {
    const elif = await access.getUser({ email: "elif@tidewater.example" });
    const owner = new access.Owner("customs", { name: "Customs" });
    new access.OwnerUsers("customs-users", { ownerId: owner.id, userIds: [elif.userId] });
};
