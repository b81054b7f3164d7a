import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "../errors.js";
import type { PreviewDocument } from "../report/document.js";
import type { FindKind } from "../report/names.js";
import { grouped } from "../schema/grouping.js";
import { printable } from "../schema/printable.js";
import { type Acceptance, type AcceptOptions, acceptanceOf, type ChangedFile, type Item } from "./acceptance.js";

/** What one person changed, as edits of the program. */
interface Part {
    /** Email; undefined if nobody knows who it was. */
    readonly person: string | undefined;
    readonly items: readonly Item[];
    /** With the edits of those before it. */
    readonly files: readonly ChangedFile[];
}

/**
 * Refuses to commit where git would take other changes along. @throws UsageError if the folder is in no repository, or if a file of the program has
 * changes that are not committed
 */
export async function expectCommittable(folder: string, paths: readonly string[]): Promise<void> {
    const changed = await git(folder, "status", "--porcelain", "--", ...paths);
    if (changed === "") return;
    // Two letters say what is changed about a file.
    const files = changed.split("\n").map((line) => line.slice(3));
    throw new UsageError(
        `There are changes that are not committed in ${files.join(", ")}. Commit or stash them first.`,
    );
}

/**
 * Commits written edits, a commit for each person who made the changes, in the order of the preview. @returns the people, undefined for what
 * nobody is known to have changed
 */
export async function commit(
    document: PreviewDocument,
    kindOf: FindKind,
    options: AcceptOptions,
    { accepted, files }: Acceptance,
    changers: ReadonlyMap<string, string>,
): Promise<readonly (string | undefined)[]> {
    const { folder } = options;
    // Edits are of the program as it was.
    for (const { path, before } of files) writeFileSync(join(folder, path), before);
    const byPerson = [...grouped(accepted, ({ urn }) => changers.get(urn))];
    const parts = byPerson.map(([person, items], index): Part => {
        const wanted = byPerson.slice(0, index + 1).flatMap(([, own]) => own);
        const isWanted: AcceptOptions["isWanted"] = ({ urn }, property) =>
            wanted.some((one) => one.urn === urn && (one.property ?? "") === property);
        return { person, items, files: acceptanceOf(document, kindOf, { ...options, isWanted }).files };
    });
    for (const { person, items, files } of parts) {
        for (const { path, after } of files) writeFileSync(join(folder, path), after);
        const paths = files.map(({ path }) => path);
        // Two people may have led to the same text.
        if ((await git(folder, "status", "--porcelain", "--", ...paths)) === "") continue;
        await git(folder, "commit", "--quiet", "--message", messageOf(person, items), "--", ...paths);
    }
    for (const { path, after } of files) writeFileSync(join(folder, path), after);
    return parts.map(({ person }) => person);
}

function messageOf(person: string | undefined, items: readonly Item[]): string {
    const lines = items.map(({ kind, resource, property }) => `- ${kind} ${resource}: ${property ?? "deleted"}`);
    return [`Accept what ${person ?? "somebody"} changed outside`, "", ...lines].map(printable).join("\n");
}

const run = promisify(execFile);

/** @throws UsageError with what git says */
async function git(folder: string, ...args: readonly string[]): Promise<string> {
    try {
        const { stdout } = await run("git", args, { cwd: folder });
        return stdout.trimEnd();
    } catch (error) {
        const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
        throw new UsageError(`git ${args[0]} failed in ${folder}: ${printable(said.split("\n")[0] ?? "")}`);
    }
}
