/** docs/first-hour.md, typed as it stands there: the files, then every command, in order, in one shell. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findPulumi, withoutPulumi } from "../src/engine/pulumi.js";
import { type Service, startService } from "../src/service/index.js";
import { warm } from "./warm/warm.js";

const root = join(__dirname, "..");
const guide = readFileSync(join(root, "docs/first-hour.md"), "utf8");
const engines = ["local" as const, ...(findPulumi(false) ? ["pulumi" as const] : [])];

interface Block {
    readonly language: string;
    readonly text: string;
}

const blocks: Block[] = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
    language,
    text,
}));
const files: Readonly<Record<string, string>> = { yaml: "Pulumi.yaml", json: "tsconfig.json", ts: "index.ts" };

let service: Service;
let folder: string;
let installed: string;

beforeEach(async () => {
    service = await startService({ token: "local-token" });
    folder = mkdtempSync(join(tmpdir(), "first-hour-"));
    installed = mkdtempSync(join(tmpdir(), "installed-"));
});
afterEach(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(installed, { recursive: true, force: true });
});

describe.each(engines)("the first hour, on %s", (engine) => {
    test("goes from an empty folder to a repaired drift, as the guide says", { timeout: 240_000 }, async () => {
        const { code, output } = await typed(engine);
        expect(code, output.join("")).toBe(0);
        const commands = blocks.filter(({ language }) => language === "sh");
        expect(output).toHaveLength(commands.length);
        for (const [index, { language, text }] of blocks.entries()) {
            if (language !== "text") continue;
            const at = blocks.slice(0, index).filter((before) => before.language === "sh").length - 1;
            for (const line of text.split("\n").filter(Boolean)) expect(output[at]).toContain(line);
        }
        // Destroyed at the end, and nothing of it is left; the token was shown nowhere.
        expect(service.snapshot().owners.map(({ name }) => name)).not.toContain("Platform team");
        expect(service.calls.of("updateGroups").length).toBeGreaterThan(0);
        expect(output.join("")).not.toContain(service.token);
    });
});

test("every error that the guide explains is one that somebody says", () => {
    const said = [...sources(join(root, "src"))].map((file) => readFileSync(file, "utf8")).join("\n");
    const rows = [...(/\n## 9\.[\s\S]*?\n## /.exec(guide)?.[0] ?? "").matchAll(/^\| (`.*?) \| .*$/gm)];
    expect(rows.length).toBeGreaterThan(8);
    for (const [row, first = ""] of rows.filter(([row]) => !row.includes("(Pulumi)"))) {
        for (const [, words = ""] of first.matchAll(/`([^`]+)`/g)) {
            const sentence = words.replace(/ \d{3}$/, " ");
            expect(said.includes(sentence), `${row}: nobody says ${JSON.stringify(sentence)}`).toBe(true);
        }
    }
});

/** Runs the guide in one shell; answers what each of its blocks of commands printed. */
async function typed(engine: "local" | "pulumi"): Promise<{ code: number | null; output: string[] }> {
    const mark = "== the next block ==";
    const script = blocks.flatMap(({ language, text }) => {
        const file = files[language];
        if (file) return [`cat > ${file} <<'END'\n${text}END`];
        return language === "sh" ? [`echo '${mark}'\n${text}`] : [];
    });
    const text = script.join("\n").replaceAll("http://127.0.0.1:7411/v1", service.url);
    const {
        ACCESS_GOVERNANCE_URL: _,
        ACCESS_GOVERNANCE_TOKEN: __,
        OPAL_AUTH_TOKEN: ___,
        ...own
    } = withoutPulumi(process.env);
    const path = [installer(), ...(engine === "local" ? [join(root, "test/engine/bin")] : []), own.PATH];
    const env = {
        ...own,
        ...(engine === "local" && (await warm())),
        PATH: path.join(delimiter),
        PULUMI_HOME: join(folder, "home"),
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    return new Promise((resolve, reject) => {
        const work = join(folder, "work");
        mkdirSync(work);
        const child = spawn("bash", ["-c", `set -e\nexec 2>&1\n${text}`], {
            cwd: work,
            env,
            stdio: ["ignore", "pipe", "inherit"],
        });
        let output = "";
        child.stdout.setEncoding("utf8").on("data", (more: string) => {
            output += more;
        });
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, output: output.split(`${mark}\n`).slice(1) }));
    });
}

/** An `npm` that puts in place what the tests have installed already: nothing leaves this machine. */
function installer(): string {
    const npm = join(installed, "npm");
    writeFileSync(
        npm,
        `#!/bin/sh
case "$1" in
init) echo '{ "name": "access", "version": "1.0.0", "main": "index.js", "type": "commonjs" }' > package.json ;;
install) ln -sfn "${join(root, "node_modules")}" node_modules ;;
*) echo "npm $* is not for this guide" >&2; exit 1 ;;
esac
`,
    );
    chmodSync(npm, 0o755);
    return installed;
}

function* sources(folder: string): Generator<string> {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) yield* sources(path);
        else if (path.endsWith(".ts")) yield path;
    }
}
