import type { PolicyRule } from "../rule.js";
import { approval } from "./approval.js";
import { breadth } from "./breadth.js";
import { breakGlass } from "./break-glass.js";
import { duration } from "./duration.js";
import { events } from "./events.js";
import { mfa } from "./mfa.js";
import { ownership } from "./ownership.js";
import { review } from "./review.js";
import { vendors } from "./vendors.js";
import { visibility } from "./visibility.js";

/** Every rule, in the order of the docs. */
export const rules: readonly PolicyRule[] = [
    ...ownership,
    ...review,
    ...approval,
    ...duration,
    ...vendors,
    ...mfa,
    ...visibility,
    ...breakGlass,
    ...events,
    ...breadth,
];
