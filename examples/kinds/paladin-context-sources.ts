import * as access from "pulumi-access-governance";

// All sources that a Paladin reads before it decides.
export = async () => {
    const administrators = await access.getOwner({ name: "Administrators" });
    const paladin = new access.Paladin("navigator", { name: "Navigator", ownerId: administrators.ownerId });
    new access.PaladinContextSources("navigator-sources", {
        paladinId: paladin.id,
        contextSources: [{ sourceKind: "DOCUMENT", thirdPartyProvider: "NOTION", remoteId: "access-rules" }],
    });
};
