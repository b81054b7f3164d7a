import { resolve } from "node:path";
import type { ResourceState } from "../report/document.js";
import type { Position } from "./program-files.js";

/** Where the program registered a resource: the calls that led there, the innermost first. @param folder that of its Pulumi.yaml */
export function positionsOf({ sourcePosition, stackTrace }: ResourceState, folder: string): Position[] {
    const all = [...(stackTrace ?? []).map((frame) => frame.sourcePosition), sourcePosition];
    return all.flatMap((text) => (text === undefined ? [] : (positionIn(text, folder) ?? [])));
}

function positionIn(text: string, folder: string): Position | undefined {
    const match = /^project:\/\/\/(.+)#(\d+)(?:,(\d+))?$/.exec(text);
    if (!match) return undefined;
    const [, path = "", line, column = "1"] = match;
    const file = resolve(folder, path.split("/").map(decodeURIComponent).join("/"));
    // Those of packages are not the program's own.
    return /[\\/]node_modules[\\/]/.test(file) ? undefined : { file, line: Number(line), column: Number(column) };
}
