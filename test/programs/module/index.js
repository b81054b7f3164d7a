import * as access from "pulumi-access-governance";

const app = await access.getApp({ name: "Tidewater" });
const owner = new access.Owner("owner", { name: "Module" });

export const app_id = app.appId;
export const owner_id = owner.id;
