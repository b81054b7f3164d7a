/** The repository of a user of the package: the quickstart program, its stacks, and a copy of the pipelines folder. */
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { warm } from "../proofs/warm/warm.js";
import { expectRun } from "./command.js";
import { environmentIn } from "./engine.js";

const root = join(__dirname, "../..");
export const pipelines = join(root, "examples/pipelines");

export const PASSPHRASE = "passphrase-of-the-state";

/** Folders of closed repositories, which are reused: the engine keeps its processes for the next run in the same folder. */
const left: string[] = [];

export class Repository {
    readonly folder: string;
    /** Folder of Pulumi.yaml. */
    readonly project: string;
    readonly backend: string;
    readonly env: NodeJS.ProcessEnv;

    private constructor(
        readonly place: string,
        directory: string,
    ) {
        this.folder = join(place, "repository");
        this.project = join(this.folder, directory);
        this.backend = `file://${join(place, "state")}`;
        this.env = environmentIn(join(place, "home"));
    }

    /**
     * Creates a repository with these stacks. `stacks` has the URL of the service for each name.
     * @param directory of the project in the repository. Default: the root.
     */
    static async create(stacks: Readonly<Record<string, string>>, directory = "."): Promise<Repository> {
        const place = left.pop() ?? (await mkdtemp(join(tmpdir(), "pipelines-")));
        const repository = new Repository(place, directory);
        const { folder, project, env } = repository;
        Object.assign(env, await warm());
        for (const name of ["home", "state"]) await mkdir(join(place, name), { recursive: true });
        await mkdir(project, { recursive: true });
        // The command in the README: cp -R node_modules/pulumi-access-governance/examples/pipelines/. .
        await expectRun("cp", ["-R", `${pipelines}/.`, folder], { cwd: root, env });
        for (const file of ["index.ts", "package.json", "tsconfig.json"]) {
            await cp(join(root, "examples/quickstart", file), join(project, file));
        }
        await writeFile(join(project, "package-lock.json"), '{ "lockfileVersion": 3 }\n');
        await writeFile(join(project, "Pulumi.yaml"), "name: access\nruntime: nodejs\nmain: index.ts\n");
        await writeFile(join(folder, ".gitignore"), "node_modules/\n");
        const names = Object.keys(stacks).map((stack) => (directory === "." ? stack : `${directory}/${stack}`));
        await writeFile(join(folder, "access/stacks.txt"), `${names.join("\n")}\n`);
        for (const [stack, url] of Object.entries(stacks)) {
            await repository.pulumi("stack", "init", stack);
            await appendFile(join(project, `Pulumi.${stack}.yaml`), `config:\n    access-governance:url: ${url}\n`);
        }
        await repository.#git("init", "--quiet", "--initial-branch", "main");
        // The name that a git server would use.
        await symlink(folder, `${folder}.git`);
        await repository.commit("The program and its pipelines");
        return repository;
    }

    /** Runs a Pulumi command that users run once before they set up the pipelines. */
    async pulumi(...args: string[]): Promise<void> {
        const settings = { PULUMI_BACKEND_URL: this.backend, PULUMI_CONFIG_PASSPHRASE: PASSPHRASE };
        const env = { ...this.env, ...settings };
        await expectRun("pulumi", [...args, "--non-interactive"], { cwd: this.project, env });
    }

    /** Changes a file of the project, commits the change, and returns the commit. */
    async edit(file: string, from: string, to: string): Promise<string> {
        const path = join(this.folder, file);
        const text = await readFile(path, "utf8");
        if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`);
        await writeFile(path, text.replace(from, to));
        return this.commit(`${from} becomes ${to}`);
    }

    async commit(message: string): Promise<string> {
        await this.#git("add", "--all");
        await this.#git("commit", "--quiet", "--message", message);
        return this.head();
    }

    async branch(name: string): Promise<void> {
        await this.#git("switch", "--quiet", "--create", name);
    }

    async switch(branch: string): Promise<void> {
        await this.#git("switch", "--quiet", branch);
    }

    /** The commits of a branch, newest first. */
    async log(branch: string): Promise<string[]> {
        return (await this.#git("log", "--format=%H", branch)).trim().split("\n");
    }

    /** Merges a branch into main. */
    async merge(branch: string): Promise<string> {
        await this.switch("main");
        await this.#git("merge", "--quiet", branch);
        return this.head();
    }

    async head(): Promise<string> {
        return (await this.#git("rev-parse", "HEAD")).trim();
    }

    /** Reads a file at a commit. */
    async read(commit: string, file: string): Promise<string> {
        return this.#git("show", `${commit}:${file}`);
    }

    /** The hash of a file's contents at a commit. */
    async blob(commit: string, file: string): Promise<string> {
        return (await this.#git("rev-parse", `${commit}:${file}`)).trim();
    }

    /** Creates a fresh clone of a commit, as runners do. It replaces the previous clone. */
    async clone(commit?: string): Promise<string> {
        const folder = join(this.place, "clone");
        await rm(folder, { recursive: true, force: true });
        await this.checkOut(folder, commit ?? (await this.head()));
        return folder;
    }

    async checkOut(folder: string, commit: string): Promise<void> {
        const options = { cwd: this.place, env: this.env };
        await expectRun("git", ["clone", "--quiet", this.folder, folder], options);
        await expectRun("git", ["-C", folder, "checkout", "--quiet", "--force", commit], options);
    }

    /** Adds a script that precedes other commands of this name on PATH. */
    async standIn(name: string, script: string): Promise<void> {
        const folder = join(this.place, "stand-ins");
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, name), script);
        await chmod(join(folder, name), 0o755);
        this.env.PATH = `${folder}:${this.env.PATH}`;
    }

    async close(): Promise<void> {
        await rm(this.place, { recursive: true, force: true });
        if (!left.includes(this.place)) left.push(this.place);
    }

    #git(...args: string[]): Promise<string> {
        return expectRun("git", ["-C", this.folder, ...args], { cwd: this.place, env: this.env });
    }
}
