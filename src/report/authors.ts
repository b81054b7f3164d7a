import { minuteText } from "../live/last-change.js";
import { stateOf } from "../provider/metadata.js";
import { type Author, type Authors, authorPhrase } from "../provider/run/authors.js";
import { plain, prose } from "../schema/phrase.js";
import type { History } from "./history.js";
import { type FindKind, shortened } from "./names.js";
import type { Entry, Outside } from "./sections.js";

/** Of so many objects it is asked who changed them: each costs a call, and nobody reads more. */
const MOST_ASKED = 50;

/** So many are asked at once, as soon as one answer has come. */
const AT_ONCE = 8;

/**
 * What somebody did outside, by URN, with who did it and when as far as the audit events tell: of the first of these entries, in their
 * order.
 */
export async function authorsOf(
    entries: readonly Entry[],
    histories: readonly History[],
    kindOf: FindKind,
    authors: Authors,
): Promise<ReadonlyMap<string, Outside>> {
    const byUrn = new Map(histories.map((history) => [history.urn, history]));
    const told = new Map<string, Outside>();
    const ask = async ({ urn, type, id, outside }: Entry): Promise<void> => {
        const kind = kindOf(type);
        if (!kind || id === undefined || !outside) return;
        const { createdBy } = stateOf(kind.name, byUrn.get(urn)?.before?.outputs ?? {});
        const isDeleted = outside.does === "deleted";
        const author = await authors.of({ kind, id, isDeleted, createdBy });
        if (author) told.set(urn, withAuthor(outside, author));
    };
    const [first, ...others] = entries.filter(({ id, outside }) => id && outside).slice(0, MOST_ASKED);
    // If nobody may read the events, one answer tells.
    if (first) await ask(first);
    const queue = others.values();
    const work = async (): Promise<void> => {
        for (const entry of queue) await ask(entry);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return told;
}

function withAuthor(outside: Outside, author: Author): Outside {
    const { by, at, isKnown } = author;
    const who = prose`"${shortened(by)}" at ${plain(minuteText(at))}`;
    const words = authorPhrase(author, outside.does === "deleted", who);
    return { ...outside, ...(isKnown && { by, at: new Date(at).toISOString() }), words };
}
