import * as access from "pulumi-access-governance";

// A tag for selecting users, groups and resources.
export = () => {
    new access.Tag("cold", { key: "temperature", value: "cold" });
};
