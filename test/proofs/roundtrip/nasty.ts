import { AccessGovernanceClient } from "../../../src/api/index.js";
import { type Organization, startService } from "../../../src/local/service/index.js";
import { NOW } from "../../api/world.js";

/** Names that could break an exported program: reserved words, path segments, unusual Unicode, code, and near-duplicates. */
const NAMES = [
    "Payments",
    "payments",
    "PAYMENTS",
    "Payments!",
    "Päyments",
    "pay-ments",
    "pay ments",
    "class",
    "default",
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "hasOwnProperty",
    "import",
    "export",
    "await",
    "access",
    "pulumi",
    "config",
    "user",
    "name",
    "email",
    "group",
    "Object",
    "undefined",
    "NaN",
    "null",
    "true",
    "index",
    "shared",
    "lookups",
    "settings",
    "owners",
    "tags",
    "teams",
    "con",
    "nul",
    "COM1",
    "../x",
    "a/b",
    "/",
    "..",
    ".",
    "\\",
    "c:\\windows",
    "🦀",
    "👩‍👩‍👧 family",
    "日本語",
    "مرحبا",
    "\u202eabc\u202c",
    "\u0301",
    "e\u0301",
    "é",
    "ﬁ",
    "ＡＢＣ",
    "İstanbul",
    "straße",
    "STRASSE",
    "ǅ",
    "१२३",
    "123",
    "007",
    "1",
    "0",
    "4294967295",
    "1e3",
    "-1",
    " ",
    "   ",
    "\t",
    "\u00a0",
    "\u200b",
    " leading",
    "trailing ",
    "two  spaces",
    "line\nbreak",
    "carriage\r\nreturn",
    "u\u2028v\u2029w",
    "null\u0000byte",
    "\u001b[31mred",
    'say "hi"',
    "it's",
    `both " and '`,
    "`backtick`",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a name to test
    "${process.exit(1)}",
    "$&",
    "$1",
    "%s %d",
    "// comment",
    "/* comment */",
    "*/",
    "<script>",
    "a.b.c",
    "a,b",
    "a|b",
    "a-2",
    "a",
    "A",
    "a 2",
    "a2",
    "@scope/pkg",
    "#hash",
    "\ud83d\ude00\u200d",
    "ℵ",
    "℘",
    "·",
    "ªº",
    "x".repeat(300),
    `${"long name ".repeat(30)}end`,
    `${"𝒳".repeat(70)}`,
    "",
];

/** Kinds of named objects, in the order in which they get the names. */
const TURNS = [
    "group",
    "resource",
    "group",
    "owner",
    "resource",
    "bundle",
    "tag",
    "user",
    "app",
    "channel",
    "schedule",
    "template",
    "requestTemplate",
    "campaign",
    "stream",
    "paladin",
    "rule",
    "level",
    "member",
    "source",
] as const;

