/**
 * `npm run prove languages [-- --only <language>] [-- --write]`
 *
 * Runs the programs of examples/languages on the Pulumi CLI, each with the provider plugin and a local service of its own: installed,
 * deployed, changed outside, previewed, repaired, imported and destroyed. After each step the service is asked what it holds, past the
 * plugin. Writes a transcript next to each program. Skips languages whose tools are not on PATH. Exit code: 1 if a step fails, 2 without
 * the Pulumi CLI.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { onPath } from "../../src/local/engine/pulumi.js";
import { DEFAULT_TOKEN, type Organization } from "../../src/local/service/index.js";
import { additions, namesOf, objectsOf, stable, UUID } from "./stable.js";

const root = join(__dirname, "../..");
const examples = join(root, "examples/languages");
/** What the service holds once a program is deployed, in every language. */
const EXPECTED = join(examples, "service.txt");
const STREAM_KEY = "key-of-the-receiver";

interface Language {
    readonly name: string;
    /** Tools besides the Pulumi CLI. */
    readonly tools: readonly string[];
    readonly program: string;
    /** The program with the code that `pulumi import` generates. */
    readonly withImport: (program: string, code: string) => string;
}

const LANGUAGES: readonly Language[] = [
    {
        name: "yaml",
        tools: ["pulumi-language-yaml"],
        program: "Pulumi.yaml",
        withImport: (program, code) => program.replace(/^resources:\n/m, code.trimStart()),
    },
    {
        name: "typescript",
        tools: [],
        program: "index.ts",
        withImport: (program, code) => `${program}\n${statementsOf(code)}`,
    },
    {
        name: "python",
        tools: ["pulumi-language-python", "python3"],
        program: "__main__.py",
        withImport: (program, code) => `${program}\n${statementsOf(code)}`,
    },
    {
        name: "go",
        tools: ["pulumi-language-go", "go"],
        program: "main.go",
        withImport: (program, code) => {
            const [, body = ""] = /pulumi\.Run\(.*\n([\s\S]*?)\t\treturn nil/.exec(code) ?? [];
            const statements = body.replaceAll("accessgovernance.", "access.").replace("_, err :=", "_, err =");
            return program.replace(/^\t\tctx\.Export/m, `${statements}$&`);
        },
    },
];

/** Generated code for a program that already imports the SDK, as `access`. */
function statementsOf(code: string): string {
    return code.replace(/^import .*\n/gm, "").replaceAll("access_governance.", "access.");
}

// The plugin itself is a program for Node.
const ALWAYS = ["pulumi-language-nodejs", "npm"];

/** Remains after `pulumi destroy`, because the API cannot delete it. */
const REMAINDER = [
    "campaigns: Crew, each quarter",
    "messageChannels: channel C0CHANGES",
    "onCallSchedules: schedule PHARBOR",
    "requests: First shift",
];

class StepError extends Error {}

function expect(holds: boolean, message: string): asserts holds {
    if (!holds) throw new StepError(message);
}

async function main(): Promise<void> {
    const { values: flags } = parseArgs({
        options: {
            /** Language to run; default: all. */
            only: { type: "string" },
            /** Whether the first language writes examples/languages/service.txt, instead of being compared with it. */
            write: { type: "boolean", default: false },
        },
    });
    if (!onPath("pulumi")) {
        console.error("The Pulumi CLI is not on PATH. Install it first.");
        process.exitCode = 2;
        return;
    }
    expect(flags.only === undefined || LANGUAGES.some(({ name }) => name === flags.only), `--only: no ${flags.only}`);
    const folder = mkdtempSync(join(tmpdir(), "languages-"));
    try {
        prepare(folder);
        let writes = flags.write;
        for (const language of LANGUAGES.filter(({ name }) => name === (flags.only ?? name))) {
            const missing = [...ALWAYS, ...language.tools].filter((tool) => !onPath(tool));
            if (missing.length > 0) {
                console.log(`${language.name.padEnd(10)} skipped: not on PATH: ${missing.join(", ")}`);
                continue;
            }
            const result = await prove(language, folder, writes).catch((error: unknown) => {
                console.error(`${language.name.padEnd(10)} failed`);
                throw error;
            });
            console.log(`${language.name.padEnd(10)} ${result}`);
            // The others are compared with the first.
            writes = false;
        }
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Copies the programs, with a plugin that installs the package of this checkout. */
function prepare(folder: string): void {
    const left = ["node_modules", "sdks", "venv", "bin"];
    cpSync(examples, folder, { recursive: true, filter: (path) => !left.includes(basename(path)) });
    const npm = ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder];
    const archive = execFileSync("npm", npm, { cwd: root, encoding: "utf8" }).trim();
    const path = join(folder, "plugin/package.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.dependencies["pulumi-access-governance"] = `file:${join(folder, archive)}`;
    writeFileSync(path, JSON.stringify(manifest));
    mkdirSync(join(folder, "home"));
}

/** The local service as a process of its own. */
class LocalService {
    private constructor(
        readonly url: string,
        private readonly process: ChildProcess,
    ) {}

    static async start(): Promise<LocalService> {
        const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "serve", "--port", "0"], {
            stdio: ["ignore", "pipe", "inherit"],
        });
        const [line] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
        const url = /http:\S+/.exec(`${line}`)?.[0];
        expect(url !== undefined, `access-governance serve did not start: ${line}`);
        return new LocalService(url, child);
    }

    async close(): Promise<void> {
        const ended = once(this.process, "exit");
        this.process.kill();
        await ended;
    }

    async call<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
        const answer = await fetch(new URL(path, `${this.url}/`), {
            method,
            headers: { authorization: `Bearer ${DEFAULT_TOKEN}`, "content-type": "application/json" },
            ...(body && { body: JSON.stringify(body) }),
        });
        expect(answer.ok, `${method} ${path}: ${answer.status} ${answer.ok ? "" : await answer.text()}`);
        return (await answer.json()) as Answer;
    }

    snapshot(): Promise<Organization> {
        return this.call("GET", "../control/snapshot");
    }
}

