import type { Kind } from "../provider/shapes/kind.js";
import * as resources from "./index.js";

/** All kinds of the package. */
export const kinds: readonly Kind[] = Object.values(resources).map((resource) => resource.kind);
