import type { Sorts } from "../edit.js";
import { GROUPS_NARROWER, GROUPS_WIDER } from "./groups.js";
import { HIDDEN_EDITS, STRAYS } from "./hidden.js";
import { LATER_NARROWER, LATER_WIDER } from "./later.js";
import { MEMBERS_NARROWER, MEMBERS_WIDER } from "./members.js";
import { OUTSIDE_NARROWER, OUTSIDE_WIDER } from "./outside.js";
import { OWNERS_NARROWER, OWNERS_WIDER } from "./owners.js";
import { PLAIN } from "./plain.js";
import { HIDDEN_PROPERTIES, PROPERTIES } from "./properties.js";
import { REQUESTS_NARROWER, REQUESTS_WIDER } from "./requests.js";

/** Edits that usually widen access. The service decides whether one does. */
const WIDER: Sorts = {
    ...MEMBERS_WIDER,
    ...GROUPS_WIDER,
    ...REQUESTS_WIDER,
    ...OWNERS_WIDER,
    ...OUTSIDE_WIDER,
    ...LATER_WIDER,
};

/** Edits that usually do not widen access. */
const NARROWER: Sorts = {
    ...PLAIN,
    ...MEMBERS_NARROWER,
    ...GROUPS_NARROWER,
    ...REQUESTS_NARROWER,
    ...OWNERS_NARROWER,
    ...OUTSIDE_NARROWER,
    ...LATER_NARROWER,
};

/** Tables of sorts, each with the number of edits to try with one program. */
export const TABLES: readonly (readonly [sorts: Sorts, edits: number])[] = [
    [WIDER, 5],
    [NARROWER, 5],
    [PROPERTIES, 7],
    [STRAYS, 1],
    [HIDDEN_PROPERTIES, 2],
    [HIDDEN_EDITS, 3],
];

/** Every sort by name. */
export const SORTS: Sorts = Object.assign({}, ...TABLES.map(([sorts]) => sorts));
