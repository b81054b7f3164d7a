import type { Uar } from "../../api/generated/types.gen.js";
import { zUar } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface UarRecords {
    uars: Uar;
}

export const uarLayouts: Layouts<UarRecords> = {
    uars: { noun: "access review", key: ["uar_id"], schema: zUar },
};
