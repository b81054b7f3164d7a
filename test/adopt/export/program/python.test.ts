import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Declarable } from "../../../../src/adopt/export/inventory/found.js";
import { planDeclarations } from "../../../../src/adopt/export/program/plan.js";
import { pythonText } from "../../../../src/adopt/export/program/python.js";
import { onPath } from "../../../../src/local/engine/pulumi.js";
import { startService } from "../../../../src/local/service/index.js";
import { SecretArgument } from "../../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { nastyOrganization } from "../../../proofs/roundtrip/nasty.js";
import { declarable, inventoryOf } from "../objects.js";
import { exported } from "../organization.js";

const app = declarable("App", "id-of-app", { name: "Tidewater" });
const group = (id: string, given: object = {}) =>
    declarable("Group", id, { name: id.slice(3), appId: app.id, groupType: "SVC_GROUP", ...given });
const user = (id: string, email: string) => declarable("User", id, { email });

function programOf(declarables: readonly Declarable[], others: Parameters<typeof inventoryOf>[1] = []) {
    const inventory = inventoryOf(declarables, [app, ...others]);
    const { files, secrets } = pythonText(planDeclarations(inventory, kinds), inventory, kinds);
    return { files, secrets, text: [...files.values()].join("\n") };
}

test("objects are declared with the generated SDK, and the others are looked up by name", () => {
    const dana = user("u1", "dana@x");
    const { files } = programOf(
        [group("id-staff"), declarable("GroupUser", "id-staff/u1", { groupId: "id-staff", userId: "u1" })],
        [dana],
    );
    expect(Object.fromEntries(files)).toMatchObject({
        "groups.py":
            'import pulumi_access_governance as access\n\nfrom lookups import tidewater_app_id\n\nstaff_group = access.Group("staff", name="staff", app_id=tidewater_app_id)\n',
        "memberships/__init__.py": "",
        "memberships/others.py":
            'import pulumi_access_governance as access\n\nfrom groups import staff_group\nfrom lookups import user\n\naccess.GroupUser("staff/dana@x", group_id=staff_group.id, user_id=user("dana@x"))\n',
        "__main__.py": expect.stringContaining("import memberships.others  # noqa: F401\n"),
    });
    expect(files.get("lookups.py")).toContain('tidewater_app_id = access.get_app_output(name="Tidewater").app_id\n');
});

test("members that differ only by user are written as a loop", () => {
    const people = ["ada@x", "bruno@x", "{name}@x"].map((email, at) => user(`u${at}`, email));
    const { files } = programOf(
        [
            group("id-g{1}"),
            ...people.map(({ id }) => declarable("GroupUser", `id-g{1}/${id}`, { groupId: "id-g{1}", userId: id })),
        ],
        people,
    );
    expect(files.get("memberships/others.py")).toContain(
        'for email in ["ada@x", "bruno@x", "{name}@x"]:\n    access.GroupUser(f"g-1/{email}", group_id=g1_group.id, user_id=user(email))\n',
    );
});

test("what stands for null in Python is written at any depth", () => {
    const { text } = programOf([
        declarable("Resource", "r1", {
            name: "Tracker",
            appId: app.id,
            resourceType: "CUSTOM",
            parentResourceId: null,
            requestConfigurations: [{ requestTemplateId: null, reviewerStages: [{ escalation: null }] }],
        }),
    ]);
    expect(text).toContain('parent_resource_id=""');
    expect(text).toContain('"request_template_id": ""');
    expect(text).toContain('"escalation": {}');
});

test("a value that several resources of a class have in common is a function with the type of its argument", () => {
    const owner = declarable("Owner", "o1", { name: "Platform" });
    const rules = [{ maxDurationMinutes: 60, reviewerStages: [{ ownerIds: ["o1"], serviceUserIds: [] }] }];
    const all = ["id-a", "id-b", "id-c"].map((id) => group(id, { requestConfigurations: rules }));
    const { files } = programOf([owner, ...all]);
    expect(files.get("shared.py")).toContain("-> list[access.GroupRequestConfigurationsArgsDict]:");
    expect(files.get("groups.py")).toContain("from shared import group_request_configurations_up_to1_hours\n");
});

test("a secret is read from the configuration", () => {
    const { files, secrets, text } = programOf([
        declarable("EventStream", "s1", {
            name: "Archive",
            hmacCredential1: { secret: new SecretArgument(["hmacCredential1", "secret"]) },
        }),
    ]);
    expect(files.get("settings.py")).toContain("config = pulumi.Config()");
    expect(text).toContain(`"secret": config.require_secret("${secrets[0]?.key}")`);
});

test.runIf(onPath("python3"))(
    "Python compiles a program with unusual names, and its modules form no cycle",
    async () => {
        const service = await startService({ organization: await nastyOrganization(150) });
        const folder = mkdtempSync(join(tmpdir(), "python-"));
        try {
            const { plan, program } = await exported(service, join(folder, "program"), { language: "python" });
            // Stands in for the SDK: prints the names of the resources that the program constructs.
            const stub = [
                "import sys",
                "class Any:",
                "    def __call__(self, *args, **named):",
                "        return self",
                "    def __getitem__(self, name):",
                "        return self",
                "    def __getattr__(self, name):",
                "        return self",
                "class Constructor(Any):",
                "    def __init__(self, kind): self.kind = kind",
                "    def __call__(self, name, /, **named):",
                "        sys.stdout.buffer.write((self.kind + ' ' + name + '\\0').encode())",
                "        return Any()",
                `KINDS = ${JSON.stringify(kinds.map(({ name }) => name))}`,
                "def __getattr__(name):",
                "    if name.startswith('__'): raise AttributeError(name)",
                "    return Constructor(name) if name in KINDS else Any()",
            ];
            const sdk = { "pulumi_access_governance.py": stub.join("\n"), "pulumi.py": stub.join("\n") };
            for (const [name, text] of [...program.files, ...Object.entries(sdk)]) {
                mkdirSync(dirname(join(folder, "run", name)), { recursive: true });
                writeFileSync(join(folder, "run", name), text);
            }
            const { stdout, stderr } = spawnSync("python3", ["__main__.py"], {
                cwd: join(folder, "run"),
                encoding: "utf8",
                maxBuffer: 1e8,
            });
            expect(stderr).toBe("");
            const names = plan.map(({ kind, name }) => `${kind.name} ${name}`);
            expect(stdout.split("\0").filter(Boolean).sort()).toEqual(names.sort());
        } finally {
            await service.close();
            rmSync(folder, { recursive: true });
        }
    },
);
