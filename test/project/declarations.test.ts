/** An editor shows the types of the installed package as plain interfaces with a comment on every field. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { kinds } from "../../src/resources/kinds.js";

const root = join(__dirname, "../..");
const inputs = `
import { Group, GroupUser } from "pulumi-access-governance";
new Group("g", {
    name: "Production on-call",
    appId: "a",
    groupType: "SVC_GROUP",
    requestConfigurations: [
        { priority: 0, allowRequests: true, autoApproval: false, maxDurationMinutes: -1, reviewerStages: [{ operator: "OR", ownerIds: ["o"] }] },
    ],
});
new GroupUser("m", { groupId: "g", userId: "u", durationMinutes: 0 });
new GroupUser("wrong", { groupId: "g", userId: "u", durationMinute: 0 });
new Group("wrong", { name: "x", appId: "a", groupType: "SVC_GROUP", riskSensitivityOverride: "HIGHEST" });
`;

let service: ts.LanguageService;
const file = join(root, "test/hovered.ts");

beforeAll(() => {
    const { options } = ts.parseJsonConfigFileContent(
        ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
        ts.sys,
        root,
    );
    service = ts.createLanguageService({
        getScriptFileNames: () => [file],
        getScriptVersion: () => "1",
        getScriptSnapshot: (name) => {
            const text = name === file ? inputs : ts.sys.readFile(name);
            return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
        },
        getCurrentDirectory: () => root,
        getCompilationSettings: () => ({ ...options, noEmit: true }),
        getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
        fileExists: (name) => name === file || ts.sys.fileExists(name),
        readFile: (name) => (name === file ? inputs : ts.sys.readFile(name)),
        readDirectory: ts.sys.readDirectory,
        directoryExists: ts.sys.directoryExists,
        getDirectories: ts.sys.getDirectories,
    });
});

describe("an editor", () => {
    test.each([
        ["maxDurationMinutes", "-1 for unlimited"],
        ["durationMinutes: 0", "0: never"],
        ["operator", "all reviewers must approve"],
        ["ownerIds", "Owners who review"],
        ["groupType", "Default: `OPAL_GROUP`"],
    ])("shows the comment of %s: %s", (word, comment) => {
        const info = service.getQuickInfoAtPosition(file, inputs.indexOf(word));
        expect(ts.displayPartsToString(info?.documentation)).toContain(comment);
    });

    test("reports a mistake with the nearest name or the allowed values, and without types of the schemas", () => {
        const found = service
            .getSemanticDiagnostics(file)
            .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
        expect(found).toHaveLength(2);
        expect(found[0]).toContain("'durationMinute' does not exist in type 'GroupUserArgs'");
        expect(found[0]).toContain("'durationMinutes'");
        expect(found[1]).toMatch(/"HIGHEST"' is not assignable to type 'Input<.*"CRITICAL"/s);
        expect(found.join()).not.toMatch(/Zod|\$ZodType|ArgsOf|Given</);
    });
});

test("every kind has plain interfaces in which every field has a comment, including nested ones", () => {
    const text = readFileSync(join(root, "dist/types/index.d.ts"), "utf8");
    for (const { name } of kinds) {
        expect(text).toMatch(new RegExp(`^interface ${name} \\{$`, "m"));
        expect(text).toMatch(new RegExp(`^interface ${name}Args \\{$`, "m"));
    }
    const plain = text.slice(0, text.lastIndexOf("\nexport {"));
    expect(plain).not.toMatch(/ArgsOf|OutputsOf/);
    // The fields of RemoteInfo and CampaignQuery have no comments in the API description.
    const bare = plain
        .replace(/^interface \w*RemoteInfo[\s\S]*?^\}/gm, "")
        .replace(/^interface CampaignQuery[\s\S]*?^\}/gm, "");
    const uncommented = [...bare.matchAll(/^interface (\w+) \{\n([\s\S]*?)^\}/gm)].flatMap(([, name, body = ""]) =>
        [...body.matchAll(/^ {4}(?:readonly )?(\w+)\??: /gm)]
            .filter(({ index }) => !body.slice(0, index).endsWith("*/\n"))
            .map(([, field]) => `${name}.${field}`),
    );
    expect(uncommented).toEqual([]);
});

test("the plain interfaces are equal to the types inferred from the schemas", () => {
    const names = kinds.map(({ name }) => name);
    const text = names
        .map(
            (name) => `
import type { ${name} as Made${name}, ${name}Args as MadeArgs${name} } from "pulumi-access-governance";
import type { ${name} as Own${name}, ${name}Args as OwnArgs${name} } from "../src/resources/index.js";
declare let madeArgs${name}: MadeArgs${name};
declare let ownArgs${name}: OwnArgs${name};
// Every value of the source type is accepted, and both are identical as plain values.
madeArgs${name} = ownArgs${name};
declare let madeValues${name}: Unwrap<MadeArgs${name}>;
declare let ownValues${name}: Unwrap<OwnArgs${name}>;
madeValues${name} = ownValues${name};
ownValues${name} = madeValues${name};
type Fields${name} = Extract<keyof Own${name}, keyof OwnArgs${name}>;
declare let made${name}: { [Key in Fields${name}]: Made${name}[Key] };
declare let own${name}: { [Key in Fields${name}]: Own${name}[Key] };
made${name} = own${name};
own${name} = made${name};`,
        )
        .join("\n")
        .replace(/^/, 'import type { Unwrap } from "@pulumi/pulumi";\n');
    const { options } = ts.parseJsonConfigFileContent(
        ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
        ts.sys,
        root,
    );
    const host = ts.createCompilerHost({ ...options, noEmit: true, noUnusedLocals: false });
    const path = join(root, "test/equal.ts");
    const { getSourceFile, fileExists } = host;
    host.getSourceFile = (name, ...rest) =>
        name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext) : getSourceFile(name, ...rest);
    host.fileExists = (name) => name === path || fileExists(name);
    const program = ts.createProgram([path], { ...options, noEmit: true, noUnusedLocals: false }, host);
    const source = program.getSourceFile(path);
    const found = program
        .getSemanticDiagnostics(source)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    expect(found).toEqual([]);
    expect(names).not.toEqual([]);
});
