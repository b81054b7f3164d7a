import { z } from "zod";
import { idSet } from "../fields/values.js";
import type { InputOf } from "../program/resource.js";
import type { Ids } from "./component.js";

/** One approval stage. */
export interface ApprovalStage {
    /** Owners who approve requests, at least one. */
    readonly ownerIds: Ids;
    /** `AND` (default): every owner must approve. `OR`: one approval is enough. */
    readonly operator?: InputOf<"AND" | "OR">;
}

/** Schema for one to three approval stages. */
export const approvalStages = z
    .array(z.strictObject({ ownerIds: idSet().min(1), operator: z.enum(["AND", "OR"]).optional() }))
    .min(1)
    .max(3);

/** Converts approval stages to the reviewer stages of a request configuration. */
export function approvalReviewerStages(stages: readonly ApprovalStage[]) {
    return stages.map(({ ownerIds, operator = "AND" }) => ({ operator, ownerIds }));
}

/** Request configuration for a group that cannot be requested. */
export const noRequests = { priority: 0, allowRequests: false, autoApproval: false };
