/** What somebody who may push a branch, but may not merge, tries in order to get access past the pipeline. */
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "../repository.js";

/** Ids of the seed: a group that the rules protect, and people who are not in it. */
export const STAFF = "69831bfd-6af6-5bb3-90d2-757e59c6e300";
const CHIYO = "b4816f2b-b851-5d05-9a9a-668b85d6e59c";

export const RULES = {
    rules: [
        {
            name: "Office staff stays",
            owner: "security@example.com",
            reason: "The office decides.",
            noNewAccessTo: ["Office staff"],
        },
    ],
};

const WAIVED = {
    ...RULES,
    waivers: [
        {
            rule: "Office staff stays",
            until: "2026-12-30",
            owner: "contributor@example.com",
            reason: "Please.",
        },
    ],
};

/** A program that begins like any other, and then does what it likes. */
const program = (body: string, imports = "") => `import * as fs from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as access from "pulumi-access-governance";
${imports}
void fs;
export = async () => {
    const staff = await access.getGroup({ name: "Office staff" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    void [pulumi, staff, bruno];
${body}
};
`;

const MEMBER = `new access.GroupUser("bruno-in", { groupId: staff.groupId, userId: bruno.userId });`;

export interface Attack {
    readonly name: string;
    /** The program of the branch. */
    readonly program: string;
    /** Changes other files of the branch. */
    prepare?(repository: Repository): Promise<void>;
    /** Exit code of the gate. 0: it cannot see the attack, so the deployment must stop it. */
    readonly gate: number;
    /** What the report says. */
    readonly says: RegExp;
    /** Exit code of a deployment without a review: that of the rule, or Pulumi's if the plan refused a step. Default: not tried. */
    readonly deployment?: number;
}

const write = (repository: Repository, file: string, text: string) => writeFile(join(repository.folder, file), text);

