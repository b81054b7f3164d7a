import { describe, expect, test } from "vitest";
import type { Declarable } from "../../../../src/adopt/export/inventory/found.js";
import type { OrganizationInventory } from "../../../../src/adopt/export/inventory/inventory.js";
import { planDeclarations } from "../../../../src/adopt/export/program/plan.js";
import { typescriptText } from "../../../../src/adopt/export/program/typescript.js";
import { SecretArgument } from "../../../../src/provider/shapes/arguments.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { declarable, inventoryOf } from "../objects.js";

const app = declarable("App", "id-of-app", { name: "Tidewater" });
const group = (id: string) => declarable("Group", id, { name: id.slice(3), appId: app.id, groupType: "SVC_GROUP" });
const user = (id: string, email: string) => declarable("User", id, { email });
const member = (groupId: string, userId: string) =>
    declarable("GroupUser", `${groupId}/${userId}`, { groupId, userId });

function textOf(declarables: readonly Declarable[], others: Parameters<typeof inventoryOf>[1] = []) {
    const inventory: OrganizationInventory = inventoryOf(declarables, [app, ...others]);
    const plan = planDeclarations(inventory, kinds);
    return { plan, ...typescriptText(plan, inventory) };
}

/** Runs the statements of a file and returns the names of the constructed resources, in order. */
function namesIn(text = ""): string[] {
    const names: string[] = [];
    class Constructed {
        constructor(name: string) {
            names.push(name);
        }
    }
    const access = new Proxy({}, { get: () => Constructed });
    const lookup = (email: string) => ({ email });
    const anything = new Proxy({}, { get: () => "id" });
    const body = text.replace(/^import .*$/gm, "").replace(/^export /gm, "");
    const references = [...new Set(body.match(/\b\w+(Group(?=\.id)|AppId\d*\b)/g) ?? [])];
    new Function("access", "user", ...references, body)(access, lookup, ...references.map(() => anything));
    return names;
}

describe("members that differ only in one value", () => {
    test("members that differ only by user are written as a loop over emails", () => {
        const people = ["ada@x", "bruno@x", "chiyo@x"].map((email, at) => user(`u${at}`, email));
        const { files } = textOf([group("id-staff"), ...people.map(({ id }) => member("id-staff", id))], people);
        expect(files.get("access/others.ts")).toContain(
            // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a program
            'for (const email of ["ada@x", "bruno@x", "chiyo@x"]) {\n    new access.GroupUser(`staff/${email}`, {\n        groupId: staffGroup.id,\n        userId: user(email),\n    });\n}\n',
        );
    });

    test.each([
        ["emails that differ only in case", ["ada@x", "Ada@x", "bruno@x", "chiyo@x"]],
        ["emails with slashes", ["a/b@x", "c/d@x", "e/f@x", "g@x", "h@x", "i@x"]],
        ["emails with the same ending", ["a/x", "b/x", "c/x", "d/y"]],
        ["emails that contain code", ["`@x", "$\u007bname}@x", "\\@x", '"@x', "a\r\nb@x"]],
        ["emails that are names of prototype properties", ["__proto__", "constructor", "toString", "valueOf"]],
        ["emails that are numbers", ["2", "1", "10", "0"]],
    ])("the program constructs the same names as the plan: %s", (_, emails) => {
        const people = emails.map((email, at) => user(`u${at}`, email));
        const { plan, files } = textOf([group("id-staff"), ...people.map(({ id }) => member("id-staff", id))], people);
        const members = plan.filter(({ kind }) => kind.name === "GroupUser").map(({ name }) => name);
        expect(namesIn(files.get("access/others.ts")).sort()).toEqual(members.sort());
        expect(new Set(members).size).toBe(emails.length);
    });

    test("members whose targets have similar names are all constructed", () => {
        const others = ["a b", "a-b", "a.b", "c", "d"].map((name, at) => declarable("App", `r${at}`, { name }));
        const links = others.map(({ id }) =>
            declarable("GroupResource", `id-staff/${id}/admin`, {
                groupId: "id-staff",
                resourceId: id,
                accessLevelRemoteId: "admin",
            }),
        );
        const { plan, files } = textOf([group("id-staff"), ...links], others);
        const names = plan.filter(({ kind }) => kind.name === "GroupResource").map(({ name }) => name);
        expect(namesIn(files.get("access/others.ts")).sort()).toEqual(names.sort());
    });
});

test("each secret is read from the configuration under its own key", () => {
    const stream = (id: string, name: string) =>
        declarable("EventStream", id, {
            name,
            webhookUrl: "https://x",
            hmacCredential1: { secret: new SecretArgument(["hmacCredential1", "secret"]) },
        });
    const { files, secrets } = textOf([stream("s1", "日本"), stream("s2", "東京"), stream("s3", "Archive")]);
    expect(new Set(secrets.map(({ key }) => key)).size).toBe(3);
    for (const { key } of secrets) expect(files.get("event-streams.ts")).toContain(`config.requireSecret("${key}")`);
    expect(files.get("settings.ts")).toContain("new pulumi.Config()");
});

test("an empty organization is exported as an empty program", () => {
    expect([...textOf([]).files]).toEqual([["index.ts", "export {};\n"]]);
});
