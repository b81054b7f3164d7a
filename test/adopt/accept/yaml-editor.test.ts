/** Edits of programs in Pulumi YAML, without the Pulumi CLI. `yaml-programs.test.ts` lets the CLI confirm such edits. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references in Pulumi YAML look like placeholders
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { type Acceptance, type AcceptOptions, acceptanceOf } from "../../../src/adopt/accept/acceptance.js";
import { lookupFor } from "../../../src/adopt/export/program/lookups.js";
import { acceptanceText } from "../../../src/cli/steps/acceptance-text.js";
import { kindOfType } from "../../../src/cli/steps/kind-of.js";
import type { Properties } from "../../../src/common/properties.js";
import { pluginType } from "../../../src/common/pulumi-type.js";
import { kinds } from "../../../src/resources/kinds.js";
import { parseDocument } from "../../../src/review/report/document.js";

const folder = mkdtempSync(join(tmpdir(), "accept-yaml-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => rmSync(join(folder, "Main.json"), { force: true }));

const [ADA, BRUNO, PLATFORM, NIGHT, TEAM] = ["a", "b", "c", "d", "e"].map(
    (digit) => `${digit.repeat(8)}-0000-5000-8000-000000000000`,
) as [string, string, string, string, string]; // The list has five elements.

/** A declared object: its declared values and the live ones, which are undefined if it was deleted. */
interface Given {
    readonly kind: string;
    readonly name: string;
    readonly id?: string;
    readonly declared: Properties;
    readonly live: Properties | undefined;
    /** Values that the program declares now. Default: `declared`. */
    readonly next?: Properties;
    readonly parent?: string;
}

/** Returns the document of a preview with `--refresh`. */
function documentOf(all: readonly Given[]) {
    const steps = all.flatMap(({ kind, name, id = TEAM, declared, live, next = declared, parent }) => {
        const type = pluginType(kind);
        const urn = `urn:pulumi:dev::access::${type}::${name}`;
        const stateOf = (inputs: Properties) => ({ urn, type, id, inputs, outputs: inputs, ...(parent && { parent }) });
        const refresh = { op: "refresh", urn, oldState: stateOf(declared), newState: stateOf(declared) };
        if (!live) return [refresh, { op: "create", urn, newState: stateOf(next) }];
        return [refresh, { op: "update", urn, oldState: stateOf({ ...declared, ...live }), newState: stateOf(next) }];
    });
    return parseDocument(JSON.stringify({ steps }));
}

function accept(program: string, all: readonly Given[], options: Partial<AcceptOptions> = {}, file = "Pulumi.yaml") {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: access\nruntime: yaml\n");
    writeFileSync(join(folder, file), program);
    const wanted = { folder, isWanted: () => true, isSplit: false, lookedUp: LOOKED_UP, ...options };
    return acceptanceOf(documentOf(all), kindOfType, wanted);
}

/** The users are not in the stack. */
const LOOKED_UP = new Map(
    [
        [ADA, "ada@tidewater.example"],
        [BRUNO, "bruno@tidewater.example"],
    ].map(([id, email]) => {
        const user = kinds.find(({ name }) => name === "User");
        const lookup = user && lookupFor(user);
        if (!lookup) throw new Error("Users can be looked up.");
        return [`User ${id}`, { lookup, live: { email, userId: id } }] as const;
    }),
);

/** Returns the lines that the edits removed and added. */
function changed({ files }: Acceptance): string {
    const [file] = files;
    if (!file) return "";
    const [before, after] = [file.before, file.after].map((text) => text.split("\n"));
    const without = (some: string[] = [], others: string[] = [], sign: string): string[] => {
        const left = [...others];
        return some.flatMap((line) => {
            const at = left.indexOf(line);
            if (at < 0) return [sign + line];
            left.splice(at, 1);
            return [];
        });
    };
    return [...without(before, after, "-"), ...without(after, before, "+")].join("\n");
}

const HEAD = "name: access\nruntime: yaml\n";
/** A program with one resource, whose properties are the lines. */
const program = (type: string, properties: string, more = ""): string =>
    `${HEAD}${more}resources:\n  one: # the one\n    type: access-governance:${type}\n    properties:\n${properties
        .split("\n")
        .map((line) => (line === "" ? "" : `      ${line}`))
        .join("\n")}\n`;
