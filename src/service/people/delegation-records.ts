import type { Delegation } from "../../api/generated/types.gen.js";
import { zDelegation } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface DelegationRecords {
    delegations: Delegation;
}

export const delegationLayouts: Layouts<DelegationRecords> = {
    delegations: {
        noun: "delegation",
        key: ["id"],
        schema: zDelegation,
    },
};
