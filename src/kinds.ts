import * as resources from "./resources/index.js";
import type { Kind } from "./shapes/kind.js";

/** Every kind of the package. */
export const kinds: readonly Kind[] = Object.values(resources).map((resource) => resource.kind);
