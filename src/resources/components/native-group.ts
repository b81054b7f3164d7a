import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { id } from "../fields/values.js";
import type { InputOf } from "../program/resource.js";

/** Arguments shared by all components that create a group. */
export interface NativeGroupArgs {
    /** Id of the built-in app of the service, which native groups belong to. */
    readonly appId: pulumi.Input<string>;
    /** @deprecated Omit it: components always create native groups, and both values denote that type. */
    readonly groupType?: InputOf<(typeof SPELLINGS)[number]>;
}

const SPELLINGS = ["SVC_GROUP", "OPAL_GROUP"] as const;

/** Schema of each argument. */
export const nativeGroupRules = {
    appId: id(),
    groupType: z.enum(SPELLINGS).optional(),
} satisfies Record<keyof NativeGroupArgs, z.ZodType>;

/** Returns the arguments that `Group` needs to create a native group. */
export function nativeGroup({ appId, groupType }: NativeGroupArgs) {
    return { appId, ...(groupType === undefined ? {} : { groupType }) };
}
