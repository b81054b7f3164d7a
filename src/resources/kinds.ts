import type { Kind } from "../provider/shapes/kind.js";
import * as resources from "./index.js";

/** Every kind of the package. */
export const kinds: readonly Kind[] = Object.values(resources).map((resource) => resource.kind);
