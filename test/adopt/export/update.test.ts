import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { declaredSingly } from "../../../src/adopt/export/declared.js";
import { JOURNAL, readOrganization } from "../../../src/adopt/export/export.js";
import type { ExportSelection } from "../../../src/adopt/export/inventory/selection.js";
import { type Updated, updateProgram } from "../../../src/adopt/export/update.js";
import { AccessGovernanceClient } from "../../../src/index.js";
import { type Service, startService } from "../../../src/local/service/index.js";
import { kinds } from "../../../src/resources/kinds.js";
import type { DeploymentDocument } from "../../../src/stack/deployment.js";
import { contentOf, exported, newFolder, readingOf, stateIn } from "./organization.js";

let service: Service;
let client: AccessGovernanceClient;
let folder: string;
let out: string;

beforeEach(async () => {
    service = await startService({ seed: "small" });
    client = new AccessGovernanceClient({ url: service.url, token: service.token });
    folder = newFolder();
    out = join(folder, "access");
    await exported(service, out);
});
afterEach(async () => {
    rmSync(folder, { recursive: true });
    await service.close();
});

test("an update of an unchanged organization adds nothing", async () => {
    const before = files();
    expect(await update()).toMatchObject({ added: [], gone: [], isHooked: true });
    expect(files()).toEqual(before);
});

test("new objects are written to new files, with references to declared resources", async () => {
    appendFileSync(join(out, "owners.ts"), "// mine\n");
    const before = files();
    await createGroup("Night shift");
    const { added, folder: made } = await update();
    expect(added.map(({ kind, name }) => `${kind.name} ${name}`)).toEqual(["Group night-shift"]);
    expect(made).toBe("added/1");
    const after = files();
    for (const [name, text] of before) if (name !== "added/index.ts") expect(after.get(name)).toBe(text);
    expect(after.get("added/index.ts")).toBe(`${before.get("added/index.ts")}import "./1";\n`);
    const [text = ""] = [...after].filter(([name]) => name.startsWith("added/1/teams/")).map(([, text]) => text);
    expect(text).toMatch(/from "\.\.\/\.\.\/\.\.\/owners"/);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
    const { resources } = JSON.parse(after.get("added/1/import.json") ?? "{}");
    expect(resources).toMatchObject([{ name: "night-shift", id: added[0]?.id }]);
});

test.each(["added", "added/index.ts"])("an update does not write through a symbolic link: %s", async (path) => {
    await createGroup("Night shift");
    const elsewhere = join(folder, "elsewhere");
    if (path === "added") mkdirSync(elsewhere);
    else writeFileSync(elsewhere, "theirs\n");
    rmSync(join(out, path), { recursive: true });
    symlinkSync(elsewhere, join(out, path));
    await expect(update()).rejects.toThrow(`${path} is a symbolic link`);
    expect(path === "added" ? readdirSync(elsewhere) : readFileSync(elsewhere, "utf8")).toEqual(
        path === "added" ? [] : "theirs\n",
    );
});

test("a second update does not change the files of the first", async () => {
    await createGroup("Night shift");
    const { added } = await update();
    await createGroup("Night shift");
    const state = stateIn(out);
    const urn = "urn:pulumi:dev::exported::pulumi-nodejs:dynamic/access-governance:Group::night-shift";
    const entry = { urn, type: "pulumi-nodejs:dynamic/access-governance:Group", id: added[0]?.id ?? "", inputs: {} };
    state.deployment.resources?.push({ ...entry, custom: true });
    // Two groups of the same name cannot both be declared, so the second is renamed.
    const [second] = service.store.groups
        .all()
        .filter(({ group_id, name }) => name === "Night shift" && group_id !== entry.id);
    await client.groups.update({ groups: [{ group_id: second?.group_id ?? "", name: "night-shift" }] });
    const again = await update([state]);
    expect(again.added.map(({ name, variable }) => [name, variable])).toEqual([
        ["night-shift-tidewater", "nightShiftTidewaterGroup"],
    ]);
    expect(again.folder).toBe("added/2");
    expect(readFileSync(join(out, "added/index.ts"), "utf8")).toMatch(/import "\.\/1";\nimport "\.\/2";\n$/);
});

test("a deleted object is reported with its place, and no file changes", async () => {
    const [tag] = service.store.tags.all();
    await client.tags.delete(tag?.tag_id ?? "");
    const before = files();
    const { gone, added } = await update();
    expect(added).toEqual([]);
    expect(gone.find(({ kind }) => kind === "Tag")).toMatchObject({ id: tag?.tag_id, place: { file: "tags.ts" } });
    expect(files()).toEqual(before);
});

test("new members of a set are declared individually if the stack declares the others individually", async () => {
    const [resource] = service.store.resources.all();
    const [group] = service.store.groups.all();
    const ids = { group_id: group?.group_id ?? "", resource_id: resource?.resource_id ?? "" };
    const grant = { access_level_remote_id: "", expiration_date: null };
    service.store.groupResources.set({ ...ids, ...grant });
    const state = stateIn(out);
    for (const one of state.deployment.resources ?? []) if (one.id === ids.group_id) delete one.inputs?.resources;
    const id = `${ids.group_id}/${ids.resource_id}`;
    const urn = "urn:pulumi:dev::exported::pulumi-nodejs:dynamic/access-governance:GroupResource::one";
    state.deployment.resources?.push({
        urn,
        type: "pulumi-nodejs:dynamic/access-governance:GroupResource",
        id,
        inputs: {},
    });
    expect((await update([state])).added).toEqual([]);
    const [, another] = service.store.resources.all();
    service.store.groupResources.set({ ...ids, resource_id: another?.resource_id ?? "", ...grant });
    expect((await update([state])).added.map(({ kind }) => kind.name)).toEqual(["GroupResource"]);
});

