import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A resource of a program, as its text declares it. */
export interface Place {
    /** Name of the class. */
    readonly kind: string;
    /** Name of the resource. */
    readonly resource: string;
    /** The variable that other files can take; undefined if there is none. */
    readonly variable?: string;
    /** The file, from the folder of the program. */
    readonly file: string;
    /** The line, the first being 1. */
    readonly line: number;
}

const DECLARATION =
    /(?:export const ([\p{ID_Start}$_][\p{ID_Continue}$]*) = )?new (?:\w+\.)?([A-Z]\w*)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gu;

/** The resources that the TypeScript files of a folder declare under a name that is written out. */
export function placesIn(folder: string): Place[] {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .map((file) => file.replaceAll("\\", "/"))
        .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)node_modules\/|\.d\.ts$/.test(file))
        .sort();
    return files.flatMap((file) => placesInText(readFileSync(join(folder, file), "utf8"), file));
}

function placesInText(text: string, file: string): Place[] {
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
