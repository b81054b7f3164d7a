import * as access from "pulumi-access-governance";

// The complete list of groups whose members are also members of a group.
export = async () => {
    const app = await access.getApp({ name: "Tidewater" });
    const deck = new access.Group("deckhands", { name: "Deckhands", appId: app.appId });
    const crew = new access.Group("deck-crew", { name: "Deck crew", appId: app.appId });
    new access.NestedGroups("deck-crew-groups", { containingGroupId: crew.id, nestedGroups: [{ groupId: deck.id }] });
};
