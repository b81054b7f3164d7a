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

// Only at the beginning of a line: what stands in a comment declares nothing.
const DECLARATION =
    /^[ \t]*(?:export const ([\p{ID_Start}$_][\p{ID_Continue}$]*) =\s+)?new (?:\w+\.)?([A-Z]\w*)\(\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/gmu;

/** The resources that the TypeScript files of a folder declare under a name that is written out. */
export function placesIn(folder: string): Place[] {
    return sourcesIn(folder).flatMap(({ file, text }) => placesInText(text, file));
}

/** The TypeScript files of a program, by their paths from its folder; those of packages, and of other programs below it, are not its own. */
export function sourcesIn(folder: string): { readonly file: string; readonly text: string }[] {
    const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"));
    const own = all.filter((file) => !/(^|\/)node_modules\//.test(file));
    const others = own.flatMap((file) => /^(.+\/)Pulumi\.ya?ml$/.exec(file)?.[1] ?? []);
    return own
        .filter((file) => /\.tsx?$/.test(file) && !/\.d\.ts$/.test(file) && !others.some((one) => file.startsWith(one)))
        .sort()
        .map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));
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
