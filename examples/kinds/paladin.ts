import * as access from "pulumi-access-governance";

// An automated reviewer.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    new access.Paladin("lookout", { name: "Lookout", ownerId: administrators.ownerId });
};
