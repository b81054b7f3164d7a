import type { Effect } from "./effect.js";
import { GOVERNANCE } from "./governance.js";
import { GROUPS } from "./groups.js";
import { PEOPLE } from "./people.js";
import { RESOURCES } from "./resources.js";

/** Effects of declarations on access, by the name of the kind. */
export const EFFECTS: Readonly<Record<string, Effect>> = { ...GROUPS, ...RESOURCES, ...PEOPLE, ...GOVERNANCE };
