import { join, resolve, sep } from "node:path";
import type { PreviewedState } from "../../../review/report/document.js";
import type { Position } from "./program-files.js";

const PACKAGE = join(__dirname, "../../..");

/**
 * Returns the positions of the calls that registered a resource, innermost first.
 * @param folder folder of the program's Pulumi.yaml
 */
export function positionsOf({ sourcePosition, stackTrace }: PreviewedState, folder: string): Position[] {
    const all = [...(stackTrace ?? []).map((frame) => frame.sourcePosition), sourcePosition];
    return all.flatMap((text) => (text === undefined ? [] : (positionIn(text, folder) ?? [])));
}

function positionIn(text: string, folder: string): Position | undefined {
    const match = /^project:\/\/\/(.+)#(\d+)(?:,(\d+))?$/.exec(text);
    if (!match) return undefined;
    const [, path = "", line, column = "1"] = match;
    const file = resolve(folder, path.split("/").map(decodeURIComponent).join("/"));
    // Excludes calls in packages, including this package if it is linked instead of installed.
    const isOfPackage = /[\\/]node_modules[\\/]/.test(file) || file.startsWith(PACKAGE + sep);
    return isOfPackage ? undefined : { file, line: Number(line), column: Number(column) };
}
