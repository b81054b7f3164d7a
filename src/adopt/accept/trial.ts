import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { InterferenceError } from "../../common/errors.js";
import { differences } from "../../kernel.js";
import type { PreviewDocument } from "../../review/report/document.js";
import { changedFieldsIn, givenIn, historiesOf, programName } from "../../review/report/history.js";
import type { FindKind } from "../../review/report/names.js";
import {
    type Acceptance,
    type AcceptOptions,
    acceptanceOf,
    type DriftItem,
    isAmong,
    itemKey,
    type NotAccepted,
} from "./acceptance.js";
import { liveValues } from "./drift.js";
import { FailedPreviewError } from "./preview-run.js";
import type { ChangedFile } from "./program-editor.js";

/** Runs a preview of the program as it is on disk. @throws FailedPreviewError */
export type Preview = () => Promise<PreviewDocument>;

/**
 * Writes the edits that accept drift and runs a preview. Keeps the edits if the preview no longer shows the accepted drift or any new
 * change. Otherwise, refuses the items that cause the difference, and restores the files.
 * @throws InterferenceError if another process writes the files at the same time
 */
export async function tried(
    document: PreviewDocument,
    kindOf: FindKind,
    options: AcceptOptions,
    preview: Preview,
): Promise<Acceptance> {
    const refused: NotAccepted[] = [];
    const accepting = (isAsked: AcceptOptions["isWanted"]): Acceptance =>
        acceptanceOf(document, kindOf, {
            ...options,
            isWanted: (of, property) => options.isWanted(of, property) && isAsked(of, property),
        });
    /** Returns the unwanted changes after an acceptance. If there are none and `mayStay` is true, the edits stay. */
    const objection = ({ accepted, files }: Acceptance, mayStay: boolean): Promise<readonly Pending[] | string> =>
        keptIf(files, options.folder, async () => {
            const left = await leftBy(document, accepted, kindOf, preview);
            return { isGood: mayStay && left.length === 0, value: left };
        });
    for (;;) {
        const isRefused = isAmong(refused);
        const all = accepting((of, property) => !isRefused(of, property));
        const done = { ...all, notAccepted: [...all.notAccepted, ...refused] };
        const left = all.files.length === 0 ? [] : await objection(all, true);
        if (left.length === 0) return done;
        const guilty = all.accepted.filter(
            ({ urn }) => typeof left !== "string" && left.some((one) => one.urn === urn),
        );
        if (guilty.length > 0) {
            refused.push(...guilty.map((item) => ({ ...item, because: becauseOf(left) })));
            continue;
        }
        // The item that causes the difference is unknown, so items are tried one at a time.
        const chosen: DriftItem[] = [];
        for (const item of all.accepted) {
            const still = await objection(accepting(isAmong([...chosen, item])), false);
            if (still.length > 0) refused.push({ ...item, because: becauseOf(still) });
            else chosen.push(item);
        }
    }
}

/** A change that `pulumi up` would make. */
interface Pending {
    readonly urn: string;
    /** Name of a changed property, or a Pulumi operation such as `create`. */
    readonly what: string;
}

/** Returns the pending changes of a preview, including resources of other packages. */
function pendingIn(document: PreviewDocument, kindOf: FindKind): Pending[] {
    return historiesOf(document).flatMap((history) => {
        const { urn, type, ops, before, live, next } = history;
        const steps = [...ops].filter((op) => op !== "same" && op !== "refresh");
        const kind = kindOf(type);
        const isUpdate = steps.length === 1 && steps[0] === "update";
        const is = kind && live && liveValues(before ?? live, live, kind);
        const wanted = next && givenIn(next);
        if (!isUpdate || !kind || !is || !wanted) return steps.map((what) => ({ urn, what }));
        const properties = differences(kind.fields, wanted, is).map(({ property }) => property);
        const changed = properties.filter((property) => property in wanted);
        // The update only records fields that this version does not know.
        if (changed.length === 0 && changedFieldsIn(history).length > 0) return [];
        return (changed.length > 0 ? changed : steps).map((what) => ({ urn, what }));
    });
}

/**
 * Returns unwanted changes in a preview of the edited program: accepted drift that it still shows, and changes that the earlier preview did
 * not show. Returns the reason as a string if the preview fails.
 */
async function leftBy(
    before: PreviewDocument,
    accepted: readonly DriftItem[],
    kindOf: FindKind,
    preview: Preview,
): Promise<readonly Pending[] | string> {
    const done = new Set(accepted.map(itemKey));
    const expected = pendingIn(before, kindOf).filter(
        ({ urn, what }) => !done.has(itemKey({ urn, property: what === "create" ? "" : what })),
    );
    try {
        return pendingIn(await preview(), kindOf).filter(
            ({ urn, what }) => !expected.some((one) => one.urn === urn && one.what === what),
        );
    } catch (error) {
        if (error instanceof FailedPreviewError) return error.reason;
        throw error;
    }
}

function becauseOf(left: readonly Pending[] | string): string {
    if (typeof left === "string") return `the preview of the edited program failed: ${left}`;
    const what = left.map(({ urn, what }) => `${what} of ${programName(urn)}`);
    return `the preview of the edited program still shows these changes: ${what.join(", ")}`;
}

/** Writes files and checks them. Restores them if the check fails, or on Ctrl-C. */
async function keptIf<Value>(
    files: readonly ChangedFile[],
    folder: string,
    look: () => Promise<{ readonly isGood: boolean; readonly value: Value }>,
): Promise<Value> {
    const replace = (from: "before" | "after", to: "before" | "after"): void => {
        for (const file of files)
            if (readFileSync(join(folder, file.path), "utf8") !== file[from])
                throw new InterferenceError(
                    `Another process changed ${file.path} during the run. Check the file, then run the command again.`,
                );
        for (const file of files) writeFileSync(join(folder, file.path), file[to]);
    };
    const signals = ["SIGINT", "SIGTERM"] as const;
    let [isKept, isInterrupted] = [false, false];
    const interrupt = (): void => {
        isInterrupted = true;
    };
    for (const signal of signals) process.on(signal, interrupt);
    replace("before", "after");
    try {
        const { isGood, value } = await look();
        if (isInterrupted) throw new InterferenceError("Interrupted. The files were restored.");
        isKept = isGood;
        return value;
    } finally {
        if (!isKept) replace("after", "before");
        for (const signal of signals) process.off(signal, interrupt);
    }
}
