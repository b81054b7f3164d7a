import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { type ListOperation, listing, operation } from "../../../api/calls.js";
import type { UpdateAppInfo } from "../../../api/generated/types.gen.js";
import { harmlessWhenNew, irrelevant, lastWidens, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity, type Holding } from "../../../provider/shapes/entity.js";
import { id, idSet, textField } from "../../fields/values.js";
import { shownTo } from "../../fields/visibility.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { appSource, groupSource, ownerSource } from "../../sources.js";

const connector = z.strictObject({
    /** Identifier of the app in requests to the connector. */
    identifier: textField(),
    /** URL of the connector. */
    baseUrl: unevaluated(z.url({ protocol: /^https?$/, error: "it must be an http or https address" })),
    /** Signing secret for calls to the connector. The service does not return it, so changes outside the program are not detected. */
    signingSecret: irrelevant(field(textField(), { secret: true, writeOnly: true })),
    /** Whether to verify the TLS certificate of the connector. Default for a new app: true. */
    tlsMode: field(z.boolean(), { usual: true }).optional(),
    /** Certificate of the certificate authority that the connector uses, in PEM format; null for none. */
    tlsCaCertContent: z.string().nullable().optional(),
    /** Whether the connector supports groups. */
    supportsGroups: z.boolean().optional(),
    /** Whether its resources can contain other resources. */
    supportsNestedResources: z.boolean().optional(),
    /** Whether its groups can contain other groups. */
    supportsNestedGroups: z.boolean().optional(),
    /** Whether the connector supports event ingestion. */
    supportsEventIngestion: z.boolean().optional(),
});

const fields = {
    /** Name of the app. */
    name: irrelevant(textField()),
    /** Purpose of the app. */
    description: irrelevant(z.string()),
    /** Owner that administers the app. */
    adminOwnerId: unevaluated(id(ownerSource)),
    /**
     * `CUSTOM`: access is provisioned by hand. `CUSTOM_CONNECTOR`: your connector provisions access. Apps of all other types are connected
     * in the Opal console. A change replaces the app and deletes all groups and resources in it.
     */
    appType: irrelevant(field(z.enum(["CUSTOM", "CUSTOM_CONNECTOR"]), { onChange: "replace" })),
    /** `GLOBAL`: all users can see the app. `LIMITED`: only members of `visibilityGroupIds` and administrators can see it. */
    visibility: harmlessWhenNew(
        unevaluated(field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }), lastWidens("LIMITED", "GLOBAL")),
    ).optional(),
    /** Groups whose members can see the app. Only with `LIMITED`. */
    visibilityGroupIds: harmlessWhenNew(unevaluated(idSet(groupSource), shownTo)).optional(),
    /** Default visibility of objects that are imported from the app. */
    importVisibility: unevaluated(
        field(z.enum(["GLOBAL", "LIMITED"]), { usual: "GLOBAL" }),
        lastWidens("LIMITED", "GLOBAL"),
    ).optional(),
    /** Settings of the connector. Required for `CUSTOM_CONNECTOR`, and not allowed for other types. */
    customConnector: unevaluated(connector).optional(),
};

/** Removes the visibility groups if visibility is GLOBAL, because the API rejects them. */
function withoutGroups(body: UpdateAppInfo): UpdateAppInfo {
    return body.visibility === "GLOBAL" ? { ...body, visibility_group_ids: [] } : body;
}

/**
 * A custom app. Deleting it also deletes its groups and resources, so set Pulumi's option `protect`. The service calls a new or changed
 * connector to validate it, so the connector must be reachable during `pulumi up`. Import id: the app's id or name. Operations: GET and
 * POST /apps, GET, PUT and DELETE /apps/{app_id}.
 */
export class App extends AccessObject<AppArgs> {
    static readonly kind = entity({
        noun: "app",
        source: appSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        rules: [
            [
                "visibilityGroupIds",
                "it requires visibility LIMITED, because with GLOBAL all users see the app",
                ({ visibility, visibilityGroupIds: groups }) =>
                    (visibility !== undefined && visibility !== "GLOBAL") ||
                    groups === undefined ||
                    (Array.isArray(groups) && groups.length === 0),
            ],
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

/** Filters the list of all objects to those in an app, because the API cannot list the contents of an app. */
function within<One extends { readonly app_id?: string | null }>({ all }: ListOperation<[], One>): Holding["list"] {
    return { all: async (client, id) => (await all(client)).filter(({ app_id }) => app_id === id) };
}

function isOwn(type: unknown): boolean {
    return type === "CUSTOM" || type === "CUSTOM_CONNECTOR";
}
