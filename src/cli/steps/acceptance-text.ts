import type { Acceptance, Item, NotAccepted } from "../../accept/acceptance.js";
import { counted } from "../../schema/counts.js";
import { printable } from "../../schema/printable.js";

/** The edits of each file as a unified diff, for terminals. */
export async function diffsOf({ files }: Acceptance): Promise<{ readonly path: string; readonly diff: string }[]> {
    const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
    return files.map(({ path, before, after }) => {
        const options = { context: 2, headerOptions: FILE_HEADERS_ONLY };
        const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
        return { path, diff: diff.split("\n").map(printable).join("\n") };
    });
}

/**
 * What was accepted and what was not, a line each, such as `  Group data: description (teams.ts:4)`.
 * @param isOffered whether the edits wait for somebody to want them written
 */
export function acceptanceText(
    { accepted, notAccepted, files }: Acceptance,
    isWritten: boolean,
    isOffered: boolean,
): string {
    if (accepted.length + notAccepted.length === 0) return "There is nothing to accept.\n";
    const head = isWritten ? "accepted" : "can be accepted";
    const lines = [
        ...(accepted.length > 0 ? [`${head} ${accepted.length}:`, ...accepted.map(lineOf)] : []),
        ...(notAccepted.length > 0 ? [`not accepted ${notAccepted.length}:`, ...notAccepted.map(refusalOf)] : []),
        isWritten
            ? `${counted(files.length, "file")} written, and the preview shows nothing more of what was accepted.`
            : `Nothing was written${isOffered ? ": add --write to write these edits" : ""}.`,
    ];
    return `${lines.map(printable).join("\n")}\n`;
}

function lineOf(item: Item): string {
    return `  ${wordsOf(item)}${item.place === undefined ? "" : ` (${item.place})`}`;
}

function refusalOf({ because, expression, place, ...item }: NotAccepted): string {
    const where = [place, expression].filter((one) => one !== undefined).join(": ");
    return `  ${wordsOf(item)}: ${because}${where === "" ? "" : ` (${where})`}`;
}

function wordsOf({ kind, resource, property }: Item): string {
    return `${kind} ${resource}: ${property ?? "deleted outside, so its declaration is removed"}`;
}
