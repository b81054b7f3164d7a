import type { OpalScript } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { scriptSource } from "../sources.js";
import { lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** A script and its latest source code, with its properties in camelCase. */
export type ScriptResult = InCamelCase<OpalScript>;

/** Specify the id or the name. If several scripts have that name, also specify `scriptType`. */
export interface GetScriptArgs {
    /** Id of the script. */
    opalScriptId?: string;
    /** Name of the script. */
    name?: string;
    /** Type of the script, such as `REQUEST_REVIEW`. */
    scriptType?: string;
}

/**
 * Finds a script. Operations: GET /opal-scripts/{opal_script_id}, GET /opal-scripts.
 * @throws unless exactly one script matches.
 */
export const getScript = objectLookup<GetScriptArgs, ScriptResult>(scriptSource, "script", ["name", "scriptType"]);

/** Lists all scripts, each with its latest source code. Operation: GET /opal-scripts. */
export const getScripts = wholeList("getOpalScripts");

/** Like `getScript`, but accepts outputs of other resources as arguments. */
export const getScriptOutput = lookupOutput(getScript);
/** Like `getScripts`, but returns an output. */
export const getScriptsOutput = lookupOutput(getScripts);
