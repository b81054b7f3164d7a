import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../common/errors.js";

/** Returns the path of the project file in a folder; undefined if there is none. */
export function projectFile(folder: string): string | undefined {
    return ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find((one) => existsSync(one));
}

/** @throws UsageError if a folder does not contain a project file */
export function expectProject(folder: string): void {
    if (projectFile(folder) === undefined)
        throw new UsageError(`No Pulumi.yaml in ${folder}. Set --cwd to the folder of the program.`);
}
