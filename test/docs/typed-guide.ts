/** Follows a page of the docs: writes its files and runs its commands, in order, in one shell. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { withoutPulumi } from "../../src/local/engine/pulumi.js";
import type { Service } from "../../src/local/service/index.js";
import { warm } from "../proofs/warm/warm.js";

const root = join(__dirname, "../..");
const MARK = "== the next block ==";
/** Number of command blocks that set up the project. */
export const PROJECT = 2;
const FILES: Readonly<Record<string, string>> = { yaml: "Pulumi.yaml", json: "tsconfig.json", ts: "index.ts" };

export interface Block {
    readonly language: string;
    readonly text: string;
}

export interface Typed {
    readonly code: number | null;
    /** Output of each block of commands. */
    readonly output: readonly string[];
}

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
    return [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = "", text = ""]) => ({
        language,
        text,
    }));
}

/** Sections 1 and 3 of the first-hour guide, whose program the other guides replace. Its service has the token `local-token`. */
export function project(): Block[] {
    const [, first = "", , third = ""] = readFileSync(join(root, "docs/first-hour.md"), "utf8").split(/^## \d+\. /m);
    const [making, ...files] = blocksOf(first);
    const settings = "export ACCESS_GOVERNANCE_URL=http://127.0.0.1:7411/v1 ACCESS_GOVERNANCE_TOKEN=local-token\n";
    const stack = blocksOf(third).map(({ text }) => text);
    if (!making) throw new Error("The first hour makes no project.");
    return [making, ...files, { language: "sh", text: `${stack.join("")}${settings}` }];
}

/** Writes the files and runs the commands of `blocks` in an empty folder, with the service's URL in place of the one in the guides. */
export async function type(blocks: readonly Block[], engine: "local" | "pulumi", service: Service): Promise<Typed> {
    const folder = mkdtempSync(join(tmpdir(), "typed-"));
    try {
        const script = blocks.flatMap(({ language, text }) => {
            const file = FILES[language];
            if (file) return [`cat > ${file} <<'END'\n${text}END`];
            return language === "sh" ? [`echo '${MARK}'\n${text}`] : [];
        });
        return await run(script.join("\n").replaceAll("http://127.0.0.1:7411/v1", service.url), engine, folder);
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
}

/** Expects each line of a text block in the output of the preceding commands. */
export function expectShown(blocks: readonly Block[], { code, output }: Typed): void {
    expect(code, output.join("")).toBe(0);
    expect(output).toHaveLength(blocks.filter(({ language }) => language === "sh").length);
    for (const [index, { language, text }] of blocks.entries()) {
        if (language !== "text") continue;
        const at = blocks.slice(0, index).filter((before) => before.language === "sh").length - 1;
        for (const line of text.split("\n").filter(Boolean)) expect(output[at]).toContain(line);
    }
}

async function run(text: string, engine: "local" | "pulumi", folder: string): Promise<Typed> {
    const {
        ACCESS_GOVERNANCE_URL: _,
        ACCESS_GOVERNANCE_TOKEN: __,
        OPAL_AUTH_TOKEN: ___,
        ...own
    } = withoutPulumi(process.env);
    const path = [installer(folder), ...(engine === "local" ? [join(root, "test/local/engine/bin")] : []), own.PATH];
    const env = {
        ...own,
        ...(engine === "local" && (await warm())),
        PATH: path.join(delimiter),
        PULUMI_HOME: join(folder, "home"),
        PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const work = join(folder, "work");
    mkdirSync(work);
    return new Promise((resolve, reject) => {
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
        child.on("close", (code) => resolve({ code, output: output.split(`${MARK}\n`).slice(1) }));
    });
}

/** Writes a stand-in for `npm` that links the packages installed for the tests, so that no request is sent to a registry. */
function installer(folder: string): string {
    const place = join(folder, "installed");
    mkdirSync(place);
    const npm = join(place, "npm");
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
    return place;
}
