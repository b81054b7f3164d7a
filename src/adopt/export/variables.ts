import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A resource declared in the source code of a program. */
export interface DeclarationPlace {
    /** Name of the class. */
    readonly kind: string;
    /** Name of the resource. */
    readonly resource: string;
    /** The variable that other files can import; undefined if there is none. */
    readonly variable?: string;
    /** Path of the file, relative to the folder of the program. */
    readonly file: string;
    /** Line number, starting at 1. */
    readonly line: number;
}

// Matches only at the start of a line, to skip comments.
const DECLARATION =
    /^[ \t]*(?:export const ([\p{ID_Start}$_][\p{ID_Continue}$]*) =\s+)?new (?:\w+\.)?([A-Z]\w*)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gmu;

/** Finds the resources with literal names in the TypeScript files of a folder. */
export function declarationPlaces(folder: string): DeclarationPlace[] {
    return sourcesIn(folder).flatMap(({ file, text }) => placesInText(text, file));
}

/**
 * Returns the TypeScript files of a program, with paths relative to its folder. Excludes files of packages and of other programs in
 * subfolders.
 */
export function sourcesIn(folder: string): { readonly file: string; readonly text: string }[] {
    return filesBelow(folder)
        .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file))
        .sort()
        .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
}

/** Lists the files in a folder and its subfolders. Does not follow links to folders, because workspace links form cycles. */
function filesBelow(folder: string, below = ""): string[] {
    const entries = readdirSync(join(folder, below), { withFileTypes: true });
    if (below !== "" && entries.some(({ name }) => /^Pulumi\.ya?ml$/.test(name))) return [];
    return entries.flatMap((entry) => {
        const path = `${below}${entry.name}`;
        if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(folder, `${path}/`);
        const isFile = entry.isSymbolicLink() ? isFileAt(join(folder, path)) : entry.isFile();
        return isFile ? [path] : [];
    });
}

function isFileAt(path: string): boolean {
    try {
        return statSync(path).isFile();
    } catch {
        // A broken or circular link.
        return false;
    }
}

function placesInText(text: string, file: string): DeclarationPlace[] {
    return [...text.matchAll(DECLARATION)].map((match) => {
        const [, variable, kind = "", quoted = ""] = match;
        const line = text.slice(0, match.index).split("\n").length;
        return { kind, resource: unquoted(quoted), file, line, ...(variable === undefined ? {} : { variable }) };
    });
}

function unquoted(quoted: string): string {
    const inside = quoted.slice(1, -1);
    try {
        return String(
            JSON.parse(quoted.startsWith("'") ? `"${inside.replaceAll("\\'", "'").replaceAll('"', '\\"')}"` : quoted),
        );
    } catch {
        return inside;
    }
}
