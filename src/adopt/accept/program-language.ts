import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { isObject } from "../../common/properties.js";

/** Name of Pulumi's runtime, such as `nodejs`, `yaml` or `python`. */
export type ProgramLanguage = string;

/** What the project file says about the program in its folder. */
export interface ProjectRuntime {
    readonly language: ProgramLanguage;
    /** Folder of the program's files, relative to that of the project file. */
    readonly main: string;
    /** Command that generates a YAML program. */
    readonly compiler?: string;
}

/** Reads the runtime from the project file in a folder. Without a readable one, the language is that of this package. */
export function projectRuntime(folder: string): ProjectRuntime {
    const { runtime, main } = projectIn(folder);
    const { name = runtime, options } = isObject(runtime) ? runtime : {};
    const compiler = isObject(options) ? options.compiler : undefined;
    return {
        language: typeof name === "string" ? name : "nodejs",
        main: typeof main === "string" ? main : ".",
        ...(typeof compiler === "string" && { compiler }),
    };
}

function projectIn(folder: string): Readonly<Record<string, unknown>> {
    for (const name of ["Pulumi.yaml", "Pulumi.yml"])
        try {
            const project: unknown = parse(readFileSync(join(folder, name), "utf8"));
            return isObject(project) ? project : {};
        } catch {
            // Pulumi itself reports a project file that is missing or not valid.
        }
    return {};
}
