import * as access from "pulumi-access-governance";

// A reviewer that is a program.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    new access.Paladin("lookout", { name: "Lookout", ownerId: administrators.ownerId });
};
