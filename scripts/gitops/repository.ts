import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** A clone of the team's repository, for a person or a job. */
export class Clone {
    private constructor(readonly folder: string) {}

    /** Clones a repository, and links the installed packages into it, as if by `npm ci`. */
    static of(origin: string, folder: string, commit?: string): Clone {
        git(root, "clone", "--quiet", origin, folder);
        const clone = new Clone(folder);
        if (commit) clone.git("checkout", "--quiet", commit);
        clone.git("config", "user.name", "Somebody of the team");
        clone.git("config", "user.email", "team@tidewater.example");
        symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
        return clone;
    }

    git(...args: string[]): string {
        return git(this.folder, ...args);
    }

    /** Replaces a text in a file. @throws unless the text occurs exactly once */
    edit(file: string, from: string, to: string): void {
        const path = join(this.folder, file);
        const parts = readFileSync(path, "utf8").split(from);
        if (parts.length !== 2) throw new Error(`${file} has ${JSON.stringify(from)} ${parts.length - 1} times`);
        writeFileSync(path, parts.join(to));
    }

    /** Adds the rules and tests of the team to main. The first deployment, which gives all of the access, would break the rules. */
    addRules(): void {
        writeFileSync(join(this.folder, "access-rules.json"), JSON.stringify(RULES, undefined, 4));
        writeFileSync(join(this.folder, "access.test.yaml"), TESTS);
        this.git("add", "access-rules.json", "access.test.yaml");
        this.git("commit", "--quiet", "--message", "Add rules and tests");
        this.git("push", "--quiet", "origin", "main");
    }

    /** Commits the edits on a new branch, and pushes it. */
    propose(branch: string, message: string): void {
        this.git("checkout", "--quiet", "-b", branch);
        this.git("commit", "--quiet", "--all", "--message", message);
        this.git("push", "--quiet", "origin", branch);
    }

    /** Merges a branch, like the button of a pull request. Returns the commit to deploy. */
    merge(branch: string): string {
        this.git("checkout", "--quiet", "main");
        this.git("pull", "--quiet", "--ff-only");
        this.git("merge", "--quiet", "--no-ff", "--message", `Merge ${branch}`, `origin/${branch}`);
        this.git("push", "--quiet", "origin", "main");
        return this.git("rev-parse", "HEAD");
    }
}

/** Creates a repository as a team would start it: with the quickstart and the pipelines. */
export function newRepository(folder: string): string {
    const [origin, first] = [join(folder, "origin.git"), join(folder, "first")];
    mkdirSync(first, { recursive: true });
    git(folder, "init", "--quiet", "--bare", "--initial-branch", "main", origin);
    cpSync(join(root, "examples/quickstart"), first, {
        recursive: true,
        filter: (path) => !path.includes("node_modules"),
    });
    cpSync(join(root, "examples/pipelines"), first, { recursive: true });
    writeFileSync(join(first, "Pulumi.yaml"), "name: access\nruntime: nodejs\nmain: index.ts\n");
    writeFileSync(join(first, ".gitignore"), "node_modules\naccess-report.md\naccess-report.html\n");
    git(first, "init", "--quiet", "--initial-branch", "main");
    git(first, "config", "user.name", "Somebody of the team");
    git(first, "config", "user.email", "team@tidewater.example");
    git(first, "add", "--all");
    git(first, "commit", "--quiet", "--message", "Declare who reaches what");
    git(first, "push", "--quiet", origin, "main");
    return origin;
}

/** Rules that stop pull requests of the team. */
const RULES = {
    rules: [
        {
            name: "Somebody else decides",
            owner: "Security team",
            reason: "Nobody lets themselves into production.",
            noSelfApproval: true,
        },
        {
            name: "No chains into production",
            owner: "Security team",
            reason: "Small steps lead to production as well.",
            noNewEscalationTo: ["group:Production read-only"],
        },
    ],
};

/** Access tests of the team. */
const TESTS = `tests:
  - name: The staff needs an approval for production
    who: group:Office staff
    cannot: reach group:Production on-call
  - name: The staff does not climb into production
    who: group:Office staff
    cannot: climb to group:Production read-only
`;

function git(folder: string, ...args: string[]): string {
    // Ignores the settings, hooks and signatures of the user.
    const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
    return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
