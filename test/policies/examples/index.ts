import type { Example } from "./example.js";
import { exposure } from "./exposure.js";
import { people } from "./people.js";
import { requests } from "./requests.js";

/** The examples of every rule, by its name. */
export const examples: Readonly<Record<string, Example>> = { ...people, ...requests, ...exposure };
