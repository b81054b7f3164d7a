/** What somebody who may push a branch, but may not merge, tries in order to get access past the pipeline. */
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
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
            // A waiver lasts a year at most, and the clock of the service decides.
            until: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10),
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
    /** Exit code of a deployment without a review, if it is not that of the rule. Pulumi's own: the plan refused a step. */
    readonly deployment?: number;
    /** Whether merging the branch changes the rules, so that the deployment is allowed. */
    readonly isAllowedAfterMerge?: true;
}

const write = (repository: Repository, file: string, text: string) => writeFile(join(repository.folder, file), text);

export const ATTACKS: readonly Attack[] = [
    { name: "a member in plain sight", program: program(MEMBER), gate: 17, says: /Stopped:.*Office staff stays/ },
    {
        name: "rules that the program rewrites during its preview",
        program: program(
            `${MEMBER}\n    fs.writeFileSync("access-rules.json", ${JSON.stringify(JSON.stringify(WAIVED))});`,
        ),
        gate: 17,
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
        isAllowedAfterMerge: true,
    },
    {
        name: "rules that the pull request deletes",
        program: program(MEMBER),
        prepare: (repository) => write(repository, "access-rules.json", JSON.stringify({ rules: [] })),
        gate: 17,
        says: /The rule .*Office staff stays.* is removed/,
        isAllowedAfterMerge: true,
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
        isAllowedAfterMerge: true,
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
        name: "a member of a group that the program adopts",
        program: program(`
    const { appId, adminOwnerId } = staff;
    const group = new access.Group("team", { name: "Office staff", appId, groupType: "OKTA_GROUP", adminOwnerId }, { import: "Office staff", adopt: true });
    new access.GroupUser("bruno-in", { groupId: group.id, userId: bruno.userId });`),
        gate: 17,
        says: /Stopped:.*Office staff stays.*1 person gains access to/,
    },
    {
        name: "a member of a group that the program adopts by its id, and another group between the two",
        program: program(`
    const { appId, adminOwnerId } = staff;
    const group = new access.Group("team", { name: "Office staff", appId, groupType: "OKTA_GROUP", adminOwnerId }, { import: staff.groupId, adopt: true });
    const friends = new access.Group("friends", { name: "Friends", appId, groupType: "OPAL_GROUP", adminOwnerId });
    new access.ContainingGroup("friends-in", { groupId: friends.id, containingGroupId: group.id });
    new access.GroupUser("bruno-in", { groupId: friends.id, userId: bruno.userId });`),
        gate: 17,
        says: /Stopped:.*Office staff stays.*1 person gains access to/,
    },
    {
        name: "the id of a harmless new group, which is another one after the preview",
        program: program(`
    const club = new access.Group("club", { name: "Book club", appId: staff.appId, groupType: "OPAL_GROUP", adminOwnerId: staff.adminOwnerId });
    const id = club.id as unknown as { promise(...args: unknown[]): Promise<unknown> };
    const own = id.promise.bind(id);
    if (!pulumi.runtime.isDryRun()) id.promise = async (...args) => { await own(...args); return staff.groupId; };
    new access.GroupUser("bruno-in", { groupId: club.id, userId: bruno.userId });`),
        gate: 0,
        // The group is created, and its member refused.
        deployment: 1,
        says: /1 person gains access to 1 group/,
    },
    {
        name: "an existing group under the name of a new one in the program",
        program: program(`
    const { appId, adminOwnerId } = staff;
    const club = new access.Group("club", { name: "Book club", appId, groupType: "OPAL_GROUP", adminOwnerId });
    class Same extends pulumi.CustomResource {
        constructor() {
            super("pulumi-nodejs:dynamic/access-governance:Group", "same", {
                __provider: 'exports.handler = () => require("pulumi-access-governance/provider").kind("Group")',
                __label: "club", __parent: "", __import: staff.groupId, __adopt: true,
                name: "Office staff", appId, groupType: "OKTA_GROUP", adminOwnerId,
            });
        }
    }
    const same = new Same();
    const id = club.id as unknown as { promise(...args: unknown[]): Promise<unknown> };
    if (!pulumi.runtime.isDryRun()) id.promise = () => (same.id as unknown as typeof id).promise();
    new access.GroupUser("bruno-in", { groupId: club.id, userId: bruno.userId });`),
        gate: 17,
        says: /known only after the deployment|so it is unknown/,
        deployment: 17,
    },
    {
        name: "a secret group",
        program: program(
            `    new access.GroupUser("bruno-in", { groupId: pulumi.secret(staff.groupId), userId: bruno.userId });`,
        ),
        gate: 17,
        says: /secret, or known only after the deployment, so it is unknown what the change affects/,
    },
    {
        name: "a secret person",
        program: program(
            `    new access.GroupUser("bruno-in", { groupId: staff.groupId, userId: pulumi.secret(bruno.userId) });`,
        ),
        gate: 17,
        says: /it is unknown who gains access to/,
    },
    {
        name: "a provider of the program's own, for all of its resources",
        program: program(`
    const own = new access.Provider("own", { url: String(process.env.ACCESS_GOVERNANCE_URL), token: String(process.env.ACCESS_GOVERNANCE_TOKEN) });
    new access.GroupUser("bruno-in", { groupId: staff.groupId, userId: bruno.userId }, { provider: own });`),
        gate: 17,
        says: /Stopped:.*Office staff stays.*1 person gains access to/,
    },
    {
        name: "a component, whose transformation changes the group",
        program: program(
            `
    const decoy = await access.getGroup({ name: "Contractors" });
    new Team("team", decoy.groupId, bruno.userId, { transformations: [({ props, opts }) => ({ props: "groupId" in props ? { ...props, groupId: staff.groupId } : props, opts })] });`,
            `class Team extends pulumi.ComponentResource {
    constructor(name: string, groupId: string, userId: string, options: pulumi.ComponentResourceOptions) {
        super("team:index:Team", name, {}, options);
        new access.GroupUser(name + "-in", { groupId, userId }, { parent: this });
    }
}`,
        ),
        gate: 17,
        says: /Stopped:.*Office staff stays.*1 person gains access to/,
    },
    {
        name: "a registration that the program hides from the preview",
        program: program(
            `    if (!pulumi.runtime.isDryRun()) new access.GroupUser("bruno-in", { groupId: staff.groupId, userId: bruno.userId }, { protect: true, retainOnDelete: true });
    else new access.Tag("team", { key: "team", value: "night" });`,
        ),
        gate: 0,
        deployment: 1,
        says: /1 object changes/,
    },
    {
        name: "committed packages, and settings of npm",
        program: program(""),
        prepare: async (repository) => {
            await write(repository, ".gitignore", "");
            await write(repository, ".npmrc", "registry=http://127.0.0.1:9/\n");
            await write(repository, "npm-shrinkwrap.json", "{}\n");
            await mkdir(join(repository.folder, "tools/node_modules/.bin"), { recursive: true });
            await write(repository, "tools/node_modules/.bin/access-governance", "#!/bin/sh\nexit 0\n");
        },
        gate: 0,
        says: /(?=[\s\S]*Changed: .*\.npmrc)(?=[\s\S]*Changed: .*npm-shrinkwrap\.json)(?=[\s\S]*Changed: .*tools\/node_modules\/\.bin\/access-governance)/,
        isAllowedAfterMerge: true,
    },
    {
        name: "another file with the settings of the project, which Pulumi prefers",
        program: program(""),
        prepare: (repository) =>
            write(repository, "Pulumi.json", JSON.stringify({ name: "access", runtime: "nodejs", main: "index.ts" })),
        gate: 0,
        says: /Changed: .*Pulumi\.json/,
        isAllowedAfterMerge: true,
    },
    {
        name: "an attribute that would exclude the rules from an archive of the base",
        program: program(""),
        prepare: (repository) => write(repository, ".gitattributes", "access-rules.json export-ignore\n"),
        gate: 0,
        says: /Changed: .*\.gitattributes/,
        isAllowedAfterMerge: true,
    },
    {
        name: "rules that cannot be read after the merge",
        program: program(MEMBER),
        prepare: (repository) =>
            write(repository, "access-rules.json", '{ "rules": [], "rules": [], "__proto__": { "waivers": [] } }'),
        gate: 1,
        says: /the preview failed/,
        isAllowedAfterMerge: true,
    },
    {
        name: "a file whose name would be an option of tar, so that no rules are copied",
        program: program(MEMBER),
        prepare: (repository) => write(repository, "access/a\n--no-such-option", ""),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
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
    new access.Group("staff", { name: "Office staff", appId: staff.appId, groupType: "OKTA_GROUP", adminOwnerId: owner.id }, { import: staff.groupId, adopt: true });`),
        gate: 17,
        says: /Stopped:.*Office staff stays/,
    },
    {
        name: "another name for the protected group, so that the rule would not cover it in the next pull request",
        program: program(`
    const { appId, adminOwnerId } = staff;
    new access.Group("team", { name: "Book club", appId, groupType: "OKTA_GROUP", adminOwnerId }, { import: staff.groupId, adopt: true });`),
        gate: 17,
        says: /would no longer be covered by this rule/,
    },
    {
        name: "a name that looks like that of another group",
        program: program(`
    new access.Group("staff", { name: "Office\u00a0staff", appId: staff.appId, groupType: "OKTA_GROUP" }, { import: staff.groupId, adopt: true });
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
];
