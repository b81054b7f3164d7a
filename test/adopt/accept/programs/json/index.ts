import * as access from "pulumi-access-governance";
import teams from "./teams.json";

for (const { key, name, description } of teams) new access.Owner(key, { name, description });
new access.Tag("craft", { key: "craft", value: "iron" });
