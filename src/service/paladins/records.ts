import type { Paladin, PaladinContextSource } from "../../api/generated/types.gen.js";
import { zPaladin, zPaladinContextSource } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface PaladinRecords {
    /** Each has a user of the same id: its service user. */
    paladins: Paladin;
    paladinContextSources: PaladinContextSource;
}

export const paladinLayouts: Layouts<PaladinRecords> = {
    paladins: { noun: "Paladin", key: ["paladin_id"], schema: zPaladin },
    paladinContextSources: { noun: "context source", key: ["id", "paladin_id"], schema: zPaladinContextSource },
};
