/** Tests what install.sh installs for a project in each language, and which command of the package the scripts then run. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Command, run } from "./command.js";
import { environmentIn } from "./engine.js";
import { pipelines } from "./repository.js";

const root = join(__dirname, "../..");
const access = join(pipelines, "access");

/** Takes the place of python3, and of the one in a virtual environment: records its arguments. */
const PYTHON = `#!/bin/bash
echo "$PWD: $*" >>"$RECORD"
[ "$2" != venv ] || { mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; }
[[ "$*" != *requirements.txt ]] || [ ! -e incomplete ]
`;

let folder: string;
let record: string;

beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "install-"));
    record = join(folder, "record");
    write({ "bin/python3": PYTHON, "repository/.git": "" });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Readonly<Record<string, string>>, below = folder): void {
    for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(below, name)), { recursive: true });
        writeFileSync(join(below, name), text, { mode: 0o755 });
    }
}

/** Pulumi.yaml of a template, and empty files of these names. */
function project(language: string, ...files: readonly string[]): void {
    const text = readFileSync(join(root, "templates", language, "Pulumi.yaml"), "utf8");
    write({ "Pulumi.yaml": text, ...Object.fromEntries(files.map((file) => [file, ""])) }, join(folder, "repository"));
}

function bash(commands: string, directory = "."): Promise<Command> {
    const { PATH, ...env } = environmentIn(folder);
    return run("bash", ["-c", commands], {
        cwd: join(folder, "repository"),
        env: { ...env, PATH: `${join(folder, "bin")}:${PATH}`, ACCESS_DIRECTORY: directory, RECORD: record },
    });
}

const install = (directory?: string) => bash(`"${join(access, "install.sh")}"`, directory);

/** Folders of the repository in which `npm ci --ignore-scripts` ran. */
const installed = (...candidates: readonly string[]) =>
    candidates.filter((place) => existsSync(join(folder, "repository", place, "node_modules")));

/** What Python was asked, without the folder. */
const pythonCalls = () =>
    readFileSync(record, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.replace(/^.*?: -m /, ""));

const PLUGIN_LOCK = "plugin/package-lock.json";

describe("install.sh", () => {
    test.each([
        ["typescript", ["package-lock.json"], ["."]],
        ["yaml", [PLUGIN_LOCK], ["plugin"]],
        ["yaml", [PLUGIN_LOCK, "package-lock.json"], ["plugin"]],
        ["go", [PLUGIN_LOCK], ["plugin"]],
        ["python", [PLUGIN_LOCK, "requirements.lock", "requirements.txt"], ["plugin"]],
    ])("runs `npm ci` for %s with %j in %j", async (language, files, expected) => {
        project(language, ...files);
        const { code, output } = await install();
        expect(code, output).toBe(0);
        expect(installed(".", "plugin")).toEqual(expected);
    });

    test("runs `npm ci` for the program and for the plugin in TypeScript", async () => {
        project("yaml", PLUGIN_LOCK, "package-lock.json");
        const file = join(folder, "repository/Pulumi.yaml");
        writeFileSync(file, readFileSync(file, "utf8").replace("runtime: yaml", "runtime:\n  name: 'nodejs'"));
        expect((await install()).code).toBe(0);
        expect(installed(".", "plugin")).toEqual([".", "plugin"]);
    });

    test("without a folder of a plugin, runs `npm ci` in the nearest folder with a lock, in any language", async () => {
        project("yaml");
        const lines = "plugins:\n  providers:\n    - { name: access-governance, path: ../node_modules/.bin }\n";
        const text = `name: access\nruntime: yaml\n${lines}`;
        // A version is not a folder.
        for (const more of ["", "packages:\n  access-governance: 0.1.0\n"]) {
            write({ "team/Pulumi.yaml": text + more, "package-lock.json": "" }, join(folder, "repository"));
            expect((await install("team")).code).toBe(0);
            expect(installed(".", "team")).toEqual(["."]);
        }
    });

    test("in Python, installs the locked wheels, and then the SDK without a network", async () => {
        project("python", PLUGIN_LOCK, "requirements.lock", "requirements.txt");
        expect((await install()).code).toBe(0);
        const pip = "pip install --quiet --disable-pip-version-check";
        expect(pythonCalls()).toEqual([
            "venv venv",
            `${pip} --require-hashes --only-binary :all: -r requirements.lock`,
            `${pip} --no-index --no-build-isolation -r requirements.txt`,
        ]);
    });

    test.each([
        ["typescript", [], /No package-lock\.json in \S+ or a folder above it/],
        ["yaml", ["package-lock.json"], /No package-lock\.json in \S+\/plugin: commit .*pulumi install/],
        ["python", [PLUGIN_LOCK], /No requirements\.lock in \S+: .*README\.md/],
        ["python", [PLUGIN_LOCK, "requirements.lock", "incomplete"], /requirements\.lock does not have everything/],
    ])("says what is missing for %s with %j", async (language, files, expected) => {
        project(language, ...files);
        const { code, output } = await install();
        expect([code, output]).toEqual([1, expect.stringMatching(expected)]);
    });

    test("needs a virtual environment for Python, so that nothing is installed elsewhere", async () => {
        project("python", PLUGIN_LOCK, "requirements.lock");
        write(
            { "Pulumi.yaml": "name: access\nruntime: python\npackages:\n  access-governance: ./plugin\n" },
            join(folder, "repository"),
        );
        const { code, output } = await install();
        expect([code, output]).toEqual([1, expect.stringContaining("virtualenv")]);
        expect(existsSync(record)).toBe(false);
    });
});

describe("the command of the package", () => {
    const found = async () => {
        const { code, output } = await bash(`. "${join(access, "pipeline.sh")}"; find_command; echo "\${COMMAND[*]}"`);
        return [code, output.trim()] as const;
    };

    test.each(["typescript", "yaml", "python", "go"])(
        "is the one that Pulumi starts the plugin with: %s",
        async (language) => {
            const hasPlugin = existsSync(join(root, "templates", language, "plugin"));
            const place = hasPlugin ? "plugin" : ".";
            project(language, join(place, "package.json"));
            const packages = join(folder, "repository", place, "node_modules");
            symlinkSync(join(root, "node_modules"), packages);
            const [code, command] = await found();
            expect(code).toBe(0);
            if (hasPlugin) expect(relative(packages, command)).toBe(".bin/access-governance");
            else expect(command).toBe("npx --no-install access-governance");
        },
    );

    test("is missing until the packages of the plugin are installed", async () => {
        project("yaml");
        expect(await found()).toEqual([1, expect.stringMatching(/not installed in \.\/plugin.*access\/install\.sh/)]);
    });
});
