import type { OpalScript } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { scripts } from "../sources.js";
import { later, objectLookup, wholeList } from "./lookup.js";

/** A script with its latest source, its properties in camelCase. */
export type ScriptResult = InCamelCase<OpalScript>;

/** By id, or by name; a name that several scripts have must be narrowed by `scriptType`. */
export interface GetScriptArgs {
    /** Id of the script. */
    opalScriptId?: string;
    /** Name of the script. */
    name?: string;
    /** What the script is for. */
    scriptType?: string;
}

/**
 * Finds a script. Operations: GET /opal-scripts/{opal_script_id}, GET /opal-scripts.
 * @throws if not found or ambiguous.
 */
export const getScript = objectLookup<GetScriptArgs, ScriptResult>(scripts, "script", {
    opalScriptId: true,
    name: true,
    scriptType: true,
});

/** All scripts, each with its latest source. Operation: GET /opal-scripts. */
export const getScripts = wholeList("getOpalScripts");

/** As `getScript`, for arguments that may be outputs of other resources. */
export const getScriptOutput = later(getScript);
/** As `getScripts`, as an output. */
export const getScriptsOutput = later(getScripts);
