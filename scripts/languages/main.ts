/**
 * `npm run prove languages [-- --only <language>] [-- --write]`
 *
 * Runs the programs of examples/languages on the Pulumi CLI, each with the provider plugin and its own local service: installs, deploys,
 * changes objects outside, previews, repairs, imports and destroys. Checks the service directly after each step. Writes a transcript next to
 * each program. Skips languages whose tools are not on PATH. Exit code: 1 if a step fails, 2 without the Pulumi CLI.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { onPath } from "../../src/local/engine/pulumi.js";
import { DEFAULT_TOKEN } from "../../src/local/service/index.js";
import { LANGUAGES, type Language } from "./languages.js";
import { LocalService } from "./local-service.js";
import { Project } from "./project.js";
import { additions, objectsOf } from "./stable.js";
import { expect, StepError } from "./step-error.js";

const root = join(__dirname, "../..");
const examples = join(root, "examples/languages");
/** The expected objects on the service after a deployment, in every language. */
const EXPECTED = join(examples, "service.txt");
const STREAM_KEY = "key-of-the-receiver";

// The plugin itself is a program for Node.
const ALWAYS = ["pulumi-language-nodejs", "npm"];

/** Remains after `pulumi destroy`, because the API cannot delete it. */
const REMAINDER = [
    "campaigns: Crew, each quarter",
    "messageChannels: channel C0CHANGES",
    "onCallSchedules: schedule PHARBOR",
    "requests: First shift",
];

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

/** Runs the proof for one language. Returns a summary. */
async function prove(language: Language, folder: string, writes: boolean): Promise<string> {
    const service = await LocalService.start();
    try {
        const project = new Project(language, folder, service);
        const before = await service.snapshot();
        const deployed = async () => additions(before, await service.snapshot());
        project.note("$ npx --no-install access-governance serve");
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
        // The state now also contains derived values, such as the rules of a template.
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
        project.writeTranscript(join(examples, language.name));
        return `${resources} resources of ${kinds} kinds: deployed, 3 changes outside repaired, 1 import, destroyed`;
    } finally {
        await service.close();
    }
}

/** Changes three objects, as someone would in the browser. */
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