const ada =
    "variables:\n  ada:\n    fn::invoke:\n      function: access-governance:getUser\n      arguments: { email: ada@tidewater.example }\n      return: userId\n";

const stage = (...ownerIds: string[]) => ({ operator: "AND", ownerIds, requireManagerApproval: false });
const rules = (...reviewerStages: object[]) => [{ priority: 0, reviewerStages }];

test.each<[string, string, Given, string]>([
    [
        "a text that would be a number without quotes, with the comment behind it",
        program("Owner", "name: Platform # who runs it"),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "007" } },
        '-      name: Platform # who runs it\n+      name: "007" # who runs it',
    ],
    [
        "a text that would be a boolean in another version of YAML",
        program("Owner", "name: Platform"),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "yes" } },
        '-      name: Platform\n+      name: "yes"',
    ],
    [
        "quotes as they are, and dollar signs that would begin a reference",
        program("Owner", "name: 'Platform'"),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Ada's ${one}" } },
        "-      name: 'Platform'\n+      name: 'Ada''s $${one}'",
    ],
    [
        "a literal block",
        program("Script", "name: s\nscriptType: CONTEXT_PROVIDER\nscript: |\n  a\n    b\n\n# the end"),
        {
            kind: "Script",
            name: "one",
            declared: { name: "s", script: "a\n  b\n" },
            live: { script: "a\n  c: ${d}\n\ne" },
        },
        "-      script: |\n-          b\n+      script: |-\n+          c: $${d}\n+        e\n+",
    ],
    [
        "an element of a list on one line",
        program("Owner", `name: P\nuserIds: ["\${ada}", "${BRUNO}"] # both`, ada),
        { kind: "Owner", name: "one", declared: { name: "P", userIds: [ADA, BRUNO] }, live: { userIds: [BRUNO] } },
        `-      userIds: ["\${ada}", "${BRUNO}"] # both\n+      userIds: ["${BRUNO}"] # both`,
    ],
    [
        "the first of two lines of a list, without the comment of the second, and a new lookup",
        program("GroupUsers", `groupId: ${TEAM}\nusers:\n  - userId: \${ada}\n  # stays\n  - userId: x`, ada),
        {
            kind: "GroupUsers",
            name: "one",
            declared: { groupId: TEAM, users: [{ userId: ADA }, { userId: "x" }] },
            live: { users: [{ userId: "x" }, { userId: BRUNO }] },
        },
        "-        - userId: ${ada}\n+  brunoUserId:\n+    fn::invoke:\n+      function: access-governance:getUser\n+      arguments:\n+        email: bruno@tidewater.example\n+      return: userId\n+        - userId: ${brunoUserId}",
    ],
    [
        "the first user of a list without elements, as a reference to an existing lookup",
        program("GroupUsers", `groupId: ${TEAM}\nusers: []`, ada),
        { kind: "GroupUsers", name: "one", declared: { groupId: TEAM, users: [] }, live: { users: [{ userId: ADA }] } },
        "-      users: []\n+      users:\n+        - userId: ${ada}",
    ],
    [
        "the last user",
        program("Owner", "name: P\nuserIds:\n  - ${ada}", ada),
        { kind: "Owner", name: "one", declared: { name: "P", userIds: [ADA] }, live: { userIds: [] } },
        "-      userIds:\n-        - ${ada}\n+      userIds: []",
    ],
    [
        "a value that the service no longer has",
        program("Group", `name: T\nappId: ${TEAM}\nconfigurationTemplateId: ${NIGHT}`),
        {
            kind: "Group",
            name: "one",
            declared: { name: "T", configurationTemplateId: NIGHT },
            live: { configurationTemplateId: null },
        },
        `-      configurationTemplateId: ${NIGHT}\n+      configurationTemplateId: ""`,
    ],
    [
        "a default that the program does not set, in a nested list, and a stage in the style of the first",
        program(
            "Group",
            `name: T\nappId: ${TEAM}\nrequestConfigurations:\n  - reviewerStages:\n      - ownerIds: ["${PLATFORM}"]`,
        ),
        {
            kind: "Group",
            name: "one",
            declared: { name: "T", requestConfigurations: rules(stage(PLATFORM)) },
            live: {
                requestConfigurations: rules({ ...stage(PLATFORM), requireManagerApproval: true }, stage(NIGHT)),
            },
        },
        `+              requireManagerApproval: true\n+            - operator: AND\n+              ownerIds: [${NIGHT}]\n+              requireManagerApproval: false`,
    ],
    [
        "part of a mapping on one line",
        program("Group", `name: T\nappId: ${TEAM}\nvisibility: { visibility: LIMITED, visibilityGroupIds: [${TEAM}] }`),
        {
            kind: "Group",
            name: "one",
            declared: { name: "T", visibility: { visibility: "LIMITED", visibilityGroupIds: [TEAM] } },
            live: { visibility: { visibility: "GLOBAL", visibilityGroupIds: [] } },
        },
        `-      visibility: { visibility: LIMITED, visibilityGroupIds: [${TEAM}] }\n+      visibility: { visibility: GLOBAL, visibilityGroupIds: [] }`,
    ],
    [
        "a variable that nothing else uses",
        program("Owner", "name: ${title}", "variables:\n  title: Platform\n"),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Night" } },
        "-  title: Platform\n+  title: Night",
    ],
])("writes %s", (_, text, given, expected) => {
    const done = accept(text, [given]);
    expect(done.notAccepted).toEqual([]);
    expect(changed(done)).toBe(expected);
    expect(done.accepted).toMatchObject([{ resource: "one" }]);
});