export const ATTACKS: readonly Attack[] = [
    {
        name: "a member in plain sight",
        program: program(MEMBER),
        gate: 17,
        deployment: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "rules that the program rewrites during its preview",
        program: program(
            `${MEMBER}\n    fs.writeFileSync("access-rules.json", ${JSON.stringify(JSON.stringify(WAIVED))});`,
        ),
        gate: 17,
        deployment: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "scripts of the pipeline that the program rewrites during its preview",
        program: program(
            `${MEMBER}\n    for (const file of fs.readdirSync("access")) if (file.endsWith(".sh")) fs.writeFileSync("access/" + file, "exit 0\\n");`,
        ),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "a waiver in the same pull request",
        program: program(MEMBER),
        prepare: (repository) => write(repository, "access-rules.json", JSON.stringify(WAIVED)),
        gate: 17,
        says: /^\*\*Rules changed in this pull request\*\*\n\n- The rule .*Office staff stays.* would no longer/m,
    },
    {
        name: "rules that the pull request deletes",
        program: program(MEMBER),
        prepare: (repository) => write(repository, "access-rules.json", JSON.stringify({ rules: [] })),
        gate: 17,
        says: /The rule .*Office staff stays.* is removed/,
    },
    {
        name: "a link in place of the rules, to a file of the runner",
        program: program(MEMBER),
        prepare: async (repository) => {
            await rm(join(repository.folder, "access-rules.json"));
            await symlink("/etc/hostname", join(repository.folder, "access-rules.json"));
        },
        gate: 17,
        says: /The rule .*Office staff stays.* is removed/,
    },
    {
        name: "a gate that always passes",
        program: program(MEMBER),
        prepare: (repository) => write(repository, "access/gate.sh", "#!/usr/bin/env bash\nexit 0\n"),
        gate: 17,
        says: /Changed: .*access\/gate\.sh/,
    },
    {
        name: "actions of the package",
        program: program(`
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    const request = await access.createRequest({ groups: [{ id: "${STAFF}" }], resources: [], targetUserId: dana.userId, reason: "on call" });
    if (request?.id) await access.approveRequest({ requestId: request.id, level: "ADMIN" });`),
        gate: 17,
        says: /the program calls createRequest/,
    },
    {
        name: "a dynamic resource of the program",
        program: program(
            `    new Notify("notify");`,
            `const audit: pulumi.dynamic.ResourceProvider = {
    create: async () => {
        await fetch(process.env.ACCESS_GOVERNANCE_URL + "/groups/${STAFF}/users/${CHIYO}", { method: "POST", headers: { authorization: "Bearer " + process.env.ACCESS_GOVERNANCE_TOKEN, "content-type": "application/json" }, body: JSON.stringify({ duration_minutes: 0 }) });
        return { id: "x" };
    },
};
class Notify extends pulumi.dynamic.Resource { constructor(name: string) { super(audit, name, {}); } }`,
        ),
        gate: 17,
        says: /does not belong to this package/,
    },
    {
        name: "code of the program under a type of the package",
        program: program(`
    class Fake extends pulumi.CustomResource {
        constructor(name: string) {
            super("pulumi-nodejs:dynamic/access-governance:Tag", name, { key: "k", value: "v", __provider: "exports.handler = () => ({ check: async (olds, news) => ({ inputs: news }), create: async () => ({ id: 'x', outs: {} }) })" });
        }
    }
    new Fake("fake");`),
        gate: 17,
        says: /code that does not come from this package/,
    },
    {
        name: "a member only outside the preview",
        program: program(`    if (!pulumi.runtime.isDryRun()) ${MEMBER}`),
        gate: 0,
        deployment: 1,
        says: /Nothing to do|no differences/,
    },
    {
        name: "another person outside the preview",
        program: program(
            `    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const someone = await access.getGroup({ name: "Office staff" });
    new access.Owner("friends", { name: "Friends", userIds: pulumi.runtime.isDryRun() ? [ada.userId] : [ada.userId, bruno.userId] });
    void someone;`,
        ),
        gate: 0,
        deployment: 1,
        says: /Friends/,
    },
    {
        name: "an action only outside the preview",
        program: program(`
    const dana = await access.getUser({ email: "dana@tidewater.example" });
    if (!pulumi.runtime.isDryRun()) await access.createRequest({ groups: [{ id: "${STAFF}" }], resources: [], targetUserId: dana.userId, reason: "on call" });`),
        gate: 0,
        // The request is made: a program is code. Nobody gets access by it, and the report begins with it.
        deployment: 29,
        says: /Nothing to do|no differences/,
    },
    {
        name: "an error that ends the fence of the report",
        program: program(
            `    throw new Error("x\\n~~~~\\n\\n### Access changes in \`dev\`\\n\\n**Nobody gains access**\\n\\n/approve\\n");`,
        ),
        gate: 1,
        says: /the preview failed/,
    },
    {
        name: "a person who is known only after the deployment",
        program: program(`
    const owner = new access.Owner("late", { name: "Late", userIds: [bruno.userId] });
    new access.GroupUser("late-in", { groupId: staff.groupId, userId: owner.id.apply(() => bruno.userId) });`),
        gate: 17,
        says: /known only after the deployment/,
    },
    {
        name: "the protected group under the name of a new one, adopted",
        program: program(`
    const team = new access.Group("team", { name: "Office staff", appId: staff.appId, groupType: "OKTA_GROUP" }, { import: staff.groupId, adopt: true } as object);
    new access.GroupUser("bruno-in", { groupId: team.id, userId: bruno.userId });`),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "the protected group in place of the id of a new one",
        program: program(`
    const team = new access.Group("team", { name: "Team", appId: staff.appId, adminOwnerId: staff.adminOwnerId });
    class Raw extends pulumi.CustomResource {
        constructor() {
            super("pulumi-nodejs:dynamic/access-governance:GroupUser", "raw", {
                groupId: team.id.apply(() => "${STAFF}"), userId: bruno.userId, __label: "raw", __secrets: [], __ids: { groupId: { kind: "Group", name: "team" } },
                __provider: 'exports.handler = () => require("pulumi-access-governance/provider").kind("GroupUser")',
            });
        }
    }
    new Raw();`),
        gate: 0,
        deployment: 1,
        says: /Team/,
    },
    {
        name: "a component of the program",
        program: program(
            `    new Team();`,
            `class Team extends pulumi.ComponentResource {
    constructor() {
        super("acme:index:Team", "team");
        new access.GroupUser("bruno-in", { groupId: "${STAFF}", userId: access.getUser({ email: "bruno@tidewater.example" }).then(({ userId }) => userId) }, { parent: this });
    }
}`,
        ),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "another provider for the same organization",
        program: program(`
    const provider = new access.Provider("other", { url: process.env.ACCESS_GOVERNANCE_URL ?? "", token: process.env.ACCESS_GOVERNANCE_TOKEN ?? "" });
    new access.GroupUser("bruno-in", { groupId: staff.groupId, userId: bruno.userId }, { provider });`),
        gate: 17,
        says: /belongs to another provider|Office staff stays/,
    },
    {
        name: "a nested group in place of a member",
        program: program(`
    const team = new access.Group("team", { name: "Team", appId: staff.appId, adminOwnerId: staff.adminOwnerId });
    new access.GroupUser("bruno-in", { groupId: team.id, userId: bruno.userId });
    new access.ContainingGroup("nested", { groupId: team.id, containingGroupId: staff.groupId });`),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "an owner of the protected group, who can grant it to themselves",
        program: program(`
    const owner = new access.Owner("owner", { name: "Friends", userIds: [bruno.userId] });
    new access.Group("staff", { name: "Office staff", appId: staff.appId, groupType: "OKTA_GROUP", adminOwnerId: owner.id }, { import: staff.groupId, adopt: true } as object);`),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "a name that looks like that of another group",
        program: program(`
    new access.Group("staff", { name: "Office\u00a0staff", appId: staff.appId, groupType: "OKTA_GROUP" }, { import: staff.groupId, adopt: true } as object);
    ${MEMBER}`),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "a name that forges the first line of a comment",
        program: program(`
    new access.Tag("tag", { key: "a -->\\n<!-- access-governance: prod", value: "b" });
    ${MEMBER}`),
        gate: 17,
        says: /^<!-- access-governance: dev -->\n(?![\s\S]*\n<!-- access-governance: prod)/,
    },
    {
        name: "settings of the stack that forgive everything",
        program: program(MEMBER),
        prepare: async (repository) => {
            const file = join(repository.folder, "Pulumi.dev.yaml");
            const text = await readFile(file, "utf8");
            await writeFile(file, `${text}    access-governance:allowMissing: "true"\n`);
        },
        gate: 17,
        says: /Changed: .*Pulumi\.dev\.yaml/,
    },
    {
        name: "a command of the package that the branch brings along",
        program: program(MEMBER),
        prepare: async (repository) => {
            const bin = join(repository.folder, "node_modules/.bin");
            await mkdir(bin, { recursive: true });
            await writeFile(join(bin, "access-governance"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
            await writeFile(join(repository.folder, ".gitignore"), "");
            await writeFile(join(repository.folder, ".npmrc"), "script-shell=/bin/true\nnode-options=--no-warnings\n");
        },
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "rules with the same key twice",
        program: program(MEMBER),
        prepare: (repository) =>
            write(repository, "access-rules.json", `{ "rules": ${JSON.stringify(RULES.rules)}, "rules": [] }`),
        gate: 1,
        says: /could not be created|the preview failed/,
    },
    {
        name: "attributes of git that leave out the rules of a commit",
        program: program(MEMBER),
        prepare: (repository) => write(repository, ".gitattributes", "access-rules.json export-ignore\n"),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
];
