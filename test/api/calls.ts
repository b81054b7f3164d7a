import type { OperationName } from "../../src/api/index.js";
import type { Parts } from "../../src/api/parameters.js";
import { bundles } from "./calls/bundles.js";
import { campaigns } from "./calls/campaigns.js";
import { channels } from "./calls/channels.js";
import { groups } from "./calls/groups.js";
import { membership } from "./calls/membership.js";
import { organization } from "./calls/organization.js";
import { paladins } from "./calls/paladins.js";
import { people } from "./calls/people.js";
import { requests } from "./calls/requests.js";
import { resources } from "./calls/resources.js";
import { scripts } from "./calls/scripts.js";
import type { Calls } from "./calls/table.js";
import { tags } from "./calls/tags.js";
import type { World } from "./world.js";

/** A valid call of each operation, with all of its parameters except cursors. */
export const calls = {
    ...bundles,
    ...campaigns,
    ...channels,
    ...groups,
    ...membership,
    ...organization,
    ...paladins,
    ...people,
    ...requests,
    ...resources,
    ...scripts,
    ...tags,
} satisfies Calls;

/** Creates the objects that a valid call of the operation needs. Returns its parameters. */
export async function partsFor(name: OperationName, world: World): Promise<Parts> {
    const call = Object.entries(calls).find(([operation]) => operation === name)?.[1];
    if (!call) throw new Error(`The table has no call of ${name}.`);
    return call(world);
}
