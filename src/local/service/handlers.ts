import type { OperationName } from "../../api/generated/operations.gen.js";
import { mustAdminister } from "./access/rights.js";
import { HIDEABLE_BY, Viewer } from "./access/viewer.js";
import { appRoutes } from "./apps/apps.js";
import { customApps } from "./apps/custom-apps.js";
import { bundleRoutes } from "./bundles/bundles.js";
import { campaignRoutes } from "./campaigns/campaigns.js";
import { itemDecisions } from "./campaigns/item-decisions.js";
import { itemReviewers } from "./campaigns/item-reviewers.js";
import { campaignItems } from "./campaigns/items.js";
import { uars } from "./campaigns/uars.js";
import { channels } from "./channels/channels.js";
import { eventStreamRoutes } from "./events/event-streams.js";
import { eventRoutes } from "./events/events.js";
import { containingGroupRoutes } from "./groups/containing-groups.js";
import { groupBindingRoutes } from "./groups/group-bindings.js";
import { groupResourceRoutes } from "./groups/group-resources.js";
import { groupUserRoutes } from "./groups/group-users.js";
import { groupRoutes } from "./groups/groups.js";
import { idpGroupMappings } from "./groups/idp-group-mappings.js";
import type { Handler, ServiceCall } from "./http/area.js";
import { ownerRoutes } from "./owners/owners.js";
import { paladinRoutes } from "./paladins/paladins.js";
import { delegationRoutes } from "./people/delegations.js";
import { observations } from "./people/observations.js";
import { userRoutes } from "./people/users.js";
import { queries } from "./queries/queries.js";
import { requests } from "./requests/requests.js";
import { requestReviews } from "./requests/reviews.js";
import { customAccessLevels } from "./resources/custom-access-levels.js";
import { nonHumanIdentities } from "./resources/non-human-identities.js";
import { resourceUserRoutes } from "./resources/resource-users.js";
import { resourceRoutes } from "./resources/resources.js";
import { scopedRoles } from "./resources/scoped-roles.js";
import { accessRuleRoutes } from "./rules/access-rules.js";
import { scriptRoutes } from "./scripts/scripts.js";
import type { Records } from "./storage/organization.js";
import { tagRoutes } from "./tags/tags.js";
import { configurationTemplateRoutes } from "./templates/configuration-templates.js";
import { governedParts } from "./templates/governed-parts.js";
import { requestTemplateRoutes } from "./templates/request-templates.js";
import { tokens } from "./tokens/tokens.js";

/** The handlers of all API operations. The type check fails if an operation does not have a handler. */
const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
    ...accessRuleRoutes,
    ...appRoutes,
    ...bundleRoutes,
    ...campaignItems,
    ...itemDecisions,
    ...itemReviewers,
    ...campaignRoutes,
    ...channels,
    ...configurationTemplateRoutes,
    ...containingGroupRoutes,
    ...customAccessLevels,
    ...customApps,
    ...delegationRoutes,
    ...eventStreamRoutes,
    ...eventRoutes,
    ...governedParts,
    ...groupBindingRoutes,
    ...groupResourceRoutes,
    ...groupUserRoutes,
    ...groupRoutes,
    ...idpGroupMappings,
    ...nonHumanIdentities,
    ...observations,
    ...ownerRoutes,
    ...paladinRoutes,
    ...queries,
    ...requestReviews,
    ...requestTemplateRoutes,
    ...requests,
    ...resourceUserRoutes,
    ...resourceRoutes,
    ...scopedRoles,
    ...scriptRoutes,
    ...tagRoutes,
    ...tokens,
    ...uars,
    ...userRoutes,
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
function mustExist({ store, operation, path }: ServiceCall): void {
    for (const [parameter, id] of Object.entries(path ?? {})) {
        const kind = NAMED_BY[parameter];
        if (kind && !(REMOVE_LINKS.has(operation) && parameter !== "bundle_id")) store[kind].get(String(id));
    }
}

/** Executes a call and returns the response body. Hidden objects are treated as if they did not exist. */
export function handle(call: ServiceCall): unknown {
    new Viewer(call).mustSeePath(call.path ?? {});
    mustAdminister(call);
    mustExist(call);
    // The compiler cannot infer that each handler accepts calls of its own operation.
    return (handlers[call.operation] as (call: ServiceCall) => unknown)(call);
}