/** An organization with about `count` objects of all named kinds, each with one of the names. */
export async function nastyOrganization(count: number): Promise<Organization> {
    const service = await startService({ clock: NOW });
    const { store } = service;
    const client = new AccessGovernanceClient({
        url: service.url,
        token: service.token,
        readsPerSecond: 1e6,
        writesPerSecond: 1e6,
    });
    const [adminOwner] = store.owners.all();
    const [baseApp] = store.apps.all();
    const [baseUser] = store.users.all();
    if (!adminOwner || !baseApp || !baseUser) throw new Error("The small organization has nobody.");
    const owners = [adminOwner.owner_id];
    const apps = [baseApp.app_id];
    const users = [baseUser.user_id];
    const groups: string[] = [];
    const resources: string[] = [];
    const tags: string[] = [];
    const paladins: string[] = [];
    /** Final names by object id. Objects are created under other names first. */
    const names = new Map<string, string>();
    const some = (all: readonly string[], at: number): string => all[(at * 7) % all.length] ?? "";
    try {
        for (let at = 0; at < count; at += 1) {
            const name = NAMES[Math.floor(at / 3) % NAMES.length] ?? "";
            const plain = `object ${at}`;
            const admin_owner_id = some(owners, at);
            const app_id = some(apps, at);
            switch (TURNS[at % TURNS.length]) {
                case "group": {
                    const made = await client.call("createGroup", {
                        body: { name: plain, group_type: "SVC_GROUP", app_id },
                    });
                    await client.call("updateGroups", {
                        body: { groups: [{ group_id: made.group_id, admin_owner_id, description: `about ${name}` }] },
                    });
                    groups.push(made.group_id);
                    names.set(made.group_id, name);
                    break;
                }
                case "resource": {
                    const made = await client.call("createResource", {
                        body: { name: plain, resource_type: "CUSTOM", app_id, description: name },
                    });
                    await client.call("updateResources", {
                        body: { resources: [{ resource_id: made.resource_id, admin_owner_id }] },
                    });
                    resources.push(made.resource_id);
                    names.set(made.resource_id, name);
                    break;
                }
                case "owner": {
                    const user_ids = [some(users, at)];
                    const made = await client.call("createOwner", { body: { name: plain, user_ids } });
                    owners.push(made.owner_id);
                    names.set(made.owner_id, name);
                    break;
                }
                case "bundle": {
                    const made = await client.call("createBundle", { body: { name: plain, admin_owner_id } });
                    names.set(made.bundle_id ?? "", name);
                    break;
                }
                case "tag": {
                    const made = await client.call("createTag", { body: { tag_key: plain, tag_value: `${at % 3}` } });
                    tags.push(made.tag_id);
                    names.set(made.tag_id, name);
                    break;
                }
                case "user": {
                    const user_id = store.newId("user", plain);
                    const email = name === "" ? "" : `${name}@${at}.example`;
                    store.users.set({
                        ...baseUser,
                        user_id,
                        email,
                        full_name: name,
                        first_name: name,
                        last_name: name,
                    });
                    users.push(user_id);
                    break;
                }
                case "app": {
                    const made = store.newId("app", plain);
                    store.apps.set({ ...baseApp, app_id: made, name });
                    apps.push(made);
                    break;
                }
                case "channel": {
                    const id = store.newId("message channel", plain);
                    const base = store.messageChannels.all()[0];
                    if (base)
                        store.messageChannels.set({ ...base, message_channel_id: id, name, remote_id: name || plain });
                    break;
                }
                case "schedule": {
                    const id = store.newId("on-call schedule", plain);
                    const base = store.onCallSchedules.all()[0];
                    if (base)
                        store.onCallSchedules.set({ ...base, on_call_schedule_id: id, name, remote_id: name || plain });
                    break;
                }
                case "template": {
                    const body = {
                        name: plain,
                        admin_owner_id,
                        visibility: { visibility: "GLOBAL" },
                        require_mfa_to_approve: false,
                        require_mfa_to_connect: true,
                    } as const;
                    const made = await client.call("createConfigurationTemplate", { body });
                    names.set(made.configuration_template_id ?? "", name);
                    break;
                }
                case "requestTemplate": {
                    const custom_fields = [{ name: name || plain, type: "SHORT_TEXT" }];
                    const made = await client.call("createRequestTemplate", { body: { name: plain, custom_fields } });
                    names.set(made.request_template_id, name);
                    break;
                }
                case "campaign": {
                    const query = { entitlementFilter: { entityIDs: [some(groups, at)] } };
                    const made = await client.call("createCampaign", {
                        body: { name: plain, configuration: { query } },
                    });
                    names.set(made.campaign_id, name);
                    break;
                }
                case "stream": {
                    const body = {
                        name: plain,
                        connection_type: "WEBHOOK",
                        webhook_url: `https://hooks.example/${at}`,
                    } as const;
                    const made = await client.call("createEventStream", { body });
                    names.set(made.event_stream_id, name);
                    break;
                }
                case "paladin": {
                    const made = await client.call("createPaladin", {
                        body: { name: plain, owner_id: admin_owner_id },
                    });
                    paladins.push(made.paladin_id);
                    names.set(made.paladin_id, name);
                    break;
                }
                case "rule": {
                    const clauses = [{ selectors: [{ key: "region", value: name || "eu", connection_id: app_id }] }];
                    const body = {
                        name: plain,
                        description: name,
                        admin_owner_id,
                        status: "ACTIVE" as const,
                        ruleClauses: { when: { clauses } },
                    };
                    const made = await client.call("createAccessRule", { body });
                    names.set(made.access_rule_id ?? "", name);
                    break;
                }
                case "level": {
                    const path = { resource_id: some(resources, at) };
                    const access_level = { access_level_name: name || plain, access_level_remote_id: `${name}${at}` };
                    await client.call("createResourceCustomAccessLevel", { path, body: { access_level } });
                    break;
                }
                case "member": {
                    const path = { group_id: some(groups, at), user_id: some(users, at) };
                    await client.call("addGroupUser", { path, body: { duration_minutes: 0 } }).catch(() => {});
                    const tagged = { tag_id: some(tags, at), group_id: path.group_id };
                    await client.call("addGroupTag", { path: tagged, body: {} } as never).catch(() => {});
                    break;
                }
                case "source": {
                    const path = { paladin_id: some(paladins, at) };
                    const source = {
                        source_kind: "DOCUMENT",
                        third_party_provider: "NOTION",
                        remote_id: name || plain,
                    } as const;
                    await client.call("createPaladinContextSource", { path, body: source }).catch(() => {});
                    break;
                }
            }
        }
        return renamed(service.snapshot(), names);
    } finally {
        await service.close();
    }
}

/** Sets the final names directly in the data, since the API may reject names that older objects still have. */
function renamed(organization: Organization, names: ReadonlyMap<string, string>): Organization {
    const tables = Object.values(organization).filter((table) => Array.isArray(table));
    for (const record of tables.flat() as Record<string, unknown>[]) {
        const [id] = Object.values(record).filter((value) => typeof value === "string" && names.has(value));
        const name =
            Object.entries(record).find(([key, value]) => OWN_IDS.has(key) && value === id) && names.get(String(id));
        if (name === undefined) continue;
        if ("name" in record) record.name = name;
        if ("tag_id" in record && "key" in record) record.key = name;
        if (typeof record.connection === "object") record.connection = { ...record.connection, name };
    }
    return organization;
}

const OWN_IDS = new Set([
    "group_id",
    "resource_id",
    "owner_id",
    "bundle_id",
    "tag_id",
    "configuration_template_id",
    "request_template_id",
    "campaign_id",
    "event_stream_id",
    "paladin_id",
    "access_rule_id",
]);
