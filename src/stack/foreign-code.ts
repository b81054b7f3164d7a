import { hasDownloadUrl } from "../common/pulumi-type.js";
import { hasForeignCode } from "../provider/shapes/kind.js";
import type { DeploymentDocument, StateEntry } from "./deployment.js";

/** An entry of a state that would make Pulumi run or download code that does not come from this package. */
export interface ForeignCode {
    readonly urn: string;
    /** Where the code is: `__provider` has the source text of a dynamic provider, `pluginDownloadURL` the address of a plugin. */
    readonly property: "__provider" | "pluginDownloadURL";
}

/**
 * Finds code in a state. Pulumi runs the text in `__provider` of a dynamic resource whenever it reads, changes or deletes the resource, so
 * whoever can write the state could run code with the token of the next run.
 * @param isAllowed whether a type of the program itself may have its own code, or a provider its own plugin
 */
export function foreignCodeIn(
    { deployment }: DeploymentDocument,
    isAllowed: (type: string) => boolean = () => false,
): ForeignCode[] {
    const pending = (deployment.pending_operations ?? []).map(({ resource }) => resource);
    return [...(deployment.resources ?? []), ...pending].flatMap((entry) => foreignCodeOf(entry, isAllowed));
}

function foreignCodeOf(
    { urn, type, inputs = {}, outputs = {} }: StateEntry,
    isAllowed: (type: string) => boolean,
): ForeignCode[] {
    if (isAllowed(type)) return [];
    const found: ForeignCode[] = [];
    if ([inputs, outputs].some(hasForeignCode)) found.push({ urn, property: "__provider" });
    if (type.startsWith("pulumi:providers:") && [inputs, outputs].some(hasDownloadUrl))
        found.push({ urn, property: "pluginDownloadURL" });
    return found;
}
