import * as access from "pulumi-access-governance";

// A tag to find things by.
export = () => {
    new access.Tag("cold", { key: "temperature", value: "cold" });
};
