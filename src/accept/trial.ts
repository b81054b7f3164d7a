import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InterferenceError } from "../errors.js";
import { programOf } from "../provider/metadata.js";
import type { PreviewDocument } from "../report/document.js";
import { historiesOf, nameOf } from "../report/history.js";
import type { FindKind } from "../report/names.js";
import { differences } from "../schema/differences.js";
import {
    type Acceptance,
    type AcceptOptions,
    acceptanceOf,
    type ChangedFile,
    type Item,
    type NotAccepted,
} from "./acceptance.js";

/**
 * Writes the edits that accept what drifted, and keeps those that a preview then confirms: nothing is left to do for what was accepted, and what is
 * left to do elsewhere is as before. Files are put back as they were if the preview fails, or if it shows anything else.
 * @param preview runs a preview of the program as it is on disk
 * @throws InterferenceError if somebody writes the files at the same time; whatever `preview` throws
 */
export async function tried(
    document: PreviewDocument,
    kindOf: FindKind,
    options: AcceptOptions,
    preview: () => Promise<PreviewDocument>,
): Promise<Acceptance> {
    const refused: NotAccepted[] = [];
    for (;;) {
        const { accepted, notAccepted, files } = acceptanceOf(document, kindOf, {
            ...options,
            isWanted: (of, property) =>
                options.isWanted(of, property) &&
                !refused.some((one) => one.urn === of.urn && (one.property ?? "") === property),
        });
        const done = { accepted, notAccepted: [...notAccepted, ...refused], files };
        if (files.length === 0) return done;
        const after = await keptIf(
            files,
            options.folder,
            preview,
            (found) => leftBy(document, found, kindOf, accepted).length === 0,
        );
        const left = leftBy(document, after, kindOf, accepted);
        if (left.length === 0) return done;
        // Whatever else an edit does, it does to the resource that it is about, or nobody can tell which one it was.
        const guilty = accepted.filter(({ urn }) => left.some((one) => one.urn === urn));
        const because = `the preview of the edited program would still do this: ${left.map(wordsOf).join(", ")}`;
        refused.push(...(guilty.length > 0 ? guilty : accepted).map((item) => ({ ...item, because })));
    }
}

/** Something that `pulumi up` would do. */
interface Pending {
    readonly urn: string;
    /** A property, or a step of Pulumi. */
    readonly what: string;
}

/** What a preview would do to its own kinds and to others. */
function pendingIn(document: PreviewDocument, kindOf: FindKind): Pending[] {
    return historiesOf(document).flatMap(({ urn, type, ops, live, next }) => {
        const steps = [...ops].filter((op) => op !== "same" && op !== "refresh");
        const kind = kindOf(type);
        const isUpdate = steps.length === 1 && steps[0] === "update";
        const [is, wanted] =
            kind && live && next ? [live, next].map(({ inputs }) => programOf(kind.name, inputs).given) : [];
        if (!isUpdate || !kind || !is || !wanted) return steps.map((what) => ({ urn, what }));
        const properties = differences(kind.fields, wanted, is).map(({ property }) => property);
        return properties.filter((property) => property in wanted).map((what) => ({ urn, what }));
    });
}

/** What a preview after the edits would do that it should not: what was accepted, and what the one before them would not have done. */
function leftBy(
    before: PreviewDocument,
    after: PreviewDocument,
    kindOf: FindKind,
    accepted: readonly Item[],
): readonly Pending[] {
    const expected = pendingIn(before, kindOf).filter(
        ({ urn, what }) => !accepted.some((one) => one.urn === urn && (one.property ?? "create") === what),
    );
    return pendingIn(after, kindOf).filter(
        ({ urn, what }) => !expected.some((one) => one.urn === urn && one.what === what),
    );
}

function wordsOf({ urn, what }: Pending): string {
    return `${what} of ${nameOf(urn)}`;
}

/** Writes files, looks, and puts them back unless what is found is good. */
async function keptIf<Found>(
    files: readonly ChangedFile[],
    folder: string,
    look: () => Promise<Found>,
    isGood: (found: Found) => boolean,
): Promise<Found> {
    const replace = (from: "before" | "after", to: "before" | "after"): void => {
        for (const file of files)
            if (readFileSync(join(folder, file.path), "utf8") !== file[from])
                throw new InterferenceError(
                    `Somebody else changed ${file.path} meanwhile. Look at it, and run the command again.`,
                );
        for (const file of files) writeFileSync(join(folder, file.path), file[to]);
    };
    let isKept = false;
    // Ctrl-C stops the preview, which shares the terminal, and then the files are put back.
    const wait = (): void => {};
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, wait);
    replace("before", "after");
    try {
        const found = await look();
        isKept = isGood(found);
        return found;
    } finally {
        if (!isKept) replace("after", "before");
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, wait);
    }
}
