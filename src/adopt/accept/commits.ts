import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { grouped } from "../../common/collections.js";
import { UsageError } from "../../common/errors.js";
import { printable } from "../../common/printable.js";
import type { PreviewDocument } from "../../review/report/document.js";
import type { FindKind } from "../../review/report/names.js";
import { type Acceptance, type AcceptOptions, acceptanceOf, type DriftItem, isAmong } from "./acceptance.js";
import type { ChangedFile } from "./program-editor.js";

/** Edits for the changes that one person made. */
interface AuthorEdits {
    /** Email. Undefined if the audit events do not name a person. */
    readonly person: string | undefined;
    readonly items: readonly DriftItem[];
    /** Includes the edits of earlier parts. */
    readonly files: readonly ChangedFile[];
}

/**
 * Checks that a commit would contain only our edits. @throws UsageError if the folder is not in a git repository, or if one of the files
 * has uncommitted changes
 */
export async function expectCommittable(folder: string, paths: readonly string[]): Promise<void> {
    const changed = await git(folder, "status", "--porcelain", "--", ...paths);
    if (changed === "") return;
    // Each line of the output starts with two status letters and a space.
    const files = changed.split("\n").map((line) => line.slice(3));
    throw new UsageError(`Uncommitted changes in ${files.join(", ")}. Commit or stash them first.`);
}

/** Commits written edits, one commit per person who made the changes. */
export async function commit(
    document: PreviewDocument,
    kindOf: FindKind,
    options: AcceptOptions,
    { accepted, files }: Acceptance,
    changers: ReadonlyMap<string, string>,
): Promise<void> {
    const { folder } = options;
    // Restores the original files, to which the edits apply.
    for (const { path, before } of files) writeFileSync(join(folder, path), before);
    const byPerson = [...grouped(accepted, ({ urn }) => changers.get(urn))];
    const parts = byPerson.map(([person, items], index): AuthorEdits => {
        const isWanted = isAmong(byPerson.slice(0, index + 1).flatMap(([, own]) => own));
        return { person, items, files: acceptanceOf(document, kindOf, { ...options, isWanted }).files };
    });
    for (const { person, items, files } of parts) {
        for (const { path, after } of files) writeFileSync(join(folder, path), after);
        const paths = files.map(({ path }) => path);
        // Without paths, git would commit every change in the repository.
        if (paths.length === 0) continue;
        // Changes of two people can result in the same text, which leaves nothing to commit for the second person.
        if ((await git(folder, "status", "--porcelain", "--", ...paths)) === "") continue;
        await git(folder, "commit", "--quiet", "--message", messageOf(person, items), "--", ...paths);
    }
}

function messageOf(person: string | undefined, items: readonly DriftItem[]): string {
    const lines = items.map(({ kind, resource, property }) => `- ${kind} ${resource}: ${property ?? "deleted"}`);
    return [`Accept changes that ${person ?? "an unknown person"} made outside Pulumi`, "", ...lines]
        .map(printable)
        .join("\n");
}

const run = promisify(execFile);

/** Runs git and returns its output. @throws UsageError with the first line of its error */
async function git(folder: string, ...args: readonly string[]): Promise<string> {
    try {
        const { stdout } = await run("git", args, { cwd: folder });
        return stdout.trimEnd();
    } catch (error) {
        const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : String(error);
        throw new UsageError(`git ${args[0]} failed in ${folder}: ${printable(said.split("\n")[0] ?? "")}`);
    }
}
