/** Each command that reads a state or a preview says the same of resources of the plugin, as programs in other languages have them, as of dynamic ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FORMS, type FormName } from "../../../src/common/pulumi-type.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { folder as documents } from "../../review/report/document.js";
import { runCommand } from "../command.js";

const folder = mkdtempSync(join(tmpdir(), "both-forms-"));
const killed = join(__dirname, "../../stack/recovery/documents/killed.json");
let service: Service;

beforeAll(async () => {
    service = await startService({ seed: "small" });
    writeFileSync(join(folder, "access.test.yaml"), "tests:\n  - { name: Nobody, who: everybody, cannot: see * }\n");
});
afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
});

/** Arguments of each command that reads a document, by what it reads. docs/languages.md lists the commands. */
const COMMANDS: Readonly<Record<"state" | "preview", Readonly<Record<string, (file: string) => string[]>>>> = {
    state: {
        doctor: (file) => ["--no-service", "--state", file],
        coverage: (file) => [file],
        recover: (file) => [file],
        test: (file) => [join(folder, "access.test.yaml"), "--state", file],
    },
    preview: {
        report: (file) => [file],
        impact: (file) => [file],
        map: (file) => ["--preview", file, "--out", join(folder, "map.html")],
        test: (file) => [join(folder, "access.test.yaml"), "--preview", file],
    },
};

/**
 * Writes a document in one of the forms. The inputs of resources of the plugin have no metadata. New objects are left out: the plugin does not
 * say which resource a new id belongs to, so what refers to them is unknown.
 */
function documentIn(form: FormName, file: string): string {
    const { steps, ...others } = JSON.parse(readFileSync(file, "utf8"));
    const document = { ...others, ...(steps && { steps: steps.filter(({ op }: { op: string }) => op !== "create") }) };
    const text = JSON.stringify(document)
        .replaceAll("http://127.0.0.1:4000/v1", service.url)
        .replaceAll(FORMS.dynamic.prefix, FORMS[form].prefix);
    const isMetadata = (name: string) => form === "plugin" && name.startsWith("__");
    const inForm = JSON.parse(text, (key, value) =>
        key === "inputs" && typeof value === "object" && value !== null
            ? Object.fromEntries(Object.entries(value).filter(([name]) => !isMetadata(name)))
            : value,
    );
    const path = join(folder, "document.json");
    writeFileSync(path, JSON.stringify(inForm));
    return path;
}

const rows = [
    ...Object.entries(COMMANDS.state).map(([command, args]) => ["state", command, args, killed] as const),
    ...Object.entries(COMMANDS.preview).map(
        ([command, args]) => ["preview", command, args, join(documents, "pull-request.json")] as const,
    ),
];

test.each(rows)("with a %s: %s", async (_, command, args, file) => {
    const said = async (form: FormName) => {
        const { code, stdout, stderr } = await runCommand([command, ...args(documentIn(form, file))], service);
        expect(stderr).not.toContain("error:");
        // The recovered state has the inputs of its form. What was recovered is on the standard error.
        return [code, command === "recover" ? stderr : stdout];
    };
    expect(await said("plugin")).toEqual(await said("dynamic"));
});

test("docs/languages.md lists every command, and what each of these reads", async () => {
    const { stdout } = await runCommand(["--help"]);
    const all = [...stdout.matchAll(/^ {2}([a-z-]+) [[<]?/gm)].map(([, name]) => name);
    const page = readFileSync(join(__dirname, "../../../docs/languages.md"), "utf8");
    const listed = [...page.matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \| ([^|]*) \|/gm)].flatMap(
        ([, names = "", reads = ""]) =>
            [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => [name, reads] as const),
    );
    expect(listed.map(([name]) => name).sort()).toEqual(
        all.filter((name) => name !== undefined && !["help", "complete"].includes(name)).sort(),
    );
    for (const [reads, command] of rows) expect(Object.fromEntries(listed)[command]).toContain(reads);
});
