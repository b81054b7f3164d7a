import { z } from "zod";
import { idSet } from "../fields/values.js";
import type { Given } from "../program/resource.js";
import type { Ids } from "./component.js";

/** One stage of approval. */
export interface ApprovalStage {
    /** Owners who approve, one or more. */
    readonly ownerIds: Ids;
    /** `AND`, the default: each of the owners must approve. `OR`: any one of them. */
    readonly operator?: Given<"AND" | "OR">;
}

/** The schema of the stages: one to three. */
export const approvalStages = z
    .array(z.strictObject({ ownerIds: idSet().min(1), operator: z.enum(["AND", "OR"]).optional() }))
    .min(1)
    .max(3);

/** Converts approval stages to the reviewer stages of a request configuration. */
export function reviewerStages(stages: readonly ApprovalStage[]) {
    return stages.map(({ ownerIds, operator = "AND" }) => ({ operator, ownerIds }));
}

/** The request configuration of a group that cannot be requested. */
export const noRequests = { priority: 0, allowRequests: false, autoApproval: false };
