import type { KindName } from "../naming.js";
import type { Specimen } from "../specimen.js";
import { bundleSpecimens } from "./bundles.js";
import { groupAccess } from "./group-access.js";
import { groupSpecimens } from "./groups.js";
import { integrations } from "./integrations.js";
import { ownerSpecimens } from "./owners.js";
import { people } from "./people.js";
import { resourceAccess } from "./resource-access.js";
import { resourceSpecimens } from "./resources.js";
import { reviewing } from "./reviewing.js";
import { ruleSpecimens } from "./rules.js";
import { tagSpecimens } from "./tags.js";

/**
 * The specimens of all kinds, in the order of the trials. Kinds that others need come first, so that a fault is reported for the kind that
 * causes it.
 */
export const specimens: Readonly<Record<KindName, Specimen>> = {
    ...ownerSpecimens,
    ...groupSpecimens,
    ...resourceSpecimens,
    ...bundleSpecimens,
    ...tagSpecimens,
    ...reviewing,
    ...ruleSpecimens,
    ...integrations,
    ...people,
    ...groupAccess,
    ...resourceAccess,
};
