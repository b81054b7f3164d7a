import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
import { Crew } from "./crew";

const app = pulumi.output(access.getApp({ name: "Tidewater" }));

export const deck = new Crew("deck", { appId: app.appId, title: "Deck", purpose: "Ropes and sails" });
export const engine = new Crew("engine", {
    appId: app.appId,
    title: "Engine room",
    purpose: "Oil and steam",
    isHidden: true,
});
