import type { App, AppTypeEnum, SyncErrorList } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { appSource } from "../sources.js";
import { callable } from "./callable.js";
import { by, lookupOutput, objectLookup } from "./lookup.js";

/** An app, with its properties in camelCase. */
export type AppResult = InCamelCase<App>;
/** An error from syncing an app, with its properties in camelCase. */
export type SyncErrorResult = InCamelCase<SyncErrorList["sync_errors"][number]>;

/** Specify the id or the name. If several apps have that name, also specify `appType`. */
export interface GetAppArgs {
    /** Id of the app. */
    appId?: string;
    /** Name of the app. */
    name?: string;
    /** Type of the app, such as `OKTA_DIRECTORY`. */
    appType?: string;
}

/** Filters for apps. Default: all apps. */
export interface GetAppsArgs {
    /** Only apps of these types. */
    appTypes?: AppTypeEnum[];
    /** Only apps that this owner administers. */
    ownerId?: string;
}

/** Filters for sync errors. Default: all recent errors. */
export interface GetSyncErrorsArgs {
    /** Only errors of this app. */
    appId?: string;
    /** Only errors of this resource. */
    resourceId?: string;
    /** Only errors of this group. */
    groupId?: string;
}

/**
 * Finds an app. Operations: GET /apps/{app_id}, GET /apps.
 * @throws unless exactly one app matches.
 */
export const getApp = objectLookup<GetAppArgs, AppResult>(appSource, "app", ["name", "appType"]);

/** Lists apps, which represent connected systems. Operation: GET /apps. */
export const getApps = by<GetAppsArgs>().open("getApps", { appTypes: "app_type_filter", ownerId: "owner_filter" });

/** Lists recent sync errors. Operation: GET /sync_errors. */
export const getSyncErrors = callable(
    ["getSyncErrors"],
    ["appId", "resourceId", "groupId"],
    async ({ one }, { appId, resourceId, groupId }: GetSyncErrorsArgs): Promise<SyncErrorResult[]> => {
        const query = { app_id: appId, resource_id: resourceId, group_id: groupId };
        return (await one("getSyncErrors", { query })).flatMap(({ syncErrors }) => syncErrors);
    },
);

/** Like `getApp`, but accepts outputs of other resources as arguments. */
export const getAppOutput = lookupOutput(getApp);
/** Like `getApps`, but accepts outputs of other resources as arguments. */
export const getAppsOutput = lookupOutput(getApps);
/** Like `getSyncErrors`, but accepts outputs of other resources as arguments. */
export const getSyncErrorsOutput = lookupOutput(getSyncErrors);
