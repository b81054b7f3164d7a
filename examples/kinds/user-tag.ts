import * as access from "pulumi-access-governance";

// A tag on a user. Access rules can select users by tag.
export = async () => {
    const hugo = await access.getUser({ email: "hugo@tidewater.example" });
    const tag = new access.Tag("user-audience", { key: "audience", value: "users" });
    new access.UserTag("hugo-audience", { userId: hugo.userId, tagId: tag.id });
};
