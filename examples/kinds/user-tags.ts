import * as access from "pulumi-access-governance";

// The complete list of tags of a user, by which access rules select members.
export = async () => {
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const tag = new access.Tag("user-watch", { key: "watch", value: "night" });
    new access.UserTags("ada-tags", { userId: ada.userId, tagIds: [tag.id] });
};
