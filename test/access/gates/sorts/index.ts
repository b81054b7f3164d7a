import type { Sorts } from "../edit.js";
import { GROUPS_NARROWER, GROUPS_WIDER } from "./groups.js";
import { MEMBERS_NARROWER, MEMBERS_WIDER } from "./members.js";
import { OUTSIDE_NARROWER, OUTSIDE_WIDER } from "./outside.js";
import { OWNERS_NARROWER, OWNERS_WIDER } from "./owners.js";
import { PLAIN } from "./plain.js";
import { REQUESTS_NARROWER, REQUESTS_WIDER } from "./requests.js";

/** Edits that mostly give somebody something. Whether one does, the service says. */
export const WIDER: Sorts = {
    ...MEMBERS_WIDER,
    ...GROUPS_WIDER,
    ...REQUESTS_WIDER,
    ...OWNERS_WIDER,
    ...OUTSIDE_WIDER,
};

/** Edits that mostly give nobody anything. */
export const NARROWER: Sorts = {
    ...PLAIN,
    ...MEMBERS_NARROWER,
    ...GROUPS_NARROWER,
    ...REQUESTS_NARROWER,
    ...OWNERS_NARROWER,
    ...OUTSIDE_NARROWER,
};
