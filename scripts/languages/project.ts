import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "./languages.js";
import type { LocalService } from "./local-service.js";
import { namesOf, stable, UUID } from "./stable.js";
import { expect, StepError } from "./step-error.js";

const HEADER = `# Written by \`npm run prove languages\`. Ids are replaced by the names of the objects, and times and ports by placeholders.
# Resources are sorted, because Pulumi works on many at a time. Lines of progress, of unchanged resources and of durations are left out.
`;

/** A program in one language, and its transcript. */
export class Project {
    readonly #folder: string;
    readonly #state: string;
    #transcript = "";
    #names: ReadonlyMap<string, string> = new Map();

    constructor(
        private readonly language: Language,
        private readonly root: string,
        private readonly service: LocalService,
    ) {
        this.#folder = join(root, language.name);
        this.#state = join(root, `state-${language.name}`);
        mkdirSync(this.#state);
    }

    /** Adds lines to the transcript. */
    note(text: string): void {
        this.#transcript += `${text}\n`;
    }

    /** Runs the CLI. Returns its output. */
    #run(args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
        const env = {
            ...process.env,
            ...{ ACCESS_GOVERNANCE_URL: "", ACCESS_GOVERNANCE_TOKEN: "", OPAL_AUTH_TOKEN: "" },
            PULUMI_HOME: join(this.root, "home"),
            PULUMI_BACKEND_URL: `file://${this.#state}`,
            PULUMI_CONFIG_PASSPHRASE: "example",
            PULUMI_SKIP_UPDATE_CHECK: "true",
            PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
        };
        const quiet = ["up", "preview", "import", "destroy"].includes(args[0] ?? "") ? ["--suppress-progress"] : [];
        const options = { cwd: this.#folder, env, maxBuffer: 2 ** 26 };
        return new Promise((resolve, reject) => {
            execFile("pulumi", [...args, "--non-interactive", ...quiet], options, (error, stdout, stderr) => {
                const failure = `${this.language.name}: pulumi ${args.join(" ")} failed:\n${stdout}${stderr}`;
                if (error) reject(new StepError(failure));
                else resolve({ stdout, stderr });
            });
        });
    }

    /** Installs the plugin, the SDK and what the program needs. */
    async install(): Promise<void> {
        await this.#run(["install"]);
        this.note("$ pulumi install\n(output of npm, pip and go)\n");
    }

    /** Runs the CLI, and adds the command and its output to the transcript. Returns the output as in the transcript. */
    async show(...args: readonly string[]): Promise<string> {
        const { stdout, stderr } = await this.#run(args);
        this.#names = new Map([...this.#names, ...namesOf(await this.service.snapshot())]);
        const shown = stable(stdout, this.#names) + stable(stderr, this.#names);
        this.note(`$ pulumi ${args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg)).join(" ")}\n${shown}`);
        return shown;
    }

    /** Summarizes the state, without the stack and the providers. */
    async state() {
        const { stdout: text } = await this.#run(["stack", "export"]);
        const { deployment } = JSON.parse(text) as {
            deployment: { resources: { type: string; id?: string; custom: boolean }[] };
        };
        const ours = deployment.resources.filter(({ type }) => type.startsWith("access-governance:"));
        const custom = ours.filter((resource) => resource.custom);
        return {
            text,
            resources: custom.length,
            kinds: new Set(custom.map(({ type }) => type)).size,
            /** The ids of objects in the ids of resources. */
            ids: custom.flatMap(({ id = "" }) => id.match(UUID) ?? []),
        };
    }

    /** Imports an owner that was created outside, adds the generated code to the program, and checks that nothing changes. */
    async importOwner(): Promise<void> {
        const body = { name: "Night watch", user_ids: [] };
        await this.service.call("POST", "owners", body);
        this.note(`$ curl --request POST ${this.service.url}/owners --json '${JSON.stringify(body)}'`);
        const args = ["access-governance:index:Owner", "night-watch", "Night watch", "--yes", "--protect=false"];
        await this.show("import", ...args, "--out", "imported.txt");
        const code = readFileSync(join(this.#folder, "imported.txt"), "utf8");
        this.note(`$ cat imported.txt\n${code.trim()}\n`);
        const path = join(this.#folder, this.language.program);
        const program = readFileSync(path, "utf8");
        const extended = this.language.withImport(program, code);
        expect(extended.includes("Night watch"), "the imported code was not added to the program");
        writeFileSync(path, extended);
        this.note(`# With this in ${this.language.program}:`);
        await this.show("preview", "--expect-no-changes");
        writeFileSync(path, program);
    }

    /** Writes the transcript into a folder. */
    writeTranscript(folder: string): void {
        const text = `${HEADER}\n${this.#transcript}`.replaceAll(this.service.url, "http://127.0.0.1:7411/v1");
        expect(!text.includes(this.root), `the transcript contains ${this.root}`);
        const replaced = text.replace(UUID, (id) => this.#names.get(id) ?? "<id>");
        writeFileSync(join(folder, "transcript.txt"), replaced);
    }
}
