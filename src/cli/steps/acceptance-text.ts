import type { Acceptance, DriftItem, NotAccepted } from "../../adopt/accept/acceptance.js";
import { counted } from "../../common/counts.js";
import { type Markdown, markdown } from "../../common/markdown.js";
import { type Phrase, plain, prose } from "../../common/phrase.js";
import { printable } from "../../common/printable.js";

/** Returns the edits of each file as a unified diff, for terminals. */
export async function diffsOf({ files }: Acceptance): Promise<{ readonly path: string; readonly diff: string }[]> {
    const { createTwoFilesPatch, FILE_HEADERS_ONLY } = await import("diff");
    return files.map(({ path, before, after }) => {
        const options = { context: 2, headerOptions: FILE_HEADERS_ONLY };
        const diff = createTwoFilesPatch(path, path, before, after, undefined, undefined, options);
        return { path, diff: diff.split("\n").map(printable).join("\n") };
    });
}

/**
 * Lists accepted and refused changes, one line each, such as `  Group data: description (teams.ts:4)`.
 * @param isOffered whether the edits can still be written
 */
export function acceptanceText(
    { accepted, notAccepted, files }: Acceptance,
    isWritten: boolean,
    isOffered: boolean,
): string {
    if (accepted.length + notAccepted.length === 0) return "Nothing to accept.\n";
    const head = isWritten ? "accepted" : "can be accepted";
    const lines = [
        ...(accepted.length > 0 ? [`${head} (${accepted.length}):`, ...accepted.map(itemLine)] : []),
        ...(notAccepted.length > 0 ? [`not accepted (${notAccepted.length}):`, ...notAccepted.map(refusalOf)] : []),
        isWritten
            ? `${counted(files.length, "file")} written. The preview no longer shows the accepted drift.`
            : `Nothing was written${isOffered ? ": add --write to write these edits" : ""}.`,
    ];
    return `${lines.map(printable).join("\n")}\n`;
}

/** Follows a property that the edits remove. */
const RELEASED = ", without a value on the service, so it is no longer declared";

/** Maximum number of items per list. */
const MOST_SHOWN = 50;

/**
 * Describes the acceptance in Markdown, for a pull request with the edits.
 * @param changers authors of the last changes, by URN
 */
export function acceptanceMarkdown(
    { accepted, notAccepted }: Acceptance,
    changers: ReadonlyMap<string, string>,
): string {
    const listed = (title: Phrase, hint: Phrase, lines: readonly Phrase[]): Markdown[] => {
        if (lines.length === 0) return [];
        const more = lines.length - MOST_SHOWN;
        const shown = lines.slice(0, MOST_SHOWN).map((line) => markdown`\n- ${line}`);
        return [markdown`#### ${title}\n\n${hint}\n${shown}${more > 0 ? markdown`\n- and ${more} more` : ""}\n\n`];
    };
    const said = (item: DriftItem): Phrase =>
        prose`${plain(item.kind)} ${item.resource}: ${plain(item.property ?? "deleted, so its declaration is removed")}${item.isReleased ? RELEASED : ""}`;
    const at = (place: string | undefined): Phrase => (place === undefined ? prose`` : prose`, in ${place}`);
    const by = ({ urn }: DriftItem): Phrase => {
        const changer = changers.get(urn);
        return changer === undefined ? prose`` : prose`, last changed by ${changer}`;
    };
    const parts = [
        listed(
            prose`Accepted`,
            prose`The edits declare what was changed outside this repository. To reject one of them, revert its edit on this branch.`,
            accepted.map((item) => prose`${said(item)}${by(item)}${at(item.place)}`),
        ),
        listed(
            prose`Not accepted`,
            prose`The next deployment reverts these changes. To revert everything now, run the deployment without merging.`,
            notAccepted.map(
                (item) =>
                    prose`${said(item)}${by(item)}: ${plain(item.because)}${at(item.place)}${item.expression === undefined ? prose`` : prose`: ${item.expression}`}`,
            ),
        ),
    ];
    return markdown`${parts.flat()}`.toString();
}

function itemLine(item: DriftItem): string {
    return `  ${itemWords(item)}${item.place === undefined ? "" : ` (${item.place})`}`;
}

function refusalOf({ because, expression, place, ...item }: NotAccepted): string {
    const where = [place, expression].filter((one) => one !== undefined).join(": ");
    return `  ${itemWords(item)}: ${because}${where === "" ? "" : ` (${where})`}`;
}

function itemWords({ kind, resource, property, isReleased }: DriftItem): string {
    const released = isReleased ? RELEASED : "";
    return `${kind} ${resource}: ${property ?? "deleted outside, so its declaration is removed"}${released}`;
}
