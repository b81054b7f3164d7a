import type { Effect } from "./effect.js";
import { GOVERNANCE } from "./governance.js";
import { GROUPS } from "./groups.js";
import { PEOPLE } from "./people.js";
import { RESOURCES } from "./resources.js";

/** What the declarations of a kind do to access, by its name. */
export const EFFECTS: Readonly<Record<string, Effect>> = { ...GROUPS, ...RESOURCES, ...PEOPLE, ...GOVERNANCE };