test("a folder without a program is refused", async () => {
    rmSync(join(out, "Pulumi.yaml"));
    await expect(update()).rejects.toThrow(/is not a Pulumi program/);
});

test("an update reports that the program does not import the added files", async () => {
    rmSync(join(out, "added"), { recursive: true });
    writeFileSync(
        join(out, "index.ts"),
        readFileSync(join(out, "index.ts"), "utf8").replace('import "./added";\n', ""),
    );
    await createGroup("Night shift");
    expect(await update()).toMatchObject({ isHooked: false, folder: "added/1" });
});

describe("an object that was not looked for is not reported as deleted", () => {
    test("objects outside the selected part are not reported as deleted", async () => {
        expect((await update([stateIn(out)], { include: ["Group"] })).gone).toEqual([]);
        expect((await update([stateIn(out)], { exclude: ["GroupUser", "GroupTag"] })).gone).toEqual([]);
        expect((await update([stateIn(out)], { exceptTeam: ["Administrators"] })).gone).toEqual([]);
    });

    test.each([
        ["getGroups", 403],
        ["getGroupUsers", 403],
        ["getGroupUsers", 400],
        ["getTags", 403],
    ] as const)("no object is reported as deleted if %s returned %i", async (operation, status) => {
        service.faults.add({ operation, answer: { status } });
        expect((await update()).gone).toEqual([]);
    });
});

test("one failed read does not affect other objects of the same kind", async () => {
    service.faults.add({ operation: "getGroupUsers", times: 1, answer: { status: 400 } });
    expect(await update()).toMatchObject({ added: [], gone: [] });
});

test("an import is added on a new line if the last line of the file has no line break", async () => {
    appendFileSync(join(out, "added/index.ts"), "// end");
    await createGroup("Night shift");
    await update();
    expect(readFileSync(join(out, "added/index.ts"), "utf8")).toMatch(/\n\/\/ end\nimport "\.\/1";\n$/);
});

test("an update reports that the import of the added files is commented out", async () => {
    const index = join(out, "index.ts");
    writeFileSync(index, readFileSync(index, "utf8").replace('import "./added";', '// import "./added";'));
    await createGroup("Night shift");
    expect(await update()).toMatchObject({ isHooked: false });
});

test("references ignore variables in comments and in other programs", async () => {
    mkdirSync(join(out, "other"));
    writeFileSync(join(out, "other/Pulumi.yaml"), "name: other\n");
    const lines = ['export const wrong = new access.Owner("administrators", {});'];
    writeFileSync(join(out, "other/index.ts"), lines.join("\n"));
    writeFileSync(join(out, "a.ts"), `// ${lines[0]}\nexport {};\n`);
    await createGroup("Night shift");
    await update();
    const texts = [...files()].filter(([name]) => name.startsWith("added/1/")).map(([, text]) => text);
    expect(texts.join()).not.toContain("wrong");
    expect(texts.join()).toContain("administratorsOwner.id");
});

test("an object of another project is looked up, even if its resource has a known name", async () => {
    const state = stateIn(out);
    for (const one of state.deployment.resources ?? []) one.urn = one.urn.replace("::exported::", "::elsewhere::");
    const [mine] = stateIn(out).deployment.resources?.filter(({ type }) => type.endsWith(":Tag")) ?? [];
    await createGroup("Night shift");
    const own = { ...state, deployment: { resources: mine ? [mine] : [] } };
    const { added } = await update([own, state]);
    expect(added.map(({ name }) => name)).toEqual(["night-shift"]);
    const texts = [...files()].filter(([name]) => name.startsWith("added/1/")).map(([, text]) => text);
    expect(texts.join()).toContain("getOwnerOutput");
});

test("a state of another program, of another service, or without resources is refused", async () => {
    const other = stateIn(out);
    for (const one of other.deployment.resources ?? []) one.urn = one.urn.replace("::exported::", "::elsewhere::");
    await expect(update([other])).rejects.toThrow(/belongs to the project "exported"/);
    await expect(update([{ version: 3, deployment: {} }])).rejects.toThrow(/belongs to the project/);
    const moved = stateIn(out);
    for (const one of moved.deployment.resources ?? []) if (one.outputs) one.outputs.__url = "https://other.example/v1";
    await expect(update([moved])).rejects.toThrow(/belong to "https:\/\/other\.example\/v1"/);
});

test("an update is refused while an earlier addition is not in the stack yet", async () => {
    await createGroup("Night shift");
    await update();
    await expect(update()).rejects.toThrow(/do not contain Group "night-shift" of added\/1\/teams\/administrators\.ts/);
});

async function update(
    stacks: readonly DeploymentDocument[] = [stateIn(out)],
    selection: ExportSelection = {},
): Promise<Updated> {
    const given = { ...readingOf(service), selection: { single: declaredSingly(stacks, kinds), ...selection } };
    const { inventory, url, createdBy, done } = await readOrganization(given, join(out, JOURNAL));
    done();
    return updateProgram({ out, stacks, inventory, kinds, url, createdBy });
}

async function createGroup(name: string): Promise<void> {
    const [app] = service.store.apps.all().filter(({ app_type }) => app_type === "SVC");
    await client.groups.create({ name, app_id: app?.app_id ?? "", group_type: "SVC_GROUP" });
}

/** The contents of all files by name. */
const files = () => new Map(Object.entries(contentOf(out)));
