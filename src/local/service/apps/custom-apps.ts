import { createHash } from "node:crypto";
import type {
    App,
    CreateCustomConnectorInfo,
    CustomConnectorAppConfig,
    UpdateAppInfo,
    UpdateCustomConnectorInfo,
} from "../../../api/generated/types.gen.js";
import { removeGroup } from "../groups/groups.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { deleteAllOf, removeTarget } from "../removal.js";
import { removeResource } from "../resources/resources.js";
import type { Store } from "../storage/store.js";

/** App types that can be created through the API. Apps of other types are connected in the vendor's console. */
const OWN_TYPES: readonly string[] = ["CUSTOM", "CUSTOM_CONNECTOR"];

/** Operations that create and change custom apps. The local service does not call the connectors. */
export const customApps = {
    createApp({ store, body }) {
        const { name, description, admin_owner_id, app_type, custom_connector } = body;
        if (!OWN_TYPES.includes(app_type)) {
            throw new BadRequest(
                `app_type must be ${OWN_TYPES.join(" or ")}. Connect apps of other types in the console.`,
            );
        }
        if (app_type === "CUSTOM_CONNECTOR" && !custom_connector) {
            throw new BadRequest("custom_connector is required when app_type is CUSTOM_CONNECTOR.");
        }
        checkFields(store, app_type, body);
        const app = {
            app_id: store.newId("app", name),
            name,
            description,
            admin_owner_id,
            app_type,
            ...visibilityIn(body, {}),
            import_visibility: body.import_visibility ?? "GLOBAL",
            validations: [],
        };
        if (custom_connector) keepSecret(store, app.app_id, custom_connector);
        return store.apps.set({ ...app, ...(custom_connector && { custom_connector: connector(custom_connector) }) });
    },

    updateApp({ store, path, body }) {
        const app = store.apps.get(path.app_id);
        mustBeOwn(app);
        checkFields(store, app.app_type, body);
        const { custom_connector, name, description, admin_owner_id, import_visibility } = body;
        if (custom_connector) keepSecret(store, app.app_id, custom_connector);
        const known = app.custom_connector;
        return store.apps.change(app.app_id, {
            name,
            description,
            admin_owner_id,
            import_visibility,
            ...visibilityIn(body, app),
            ...(custom_connector && known && { custom_connector: { ...known, ...withoutSecret(custom_connector) } }),
        });
    },

    deleteApp({ store, now, path }) {
        const app = store.apps.get(path.app_id);
        mustBeOwn(app);
        const inside = (one: { readonly app_id?: string | null }) => one.app_id === app.app_id;
        for (const { group_id } of store.groups.all().filter(inside)) removeGroup(store, group_id, now);
        for (const { resource_id } of store.resources.all().filter(inside)) removeResource(store, resource_id, now);
        removeTarget(store, app.app_id);
        for (const error of store.syncErrors.all().filter(inside)) store.syncErrors.delete(error);
        deleteAllOf(store, app.app_id, "app_id");
    },
} satisfies Routes;

function mustBeOwn({ name, app_type }: App): void {
    if (OWN_TYPES.includes(app_type)) return;
    throw new BadRequest(
        `The app "${name}" has the type ${app_type}. Only ${OWN_TYPES.join(" and ")} apps can be changed or deleted.`,
    );
}

function checkFields(store: Store, type: string, body: UpdateAppInfo): void {
    store.owners.mustKnow("admin_owner_id", body.admin_owner_id);
    store.groups.mustKnow("visibility_group_ids", body.visibility_group_ids);
    if (body.name?.trim() === "") throw new BadRequest("name must not be empty.");
    if (body.visibility === "GLOBAL" && body.visibility_group_ids?.length) {
        throw new BadRequest("visibility_group_ids must be empty when visibility is GLOBAL.");
    }
    const { custom_connector } = body;
    if (!custom_connector) return;
    if (type !== "CUSTOM_CONNECTOR") {
        throw new BadRequest("custom_connector is allowed only when app_type is CUSTOM_CONNECTOR.");
    }
    for (const field of ["identifier", "base_url", "signing_secret"] as const) {
        if (custom_connector[field] === "") throw new BadRequest(`custom_connector.${field} must not be empty.`);
    }
    if (custom_connector.base_url !== undefined && !/^https?:\/\/[^/]/.test(custom_connector.base_url)) {
        throw new BadRequest("custom_connector.base_url must be an http or https URL.");
    }
}

/**
 * The API does not document this; we assume that an app is visible to everyone by default, and that omitted groups stay unchanged while the
 * visibility is LIMITED.
 */
function visibilityIn({ visibility, visibility_group_ids }: UpdateAppInfo, before: Partial<App>) {
    const now = visibility ?? before.visibility ?? "GLOBAL";
    const groupIds = visibility_group_ids ?? before.visibility_group_ids ?? [];
    return { visibility: now, visibility_group_ids: now === "GLOBAL" ? [] : [...new Set(groupIds)] };
}

function connector(given: CreateCustomConnectorInfo): CustomConnectorAppConfig {
    const off = {
        supports_groups: false,
        supports_nested_resources: false,
        supports_nested_groups: false,
        supports_event_ingestion: false,
    };
    const { signing_secret, ...settings } = given;
    return { tls_mode: true, ...off, ...settings };
}

function withoutSecret({ signing_secret, ...settings }: UpdateCustomConnectorInfo) {
    return settings;
}

/** Stores a hash of the signing secret. The local service does not sign requests, but a change of the secret must be stored. */
function keepSecret(store: Store, app_id: string, { signing_secret }: UpdateCustomConnectorInfo): void {
    if (signing_secret === undefined) return;
    store.connectorSecrets.set({ app_id, hash: createHash("sha256").update(signing_secret).digest("hex") });
}