/** Proves one language. Returns what it counted. */
async function prove(language: Language, folder: string, writes: boolean): Promise<string> {
    const service = await LocalService.start();
    try {
        const project = new Project(language, folder, service);
        const before = await service.snapshot();
        const deployed = async () => additions(before, await service.snapshot());
        project.note("$ npx access-governance serve");
        await project.install();
        await project.show("stack", "init", "dev");
        await project.show("config", "set", "access-governance:url", service.url);
        await project.show("config", "set", "--secret", "access-governance:token", DEFAULT_TOKEN);
        await project.show("config", "set", "--secret", "streamKey", STREAM_KEY);

        await project.show("up", "--yes", "--skip-preview");
        const { resources, kinds, ids, text } = await project.state();
        expect(!text.includes(STREAM_KEY), "the state contains a secret");
        const held = objectsOf(await service.snapshot());
        const lost = ids.filter((id) => !held.includes(id));
        expect(lost.length === 0, `the service does not hold ${lost.join(", ")}`);
        const made = await deployed();
        if (writes) writeFileSync(EXPECTED, made);
        const expected = readFileSync(EXPECTED, "utf8");
        same(made, expected, "after the deployment");
        project.note(`# The service holds every object of the state: ${resources} resources of ${kinds} kinds.\n`);
        await project.show("preview", "--expect-no-changes");
        // What the service derived, such as the rules of a template, is now in the state too.
        await project.show("up", "--yes", "--skip-preview", "--expect-no-changes");

        await changeOutside(project, service);
        expect((await deployed()) !== expected, "the changes outside had no effect");
        const preview = await project.show("preview", "--diff");
        for (const drift of [
            /~ requireMfaToApprove *: false => true/,
            /~ visibility *: "GLOBAL" => "LIMITED"/,
            /- +userId *: "<user hugo@tidewater\.example>"/,
        ])
            expect(drift.test(preview), `the preview does not show ${drift}`);
        const repaired = await project.show("up", "--yes", "--skip-preview");
        expect(/~ 3 updated/.test(repaired), "the deployment did not update three resources");
        same(await deployed(), expected, "after the repair");
        project.note("# The service holds what it held before the changes.\n");

        await project.importOwner();
        same((await deployed()).replace(/^owner.*Night watch.*\n/gm, ""), expected, "after the import");

        await project.show("destroy", "--yes", "--skip-preview");
        const remaining = additions(before, await service.snapshot())
            .trim()
            .split("\n");
        const labels = remaining.map(
            (line) => `${/^\w+/.exec(line)}: ${/"(?:name|reason)":"([^"]*)"/.exec(line)?.[1]}`,
        );
        same(labels.join("\n"), REMAINDER.join("\n"), "after the destroy");
        project.note(`# The service holds nothing of it, except what the API cannot delete:\n# ${labels.join("\n# ")}`);
        project.writeTranscript();
        return `${resources} resources of ${kinds} kinds: deployed, 3 changes outside repaired, 1 import, destroyed`;
    } finally {
        await service.close();
    }
}

