/** Tests the package as npm would publish it, installed with only the packages that it declares. */
import { execFileSync } from "node:child_process";
import {
    existsSync,
    mkdirSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

interface Manifest {
    readonly name: string;
    readonly main: string;
    readonly types: string;
    readonly bin: Readonly<Record<string, string>>;
    readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
    readonly dependencies: Readonly<Record<string, string>>;
    readonly peerDependencies: Readonly<Record<string, string>>;
    readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
}

const root = join(__dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
/** Examples in the package, because its pages link to them. */
const EXAMPLES = ["languages", "multi-stack", "organization", "pipelines", "policies", "tested"];
const folder = mkdtempSync(join(tmpdir(), "package-"));
const installed = join(folder, "node_modules", manifest.name);

const PROGRAM = `import * as access from "pulumi-access-governance";
import { AccessGovernanceClient, NotFoundError, type Group } from "pulumi-access-governance/client";
import { accessPolicies, resourceRule } from "pulumi-access-governance/policies";
import { kind } from "pulumi-access-governance/provider";
import { startService } from "pulumi-access-governance/service";

const owner = new access.Owner("platform", { name: "Platform", userIds: ["u"] }, { adopt: true });
const group = new access.Group("oncall", { name: "On call", appId: "a", groupType: "SVC_GROUP", adminOwnerId: owner.id });
export const oncall = (client: AccessGovernanceClient): Promise<Group> => client.groups.get("id");
export const isMissing = (error: unknown): boolean => error instanceof NotFoundError;
export const groupName = group.name;
export const ownerOfGroup = group.adminOwnerId;
export const provider = kind("Group");
const setting = { description: "A number.", default: 1 };
const rule = resourceRule({
    name: "own",
    description: "One of our own.",
    enforcementLevel: "advisory",
    kinds: ["Group"],
    settings: { most: setting },
    find: (place, { most }) => (most > 1 && place.given.name === "x" ? [] : []),
});
export const pack = () => accessPolicies({ more: [rule], rules: { own: "disabled" } });
// @ts-expect-error: not an enforcement level
export const wrongPack = () => accessPolicies({ enforcementLevel: "strict" });
export const url = startService().then((service) => service.url);
// @ts-expect-error: unknown property
new access.Group("wrong", { name: "x", appId: "a", groupType: "SVC_GROUP", colour: "blue" });
// @ts-expect-error: a name must be a string
new access.Group("wrong", { name: 1, appId: "a", groupType: "SVC_GROUP" });
`;

beforeAll(() => {
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root, stdio: "pipe" });
    const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
    execFileSync("tar", ["-xzf", tarball], { cwd: folder });
    mkdirSync(dirname(installed));
    execFileSync("mv", ["package", installed], { cwd: folder });
    const needed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    for (const name of [...needed, "@types/node"]) {
        mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
        symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
    }
    writeFileSync(join(folder, "program.ts"), PROGRAM);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(...args: string[]): string {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 300_000 });
}

