import * as pulumi from "@pulumi/pulumi";
import { componentType } from "../../common/pulumi-type.js";
import type { AccessComponent } from "./component.js";
import * as exported from "./index.js";

/** Constructor of a component, as the plugin calls it. The component validates its arguments at run time. */
export type ComponentClass = new (
    name: string,
    args: never,
    options?: pulumi.ComponentResourceOptions,
) => AccessComponent<string>;

/** All components of the package, by Pulumi type. */
export const componentClasses: ReadonlyMap<string, ComponentClass> = new Map(
    Object.entries(exported)
        .filter((entry): entry is [string, (typeof entry)[1] & ComponentClass] =>
            Object.prototype.isPrototypeOf.call(pulumi.ComponentResource, entry[1]),
        )
        .map(([name, one]) => [componentType(name), one]),
);
