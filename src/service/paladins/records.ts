import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

export const paladinLayouts = {
    /** Each has a user of the same id: its service user. */
    paladins: records("Paladin", ["paladin_id"], schemas.zPaladin()),
    paladinContextSources: records("context source", ["id", "paladin_id"], schemas.zPaladinContextSource()),
};