describe("the tarball", () => {
    const files = () =>
        readdirSync(installed, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());

    test("contains the built code and the pages, and no files that only developers need", () => {
        expect(readdirSync(installed).sort()).toEqual([
            "CHANGELOG.md",
            "CONTRIBUTING.md",
            "LICENSE",
            "README.md",
            "SECURITY.md",
            "api",
            "dist",
            "docs",
            "examples",
            "llms.txt",
            "package.json",
            "templates",
        ]);
        const programs = ["examples", "templates"].map((name) => join(installed, name));
        const ours = files().filter(({ parentPath }) => !programs.some((program) => parentPath.startsWith(program)));
        expect(ours.filter(({ name }) => /\.test\.|\.tsbuildinfo$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
    });

    test("contains every file that its pages link to or show", () => {
        const pages = files().filter(({ name }) => name.endsWith(".md") || name === "llms.txt");
        const linked = pages.flatMap(({ name, parentPath }) => {
            const text = readFileSync(join(parentPath, name), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
            const links = text.matchAll(/(?:\]\(|\b(?:src|srcset|href)=")(?!https?:|mailto:|#)([^)"\s#]+)/g);
            return [...links].map(([, link = ""]) => ({ page: name, target: join(parentPath, link), link }));
        });
        expect(linked.length).toBeGreaterThan(200);
        const missing = linked.filter(({ target }) => !target.startsWith(installed) || !existsSync(target));
        expect(missing.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
    });

    test("contains all files of the example programs and templates that are in git, and no others", () => {
        const folders = [...EXAMPLES.map((name) => `examples/${name}`), "templates"];
        const tracked = execFileSync("git", ["ls-files", ...folders], { cwd: root })
            .toString()
            .split("\n");
        const packed = files().map(({ name, parentPath }) => join(parentPath, name).slice(installed.length + 1));
        expect(packed.filter((file) => /^(examples|templates)\//.test(file)).sort()).toEqual(
            // npm never packs .gitignore files.
            tracked.filter((file) => file !== "" && !file.endsWith("/.gitignore")).sort(),
        );
    });

    test("has no install scripts", () => {
        const packed = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as {
            scripts: Record<string, string>;
        };
        expect(Object.keys(packed.scripts)).not.toEqual(
            expect.arrayContaining([expect.stringMatching(/^(pre|post)?(install|prepare)$/)]),
        );
    });

    test("contains every entry point of its package.json", () => {
        const entries = Object.values(manifest.exports).flatMap((entry) =>
            typeof entry === "string" ? [entry] : [entry.types, entry.default],
        );
        const paths = files().map((file) => join(file.parentPath, file.name));
        for (const entry of [manifest.main, manifest.types, ...Object.values(manifest.bin), ...entries]) {
            expect(paths).toContain(join(installed, entry));
        }
    });

    test("contains all files of the pipelines with the same executable bits as in the repository", () => {
        const mode = (file: string) => `${file} ${(statSync(file).mode & 0o100) !== 0}`;
        const listed = (folder: string) =>
            readdirSync(folder, { recursive: true, encoding: "utf8" })
                .map((file) => mode(join(folder, file)).slice(folder.length))
                .sort();
        const ours = listed(join(root, "examples/pipelines"));
        expect(ours).toContain("/.github/workflows/access-preview.yml false");
        expect(ours).toContain("/.gitlab-ci.yml false");
        expect(listed(join(installed, "examples/pipelines"))).toEqual(ours);
        expect(readdirSync(join(installed, "examples")).sort()).toEqual(EXAMPLES);
    });

    test("passes publint", async () => {
        const { publint } = await import("publint");
        const { messages, pkg } = await publint({ pkgDir: installed, strict: true, pack: false });
        const { formatMessage } = await import("publint/utils");
        expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
    });

    test("passes arethetypeswrong", async () => {
        const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
        const [tarball = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
        const checked = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, tarball))));
        expect("problems" in checked && checked.problems).toEqual([]);
    });

    test("depends only on packages with permissive licences", () => {
        const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
            packages: Record<string, { license?: string; dependencies?: Record<string, string> }>;
        };
        const ours = new Map<string, string>();
        const add = (name: string) => {
            // None of them is installed in two versions, so all are at the top level.
            const { license = "none", dependencies = {} } = packages[`node_modules/${name}`] ?? {};
            if (ours.has(name)) return;
            ours.set(name, license);
            for (const inner of Object.keys(dependencies)) add(inner);
        };
        for (const name of Object.keys(manifest.dependencies)) add(name);
        expect(ours.size).toBeGreaterThan(10);
        const others = [...ours].filter(([, license]) => !/^(MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)$/.test(license));
        expect(others).toEqual([]);
    });

    test("contains no built file without a source file", () => {
        const made = files().filter(({ name, parentPath }) => /dist/.test(parentPath) && !name.endsWith(".d.ts"));
        const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
        const lost = made
            .map((file) => join(file.parentPath, file.name).slice(join(installed, "dist/").length))
            .filter((file) => !["ts", "js"].some((end) => sources.includes(file.replace(/(\.d)?\.[jt]s$/, `.${end}`))));
        expect(lost).toEqual([]);
    });
});

describe("the installed package", () => {
    let exported: { resources: string[]; provider: string[]; imported: string; axios: string[]; policy: string[] };

    // In one process, since Pulumi's SDK takes a second to load.
    beforeAll(() => {
        const script = `import { Group } from "${manifest.name}";
            import { createRequire } from "node:module";
            const require = createRequire(process.cwd() + "/");
            console.log(JSON.stringify({
                resources: Object.keys(require("${manifest.name}")),
                provider: Object.keys(require("${manifest.name}/provider").kind("Group")),
                imported: Group.name,
                axios: Object.keys(require.cache).filter((file) => file.includes("/axios/")),
                policy: Object.keys(require.cache).filter((file) => file.includes("/@pulumi/policy/")),
            }));`;
        exported = JSON.parse(node("--input-type=module", "-e", script));
    });

    test("exports the resources", () => {
        expect(exported.resources).toEqual(
            expect.arrayContaining(["Group", "Owner", "Bundle", "Provider", "AccessGovernanceClient"]),
        );
    });

    test("exports the provider of each kind", () => {
        expect(exported.provider).toEqual(
            expect.arrayContaining(["check", "diff", "create", "read", "update", "delete"]),
        );
    });

    test("does not load axios until the API client is needed", () => {
        expect(exported.axios).toEqual([]);
    });

    test("exports the local service, which can be started", () => {
        const script = `require("${manifest.name}/service").startService().then(async (service) => {
            const answer = await fetch(service.url + "/users", { headers: { authorization: "Bearer " + service.token } });
            console.log(answer.status);
            await service.close();
        })`;
        expect(node("-e", script).trim()).toBe("200");
    });

    test("exports the policy rules, and a policy for each of them if @pulumi/policy is installed", () => {
        const script = `const { policiesOf, rules } = require("${manifest.name}/policies");
            console.log(JSON.stringify([rules.length, policiesOf().length]))`;
        const [rules, policies] = JSON.parse(node("-e", script));
        expect(rules).toBeGreaterThan(20);
        expect(policies).toBe(rules);
    });

    test("needs the optional @pulumi/policy only for ./policies", () => {
        expect(exported.policy).toEqual([]);
        expect(manifest.peerDependenciesMeta["@pulumi/policy"]).toEqual({ optional: true });
    });

    test("allows imports of its package.json but of no other files by path", () => {
        expect(node("-p", `require("${manifest.name}/package.json").name`).trim()).toBe(manifest.name);
        expect(() => node("-e", `require("${manifest.name}/dist/index.js")`)).toThrow("ERR_PACKAGE_PATH_NOT_EXPORTED");
    });

    test("can be imported by ES modules", () => {
        expect(exported.imported).toBe("Group");
    });

    test.each(Object.entries(manifest.bin))("has the command %s", (name, path) => {
        expect(readFileSync(join(installed, path), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
        expect(node(join(installed, path), "--help")).toContain(`Usage: ${name}`);
    });
});

describe("the types of the package", () => {
    const nodenext = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
    // Settings of the project that `pulumi new typescript` creates.
    const template = { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 };

    function optionsOf(options: ts.CompilerOptions): ts.CompilerOptions {
        return { target: ts.ScriptTarget.ES2020, strict: true, noEmit: true, types: ["node"], ...options };
    }

    /** The language service of an editor in which the program is open. */
    function editorOf(options: ts.CompilerOptions): ts.LanguageService {
        return ts.createLanguageService({
            getCompilationSettings: () => optionsOf(options),
            getScriptFileNames: () => [join(folder, "program.ts")],
            getScriptVersion: () => "1",
            getScriptSnapshot: (name) => {
                const text = ts.sys.readFile(name);
                return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
            },
            getCurrentDirectory: () => folder,
            getDefaultLibFileName: ts.getDefaultLibFilePath,
            fileExists: ts.sys.fileExists,
            readFile: ts.sys.readFile,
            directoryExists: ts.sys.directoryExists,
            getDirectories: ts.sys.getDirectories,
            realpath: ts.sys.realpath ?? ((path) => path),
        });
    }
    const editor = editorOf(template);

    test.each([
        ["nodenext", () => editorOf(nodenext)],
        ["Pulumi's template", () => editor],
    ])("compile with the settings of %s", (_, given) => {
        const program = given().getProgram();
        if (!program) throw new Error("there is no program");
        const host = {
            getCurrentDirectory: () => folder,
            getCanonicalFileName: (name: string) => name,
            getNewLine: () => "\n",
        };
        // Declaration files of other packages are not checked.
        const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
        expect(files.map(({ fileName }) => fileName)).toContain(join(installed, "dist/types/index.d.ts"));
        const found = [
            ...program.getConfigFileParsingDiagnostics(),
            ...program.getOptionsDiagnostics(),
            ...program.getGlobalDiagnostics(),
            ...files.flatMap((file) => [
                ...program.getSyntacticDiagnostics(file),
                ...program.getSemanticDiagnostics(file),
            ]),
        ];
        expect(ts.formatDiagnostics(found, host)).toBe("");
    });

    test("include comments, which an editor shows for fields", () => {
        const file = join(folder, "program.ts");
        const hover = (text: string, offset: number) =>
            ts.displayPartsToString(editor.getQuickInfoAtPosition(file, PROGRAM.indexOf(text) + offset)?.documentation);
        expect(hover('name: "On call"', 0)).toBe("Name of the group.");
        expect(hover("adminOwnerId: owner", 0)).toContain("Owner that administers the object");
        expect(hover("adopt: true", 0)).toContain("imports the object even if it differs");
        expect(hover("group.name", "group.".length)).toBe("Name of the group.");
        expect(hover("group.adminOwnerId", "group.".length)).toContain("Owner that administers the object");
        expect(hover("access.Group(", "access.".length)).not.toBe("");
    });
});
