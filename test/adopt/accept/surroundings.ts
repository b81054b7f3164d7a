import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { diffArrays } from "diff";
import ts from "typescript";

/** Additional lines of a value: an opening line, a closing line, and a line with its name. */
const AROUND_A_VALUE = 3;

/**
 * Returns changes that an edit of values must not make: to the line endings and the end of a file, its comments, the order of its imports, or more
 * lines than the values can fill.
 * @param values the values that were edited, as the program had them; undefined for a declaration that was removed
 */
export function outsideOfValues(before: string, after: string, values: readonly unknown[]): string[] {
    const faults: string[] = [];
    let replaced = 0;
    for (const file of filesIn(before)) {
        const [was, is] = [before, after].map((folder) => readFileSync(join(folder, file), "utf8"));
        if (was === undefined || is === undefined || was === is) continue;
        const removed = diffArrays(was.split("\n"), is.split("\n")).filter((part) => part.removed);
        replaced += removed.reduce((sum, { value }) => sum + value.length, 0);
        if (formOf(was) !== formOf(is)) faults.push(`${file} begins or ends otherwise, or has other line endings`);
        if (file.endsWith(".json") || values.includes(undefined)) continue;
        const comments = commentsIn(file, is);
        for (const comment of commentsIn(file, was))
            if (!comments.includes(comment)) faults.push(`${file} has lost the comment ${comment}`);
        const imports = importsIn(is);
        const kept = importsIn(was).map((one) => imports.indexOf(one));
        if (kept.some((place, index) => place < (kept[index - 1] ?? 0)))
            faults.push(`${file} has its imports in another order`);
    }
    const most = values.reduce((sum: number, value) => sum + linesOf(value) + AROUND_A_VALUE, 0);
    if (!values.includes(undefined) && replaced > most)
        faults.push(`${replaced} lines were replaced, and the values have ${most}`);
    return faults;
}

function filesIn(folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /(\.([cm]?[jt]s|json)|^Pulumi\.yaml)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

/** Byte order mark, line endings, indentation and end. */
function formOf(text: string): string {
    const endings = [text.includes("\r\n"), /(^|[^\r])\n/.test(text)];
    return JSON.stringify([text.startsWith("\ufeff"), endings, /^\t/m.test(text), text.endsWith("\n")]);
}

function commentsIn(file: string, text: string): string[] {
    if (file.endsWith(".yaml")) return text.match(/^ *#.*$/gm) ?? [];
    const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
    const found: string[] = [];
    for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
        if (token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia)
            found.push(scanner.getTokenText());
    return found;
}

function importsIn(text: string): string[] {
    return text.split("\n").flatMap((line) => /^import .* from (["'].*["'])/.exec(line)?.[1] ?? []);
}

function linesOf(value: unknown): number {
    return (JSON.stringify(value, undefined, 1) ?? "").split("\n").length;
}