/** Changes three objects as somebody would in the browser. */
async function changeOutside(project: Project, service: LocalService): Promise<void> {
    const { groups, users, configurationTemplates } = await service.snapshot();
    const drivers = groups.find(({ name }) => name === "Drivers")?.group_id;
    const hugo = users.find(({ email }) => email.startsWith("hugo@"))?.user_id;
    const template = configurationTemplates[0]?.configuration_template_id;
    for (const [method, path, body] of [
        ["PUT", `groups/${drivers}/visibility`, { visibility: "GLOBAL" }],
        ["POST", `groups/${drivers}/users/${hugo}`, { duration_minutes: 0 }],
        ["PUT", "configuration-templates", { configuration_template_id: template, require_mfa_to_approve: false }],
    ] as const) {
        await service.call(method, path, body);
        project.note(`$ curl --request ${method} ${service.url}/${path} --json '${JSON.stringify(body)}'`);
    }
    project.note("");
}

/** A program in one language, and its transcript. */
class Project {
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

    /** Runs the CLI, and adds the command and its output to the transcript. Returns the output as it stands there. */
    async show(...args: readonly string[]): Promise<string> {
        const { stdout, stderr } = await this.#run(args);
        this.#names = new Map([...this.#names, ...namesOf(await this.service.snapshot())]);
        const shown = stable(stdout, this.#names) + stable(stderr, this.#names);
        this.note(`$ pulumi ${args.map((arg) => (arg.includes(" ") ? `"${arg}"` : arg)).join(" ")}\n${shown}`);
        return shown;
    }

    /** What is in the state, without the stack and the providers. */
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
            /** The ids of objects of which the ids of resources are made. */
            ids: custom.flatMap(({ id = "" }) => id.match(UUID) ?? []),
        };
    }

    /** Imports an owner that was created outside, and the code that declares it, which must leave nothing to do. */
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

    writeTranscript(): void {
        const text = `${HEADER}\n${this.#transcript}`.replaceAll(this.service.url, "http://127.0.0.1:7411/v1");
        expect(!text.includes(this.root), `the transcript contains ${this.root}`);
        const replaced = text.replace(UUID, (id) => this.#names.get(id) ?? "<id>");
        writeFileSync(join(examples, this.language.name, "transcript.txt"), replaced);
    }
}

const HEADER = `# Written by \`npm run prove languages\`. Ids are replaced by the names of the objects, and times and ports by placeholders.
# Resources are sorted, because Pulumi works on many at a time. Lines of progress, of unchanged resources and of durations are left out.
`;

/** Compares texts by lines. */
function same(actual: string, expected: string, when: string): void {
    const [here, there] = [actual, expected].map((text) => text.split("\n"));
    const more = here?.filter((line) => !there?.includes(line)) ?? [];
    const less = there?.filter((line) => !here?.includes(line)) ?? [];
    const list = [...more.map((line) => `+ ${line}`), ...less.map((line) => `- ${line}`)].join("\n");
    expect(actual === expected, `${when}, the service differs from what was expected:\n${list}`);
}

main().catch((error: unknown) => {
    console.error(error instanceof StepError ? error.message : error);
    process.exitCode = 1;
});
