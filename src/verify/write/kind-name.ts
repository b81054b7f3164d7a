import type * as resources from "../../resources/index.js";

/** Name of a kind of this package. */
export type KindName = keyof typeof resources;
