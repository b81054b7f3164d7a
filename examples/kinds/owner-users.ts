import * as access from "pulumi-access-governance";

// The users of an owner. The owner is declared here only to make the example complete.
export = async () => {
    const elif = await access.getUser({ email: "elif@tidewater.example" });
    const owner = new access.Owner("customs", { name: "Customs" });
    new access.OwnerUsers("customs-users", { ownerId: owner.id, userIds: [elif.userId] });
};
