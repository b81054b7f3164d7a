import type { OperationName } from "../../api/generated/operations.gen.js";
import { mustAdminister } from "./access/rights.js";
import { HIDEABLE_BY, Viewer } from "./access/viewer.js";
import { apps } from "./apps/apps.js";
import { customApps } from "./apps/custom-apps.js";
import { bundles } from "./bundles/bundles.js";
import { campaigns } from "./campaigns/campaigns.js";
import { campaignItems } from "./campaigns/items.js";
import { uars } from "./campaigns/uars.js";
import { channels } from "./channels/channels.js";
import { eventStreams } from "./events/event-streams.js";
import { events } from "./events/events.js";
import { containingGroups } from "./groups/containing-groups.js";
import { groupBindings } from "./groups/group-bindings.js";
import { groupResources } from "./groups/group-resources.js";
import { groupUsers } from "./groups/group-users.js";
import { groups } from "./groups/groups.js";
import { idpGroupMappings } from "./groups/idp-group-mappings.js";
import type { Call, Handler } from "./http/area.js";
import { owners } from "./owners/owners.js";
import { paladins } from "./paladins/paladins.js";
import { delegations } from "./people/delegations.js";
import { observations } from "./people/observations.js";
import { users } from "./people/users.js";
import { queries } from "./queries/queries.js";
import { requests } from "./requests/requests.js";
import { requestReviews } from "./requests/reviews.js";
import { customAccessLevels } from "./resources/custom-access-levels.js";
import { nonHumanIdentities } from "./resources/non-human-identities.js";
import { resourceUsers } from "./resources/resource-users.js";
import { resources } from "./resources/resources.js";
import { scopedRoles } from "./resources/scoped-roles.js";
import { accessRules } from "./rules/access-rules.js";
import { scripts } from "./scripts/scripts.js";
import type { Records } from "./storage/organization.js";
import { tags } from "./tags/tags.js";
import { configurationTemplates } from "./templates/configuration-templates.js";
import { governedParts } from "./templates/governed-parts.js";
import { requestTemplates } from "./templates/request-templates.js";
import { tokens } from "./tokens/tokens.js";

/** The handlers of all API operations. The type check fails if an operation does not have a handler. */
const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
    ...accessRules,
    ...apps,
    ...bundles,
    ...campaignItems,
    ...campaigns,
    ...channels,
    ...configurationTemplates,
    ...containingGroups,
    ...customAccessLevels,
    ...customApps,
    ...delegations,
    ...eventStreams,
    ...events,
    ...governedParts,
    ...groupBindings,
    ...groupResources,
    ...groupUsers,
    ...groups,
    ...idpGroupMappings,
    ...nonHumanIdentities,
    ...observations,
    ...owners,
    ...paladins,
    ...queries,
    ...requestReviews,
    ...requestTemplates,
    ...requests,
    ...resourceUsers,
    ...resources,
    ...scopedRoles,
    ...scripts,
    ...tags,
    ...tokens,
    ...uars,
    ...users,
};

/** For each path parameter, the table that contains the object. */
const NAMED_BY: Readonly<Record<string, keyof Records>> = {
    ...HIDEABLE_BY,
    app_id: "apps",
    opal_script_id: "scripts",
    paladin_id: "paladins",
    reviewer_id: "users",
    tag_id: "tags",
    user_id: "users",
};

/** Operations that return an error about the missing link if the group or resource in the path does not exist. */
const REMOVE_LINKS: ReadonlySet<OperationName> = new Set(["removeBundleGroup", "removeBundleResource"]);

/**
 * Checks that the objects in the path exist, so that handlers do not have to.
 * @throws NotFound if an object does not exist
 */
function mustExist({ store, operation, path }: Call): void {
    for (const [parameter, id] of Object.entries(path ?? {})) {
        const kind = NAMED_BY[parameter];
        if (kind && !(REMOVE_LINKS.has(operation) && parameter !== "bundle_id")) store[kind].get(String(id));
    }
}

/** Executes a call and returns the response body. Hidden objects are treated as if they did not exist. */
export function handle(call: Call): unknown {
    new Viewer(call).mustSeePath(call.path ?? {});
    mustAdminister(call);
    mustExist(call);
    // The compiler cannot infer that each handler accepts calls of its own operation.
    return (handlers[call.operation] as (call: Call) => unknown)(call);
}
