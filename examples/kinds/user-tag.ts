import * as access from "pulumi-access-governance";

// A user with a tag, on which rules can go.
export = async () => {
    const hugo = await access.getUser({ email: "hugo@tidewater.example" });
    const tag = new access.Tag("user-audience", { key: "audience", value: "users" });
    new access.UserTag("hugo-audience", { userId: hugo.userId, tagId: tag.id });
};
