import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import type { UpdateAppInfo } from "../../../api/generated/types.gen.js";
import { type Listing, listing, operation } from "../../../provider/live/operation.js";
import { irrelevant, lastWidens, mayWiden, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity, type Holding } from "../../../provider/shapes/entity.js";
import { id, idSet, text } from "../../fields/values.js";
import { groupsFit, shownTo } from "../../fields/visibility.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { apps, groups, owners } from "../../sources.js";

const connector = z.strictObject({
    /** Name by which the connector knows the app. */
    identifier: text(),
    /** Address of the connector. */
    baseUrl: unevaluated(z.url({ protocol: /^https?$/, error: "it must be an http or https address" }), mayWiden),
    /**
     * Signing secret for calls to the connector. The service does not return it, so edits outside
     * the program are not detected.
     */
    signingSecret: irrelevant(field(text(), { secret: true, writeOnly: true })),
    /** Whether the certificate of the connector is checked. Default for a new one: true. */
    tlsMode: field(z.boolean(), { usual: true }).optional(),
    /** Certificate of the connector's certificate authority, as PEM. */
    tlsCaCertContent: z.string().optional(),
    /** Whether the connector has groups. */
    supportsGroups: z.boolean().optional(),
    /** Whether its resources can be nested in others. */
    supportsNestedResources: z.boolean().optional(),
    /** Whether its groups can be nested in others. */
    supportsNestedGroups: z.boolean().optional(),
    /** Whether the connector accepts events. */
    supportsEventIngestion: z.boolean().optional(),
});

const fields = {
    /** Name of the app. */
    name: irrelevant(text()),
    /** Purpose of the app. */
    description: irrelevant(z.string()),
    /** Owner that administers the app. */
    adminOwnerId: unevaluated(id(owners), mayWiden),
    /**
     * `CUSTOM`: people provision access by hand. `CUSTOM_CONNECTOR`: your connector provisions it. All other apps are connected in the
     * console. A change replaces the app, and everything in the old app is deleted with it.
     */
    appType: irrelevant(field(z.enum(["CUSTOM", "CUSTOM_CONNECTOR"]), { onChange: "replace" })),
    /** `GLOBAL`: all users see the app. `LIMITED`: only the groups of `visibilityGroupIds` and administrators. */
    visibility: unevaluated(
        field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }),
        lastWidens("LIMITED", "GLOBAL"),
        { isHarmlessWhenNew: true },
    ).optional(),
    /** Groups whose members can see the app. Only with `LIMITED`. */
    visibilityGroupIds: unevaluated(idSet(groups), shownTo, { isHarmlessWhenNew: true }).optional(),
    /** Default visibility of what is imported from the app. */
    importVisibility: unevaluated(
        field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }),
        lastWidens("LIMITED", "GLOBAL"),
    ).optional(),
    /** How to reach the connector. Required for `CUSTOM_CONNECTOR`, and not allowed for other types. */
    customConnector: unevaluated(connector, mayWiden).optional(),
};

/** Clears the groups for GLOBAL, because the API refuses leftover ones. */
function withoutGroups(body: UpdateAppInfo): UpdateAppInfo {
    return body.visibility === "GLOBAL" ? { ...body, visibility_group_ids: [] } : body;
}

/**
 * An app of your own. Its groups and resources are deleted with it, so protect it. The service calls a new or changed
 * connector before it accepts it, so the connector must answer during `pulumi up`. Import id: the app's id or name.
 * Operations: GET and POST /apps, GET, PUT and DELETE /apps/{app_id}.
 */
export class App extends AccessObject<AppArgs> {
    static readonly kind = entity({
        noun: "app",
        source: apps,
        fields,
        access: { created: "none", deleted: "narrows" },
        rules: [
            groupsFit,
            [
                "customConnector",
                "it is required for CUSTOM_CONNECTOR, and not allowed for other types",
                ({ appType, customConnector }) =>
                    !isOwn(appType) || (appType === "CUSTOM_CONNECTOR") === (customConnector !== undefined),
            ],
        ],
        undeclarable: ({ appType }) => (isOwn(appType) ? undefined : "it is connected in the console"),
        key: ["name", "appType"],
        create: operation("createApp"),
        update: operation("updateApp", (app_id: string, body: UpdateAppInfo) => ({
            path: { app_id },
            body: withoutGroups(body),
        })),
        sentWith: { visibilityGroupIds: ["visibility"] },
        remove: operation("deleteApp"),
        holds: {
            groups: { list: within(listing("getGroups")), name: "name" },
            resources: { list: within(listing("getResources")), name: "name" },
        },
    });

    /** Id of the app; same as `id`. */
    get appId(): Output<ID> {
        return this.id;
    }
}

export interface App extends OutputsOf<typeof fields> {}
export interface AppArgs extends ArgsOf<typeof fields> {}

/** Filters a list of everything to the contents of an app, because the API has no such list. */
function within<One extends { readonly app_id?: string | null }>({ all }: Listing<[], One>): Holding["list"] {
    return { all: async (client, id) => (await all(client)).filter(({ app_id }) => app_id === id) };
}

function isOwn(type: unknown): boolean {
    return type === "CUSTOM" || type === "CUSTOM_CONNECTOR";
}
