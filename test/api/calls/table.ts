import type { OperationName, Params } from "../../../src/api/index.js";
import type { World } from "../world.js";

/** Valid parameters of each operation, for a world in which its call must succeed. */
export type Calls = { readonly [Name in OperationName]?: (world: World) => Params<Name> | Promise<Params<Name>> };
