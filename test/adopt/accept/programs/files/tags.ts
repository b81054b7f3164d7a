import { Tag } from "pulumi-access-governance";

new Tag("material", { key: "material", value: "oak" });
new Tag("phase", {
    key: "phase",
    value: "foundation",
});