test.each<[string, string, Given, { because: RegExp; place: string }]>([
    [
        "a part of a text",
        program("Owner", "name: The ${title}", "variables:\n  title: Platform\n"),
        { kind: "Owner", name: "one", declared: { name: "The Platform" }, live: { name: "The Night" } },
        { because: /computed.*`name: The Night`/, place: "Pulumi.yaml:9" },
    ],
    [
        "a function",
        program("Owner", "name:\n  fn::join: [' ', [The, Platform]]"),
        { kind: "Owner", name: "one", declared: { name: "The Platform" }, live: { name: "Night" } },
        { because: /function.*`name: Night`/, place: "Pulumi.yaml:8" },
    ],
    [
        "a secret of the program",
        program("Owner", "name:\n  fn::secret: Platform"),
        { kind: "Owner", name: "one", declared: { name: "[secret]" }, live: { name: "Night" } },
        { because: /secret/, place: "Pulumi.yaml:4" },
    ],
    [
        "a setting",
        program("Owner", "name: ${title}", "config:\n  title: { type: string, secret: true }\n"),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Night's" } },
        { because: /pulumi config set --secret title 'Night'\\''s'/, place: "Pulumi.yaml:9" },
    ],
    [
        "an ignored property",
        `${program("Owner", "name: Platform")}    options:\n      ignoreChanges: [name]\n`,
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Night" } },
        { because: /ignoreChanges/, place: "Pulumi.yaml:9" },
    ],
    [
        "what the program also changed",
        program("Owner", "name: Night"),
        { kind: "Owner", name: "one", declared: { name: "P" }, live: { name: "Q" }, next: { name: "Night" } },
        { because: /also changed/, place: "Pulumi.yaml:4" },
    ],
    [
        "a resource that the program does not declare itself",
        program("Owner", "name: Platform"),
        { kind: "Owner", name: "two", declared: { name: "Platform" }, live: { name: "Night" } },
        { because: /not found/, place: "Pulumi.yaml" },
    ],
    [
        "a program that a command generates",
        program("Owner", "name: Platform").replace(
            "runtime: yaml",
            "runtime:\n  name: yaml\n  options: { compiler: cue }",
        ),
        { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Night" } },
        { because: /cue/, place: "Pulumi.yaml" },
    ],
])("refuses %s", (_, text, given, { because, place }) => {
    const { accepted, notAccepted, files } = accept(text, [given]);
    expect([accepted, files]).toEqual([[], []]);
    expect(notAccepted).toMatchObject([{ place }]);
    expect(notAccepted[0]?.because).toMatch(because);
});

test("a shared variable is refused with all places, or copied with --split", () => {
    const text = `${program("Owner", "name: ${title}", "variables:\n  title: Platform\n")}outputs:\n  title: \${title}\n`;
    const given = { kind: "Owner", name: "one", declared: { name: "Platform" }, live: { name: "Night" } };
    const [refused] = accept(text, [given]).notAccepted;
    expect(refused).toMatchObject({ place: "Pulumi.yaml:4" });
    expect(refused?.because).toContain("Pulumi.yaml:9, Pulumi.yaml:11");
    expect(changed(accept(text, [given], { isSplit: true }))).toBe("-      name: ${title}\n+      name: Night");
});

test("only a reference to a resource that does not depend on this one replaces an id", () => {
    const text = `${HEAD}resources:
  platform:
    type: access-governance:Owner
    name: the-platform
    properties: { name: Platform, sourceGroupId: "\${team.id}" }
  night: { type: access-governance:Owner, properties: { name: Night } }
  team:
    type: access-governance:Group
    properties:
      adminOwnerId: \${night.id}
`;
    const owners = [
        { kind: "Owner", name: "the-platform", id: PLATFORM, declared: {}, live: {} },
        { kind: "Owner", name: "night", id: NIGHT, declared: {}, live: {} },
    ];
    const team = (declared: string, live: string): Given => ({
        kind: "Group",
        name: "team",
        declared: { adminOwnerId: declared },
        live: { adminOwnerId: live },
    });
    expect(changed(accept(text, [...owners, team(NIGHT, PLATFORM)]))).toContain(`+      adminOwnerId: ${PLATFORM}`);
    const other = text.replace(', sourceGroupId: "${team.id}"', "");
    expect(changed(accept(other, [...owners, team(NIGHT, PLATFORM)]))).toContain("+      adminOwnerId: ${platform.id}");
});

const TWO = `${HEAD}resources:
  # First.
  one:
    type: access-governance:Owner
    properties: { name: One }
  # Second.
  two:
    type: access-governance:OwnerUsers
    properties:
      ownerId: \${one.id}
      userIds: []
outputs:
  x: y
`;
const gone = (kind: string, name: string): Given => ({ kind, name, declared: {}, live: undefined });

test("removes the declaration of a deleted object only together with what refers to it", () => {
    const [refused] = accept(TWO, [gone("Owner", "one")]).notAccepted;
    expect(refused?.because).toContain("Pulumi.yaml:12");
    expect(parse(accept(TWO, [gone("OwnerUsers", "two")]).files[0]?.after ?? "").resources).toEqual({
        one: { type: "access-governance:Owner", properties: { name: "One" } },
    });
    const both = accept(TWO, [gone("Owner", "one"), gone("OwnerUsers", "two")]);
    expect(both.accepted).toMatchObject([{ resource: "one" }, { resource: "two" }]);
    expect(parse(both.files[0]?.after ?? "")).toEqual({
        name: "access",
        runtime: "yaml",
        resources: {},
        outputs: { x: "y" },
    });
});

test("nothing is left to accept of a deleted object that the program no longer declares", () => {
    const { steps } = documentOf([gone("Owner", "two")]);
    const message = 'Owner "two" was deleted outside of Pulumi';
    const document = parseDocument(
        JSON.stringify({ steps: steps.slice(0, 1), diagnostics: [{ severity: "info", message }] }),
    );
    writeFileSync(join(folder, "Pulumi.yaml"), TWO);
    const options = { folder, isWanted: () => true, isSplit: false };
    expect(acceptanceOf(document, kindOfType, options)).toEqual({ accepted: [], notAccepted: [], files: [] });
});

test("drift in a property that Pulumi ignores is nothing to accept", () => {
    const [declared, live] = [{ name: "P" }, { name: "Q" }];
    const done = accept(program("Owner", "name: P"), [{ kind: "Owner", name: "one", declared, live, next: live }]);
    expect(done).toEqual({ accepted: [], notAccepted: [], files: [] });
});

test("a live value that a program could not declare counts, although the plugin returns the last one as input", () => {
    const document = documentOf([{ kind: "Owner", name: "one", declared: { name: "P" }, live: {} }]);
    for (const { op, oldState } of document.steps)
        if (op === "update" && oldState) Object.assign(oldState, { outputs: { name: "Q" } });
    writeFileSync(join(folder, "Pulumi.yaml"), program("Owner", "name: P"));
    const done = acceptanceOf(document, kindOfType, { folder, isWanted: () => true, isSplit: false });
    expect(changed(done)).toBe("-      name: P\n+      name: Q");
});

test("a component's argument is edited if it is the only one with the value; nothing else of a component is", () => {
    const text = program("components:AccessTeam", "name: Yard\ndescription: Who loads\nlabels: [Yard]");
    const parent = "urn:pulumi:dev::access::access-governance:components:AccessTeam::one";
    const child = (declared: Properties, live: Properties | undefined): Given => ({
        kind: "Group",
        name: "one-group",
        declared,
        live,
        parent,
    });
    expect(changed(accept(text, [child({ description: "Who loads" }, { description: "Who lifts" })]))).toBe(
        "-      description: Who loads\n+      description: Who lifts",
    );
    for (const one of [child({ name: "Yard" }, { name: "Dock" }), child({}, undefined)])
        expect(accept(text, [one])).toMatchObject({ accepted: [], notAccepted: [{ place: "Pulumi.yaml:4" }] });
});

test("line endings and a byte order mark stay", () => {
    const text = `\ufeff${program("Owner", "name: P\nuserIds: []", ada).replaceAll("\n", "\r\n")}`;
    const given = { kind: "Owner", name: "one", declared: { name: "P", userIds: [] }, live: { userIds: [ADA] } };
    const [file] = accept(text, [given]).files;
    expect(file?.after).toBe(text.replace("userIds: []", "userIds:\r\n        - ${ada}"));
});

test("a program in JSON stays JSON", () => {
    const text = JSON.stringify(
        { resources: { one: { type: "access-governance:Owner", properties: { name: "P", userIds: [BRUNO] } } } },
        undefined,
        2,
    );
    const live = { name: "1", userIds: [BRUNO, "x"] };
    const declared = { name: "P", userIds: [BRUNO] };
    const [file] = accept(
        text,
        [{ kind: "Owner", name: "one", declared, live }],
        { lookedUp: new Map() },
        "Main.json",
    ).files;
    expect(file?.path).toBe("Main.json");
    expect(JSON.parse(file?.after ?? "").resources.one.properties).toEqual(live);
});

test("a property that cannot be declared without a value is removed, and reported as no longer declared", () => {
    const given = {
        kind: "Group",
        name: "one",
        declared: { name: "T", adminOwnerId: NIGHT },
        live: { adminOwnerId: null },
    };
    const done = accept(program("Group", `name: T\nadminOwnerId: ${NIGHT}`), [given]);
    expect(changed(done)).toBe(`-      adminOwnerId: ${NIGHT}`);
    expect(done.accepted).toMatchObject([{ property: "adminOwnerId", isReleased: true }]);
    expect(acceptanceText(done, false, false)).toContain("no longer declared");
});

test("in a TypeScript program that uses the plugin, an empty text stands for null", () => {
    const text = `new access.Group("one", {\n    configurationTemplateId: "${NIGHT}",\n});\n`;
    const declared = { configurationTemplateId: NIGHT };
    const document = documentOf([{ kind: "Group", name: "one", declared, live: { configurationTemplateId: null } }]);
    for (const { newState } of document.steps)
        if (newState) Object.assign(newState, { sourcePosition: "project:///index.ts#1,1" });
    writeFileSync(join(folder, "Pulumi.yaml"), "name: access\nruntime: nodejs\n");
    writeFileSync(join(folder, "index.ts"), text);
    const done = acceptanceOf(document, kindOfType, { folder, isWanted: () => true, isSplit: false });
    expect(changed(done)).toBe(`-    configurationTemplateId: "${NIGHT}",\n+    configurationTemplateId: "",`);
});

test("programs in other languages are not edited; the value is shown as the language spells it", () => {
    const given: Given = {
        kind: "Group",
        name: "one",
        declared: { adminOwnerId: PLATFORM, visibility: { visibility: "LIMITED", visibilityGroupIds: [TEAM] } },
        live: { adminOwnerId: null, visibility: { visibility: "GLOBAL", visibilityGroupIds: [] } },
    };
    const because = (language: string): string[] => {
        const done = accept(`name: access\nruntime: ${language}\n`, [given, gone("Owner", "two")]);
        expect([done.accepted, done.files]).toEqual([[], []]);
        return done.notAccepted.map((one) => one.because);
    };
    expect(because("python")).toMatchInlineSnapshot(`
      [
        "edit the Python program yourself: set \`visibility\` to \`{"visibility": "GLOBAL", "visibility_group_ids": []}\`",
        "edit the Python program yourself: remove \`admin_owner_id\`, which leaves it unmanaged",
        "edit the Python program yourself: remove the resource",
      ]
    `);
    expect(because("go").join()).toContain("AdminOwnerId");
    expect(because("ruby").join()).toContain("adminOwnerId");
});
