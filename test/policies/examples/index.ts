import type { Example } from "./example.js";
import { exposure } from "./exposure.js";
import { people } from "./people.js";
import { requests } from "./requests.js";

/** All examples, by the name of their rule. */
export const examples: Readonly<Record<string, Example>> = { ...people, ...requests, ...exposure };
