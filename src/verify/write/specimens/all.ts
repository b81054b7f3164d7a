import type { KindName } from "../kind-name.js";
import type { Specimen } from "../specimen.js";
import { bundles } from "./bundles.js";
import { groupAccess } from "./group-access.js";
import { groups } from "./groups.js";
import { integrations } from "./integrations.js";
import { owners } from "./owners.js";
import { people } from "./people.js";
import { resourceAccess } from "./resource-access.js";
import { resources } from "./resources.js";
import { reviewing } from "./reviewing.js";
import { rules } from "./rules.js";
import { tags } from "./tags.js";

/**
 * The specimens of all kinds, in the order of the trials. Kinds that others need come first, so that a fault is reported for the kind that
 * causes it.
 */
export const specimens: Readonly<Record<KindName, Specimen>> = {
    ...owners,
    ...groups,
    ...resources,
    ...bundles,
    ...tags,
    ...reviewing,
    ...rules,
    ...integrations,
    ...people,
    ...groupAccess,
    ...resourceAccess,
};
