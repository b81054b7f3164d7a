import * as access from "pulumi-access-governance";
import { people } from "./lookups";

export const admins = new access.Owner("admins", {
    name: "Building site",
    userIds: [people.dana.userId, people.elif.userId],
});
