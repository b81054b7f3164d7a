import type { Example } from "./example.js";
import { exposure } from "./exposure.js";
import { people } from "./people.js";
import { requests } from "./requests.js";

/** Examples by the name of the rule. */
export const examples: Readonly<Record<string, Example>> = { ...people, ...requests, ...exposure };
