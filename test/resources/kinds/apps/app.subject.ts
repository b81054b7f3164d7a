import { createHash } from "node:crypto";
import { App } from "../../../../src/resources/kinds/apps/app.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface AppBody {
    app_id: string;
    name: string;
    description: string;
    admin_owner_id: string;
    app_type: string;
    visibility?: string;
    visibility_group_ids?: string[];
    import_visibility?: string;
    custom_connector?: { identifier: string; base_url: string; tls_mode: boolean; supports_groups: boolean };
}

export const app: Subject = {
    kind: App.kind,
    stage: async (world) => {
        const { ownerId } = world;
        const otherOwner = await world.newOwner("Platform");
        const [first, second] = [await world.newGroup("Pilots"), await world.newGroup("Dockers")];
        const get = (id: string) => world.api<AppBody>("GET", `/apps/${id}`);
        const put = (id: string, change: object) => world.api("PUT", `/apps/${id}`, change);
        const customConnector = {
            identifier: "billing",
            baseUrl: "https://billing.example/connector",
            signingSecret: "first-signing-secret",
            supportsGroups: true,
        };
        const args = {
            name: "Billing",
            description: "In-house billing",
            adminOwnerId: ownerId,
            appType: "CUSTOM_CONNECTOR",
            visibility: "LIMITED",
            visibilityGroupIds: [first, second],
            importVisibility: "LIMITED",
            customConnector,
        };
        const { customConnector: _connector, ...unconnected } = args;
        return {
            args,
            least: {
                name: "Billing",
                description: "In-house billing",
                adminOwnerId: ownerId,
                appType: "CUSTOM_CONNECTOR",
                customConnector: {
                    identifier: "billing",
                    baseUrl: "https://billing.example/connector",
                    signingSecret: "first-signing-secret",
                },
            },
            edits: {
                name: "Invoices",
                description: "In-house invoices",
                adminOwnerId: otherOwner,
                visibilityGroupIds: [first],
                importVisibility: "GLOBAL",
                customConnector: { ...customConnector, signingSecret: "second-signing-secret" },
            },
            read: async (id) => {
                const body = await get(id);
                const { identifier, base_url: baseUrl, supports_groups: supportsGroups } = body.custom_connector ?? {};
                const { hash } = world.service.store.connectorSecrets.get(id);
                const signingSecret = ["first-signing-secret", "second-signing-secret"].find(
                    (secret) => createHash("sha256").update(secret).digest("hex") === hash,
                );
                return {
                    name: body.name,
                    description: body.description,
                    adminOwnerId: body.admin_owner_id,
                    appType: body.app_type,
                    visibility: body.visibility,
                    visibilityGroupIds: body.visibility_group_ids,
                    importVisibility: body.import_visibility,
                    customConnector: { identifier, baseUrl, signingSecret, supportsGroups },
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                description: (id) => put(id, { description: "by hand" }),
                adminOwnerId: (id) => put(id, { admin_owner_id: otherOwner }),
                visibilityGroupIds: (id) => put(id, { visibility: "LIMITED", visibility_group_ids: [first] }),
                importVisibility: (id) => put(id, { import_visibility: "GLOBAL" }),
                "customConnector.baseUrl": (id) =>
                    put(id, { custom_connector: { base_url: "https://elsewhere.example/" } }),
            },
            shuffle: (id) => put(id, { visibility: "LIMITED", visibility_group_ids: [second, first] }),
            unmanaged: { property: "importVisibility", edit: (id) => put(id, { import_visibility: "GLOBAL" }) },
            vanish: (id) => world.api("DELETE", `/apps/${id}`),
            exists: (id) => world.has(`/apps/${id}`),
            count: async () => {
                const { apps } = await world.api<{ apps: AppBody[] }>("GET", "/apps");
                return apps.filter(({ name, app_type }) => name === args.name && app_type === args.appType).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: "" },
                adminOwnerId: { ...args, adminOwnerId: "nobody" },
                appType: { ...args, appType: "OKTA_DIRECTORY" },
                visibilityGroupIds: { ...args, visibility: "GLOBAL" },
                customConnector: unconnected,
                "customConnector.baseUrl": { ...args, customConnector: { ...customConnector, baseUrl: "billing" } },
                "customConnector.signingSecret": {
                    ...args,
                    customConnector: { ...customConnector, signingSecret: "" },
                },
            },
            sibling: async (number) => ({ ...args, name: `App ${number}` }),
            importName: "Billing",
        };
    },
};
