import * as access from "pulumi-access-governance";

// A source that a Paladin reads before it decides.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const paladin = new access.Paladin("helmsman", { name: "Helmsman", ownerId: administrators.ownerId });
    new access.PaladinContextSource("helmsman-rules", {
        paladinId: paladin.id,
        sourceKind: "DOCUMENT",
        thirdPartyProvider: "NOTION",
        remoteId: "access-rules",
    });
};
