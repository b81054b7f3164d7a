import type { OperationName, Params } from "../../../src/api/index.js";
import type { World } from "../world.js";

/** Valid parameters of operations, in a world in which their call must succeed. */
export type Calls = { readonly [Name in OperationName]?: (world: World) => Params<Name> | Promise<Params<Name>> };
