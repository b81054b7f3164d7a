import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";

export const app = pulumi.output(access.getApp({ name: "Tidewater" }));
export const people = {
    dana: pulumi.output(access.getUser({ email: "dana@tidewater.example" })),
    elif: pulumi.output(access.getUser({ email: "elif@tidewater.example" })),
};
