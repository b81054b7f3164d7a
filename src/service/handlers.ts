import type { Call, Handler, OperationName } from "./area.js";
import { accessRules } from "./areas/access-rules.js";
import { apps } from "./areas/apps.js";
import { bundles } from "./areas/bundles.js";
import { campaigns } from "./areas/campaigns.js";
import { configurationTemplates } from "./areas/configuration-templates.js";
import { containingGroups } from "./areas/containing-groups.js";
import { customAccessLevels } from "./areas/custom-access-levels.js";
import { delegations } from "./areas/delegations.js";
import { eventStreams } from "./areas/event-streams.js";
import { events } from "./areas/events.js";
import { groupBindings } from "./areas/group-bindings.js";
import { groupParts } from "./areas/group-parts.js";
import { groupResources } from "./areas/group-resources.js";
import { groupUsers } from "./areas/group-users.js";
import { groups } from "./areas/groups.js";
import { idpGroupMappings } from "./areas/idp-group-mappings.js";
import { messageChannels } from "./areas/message-channels.js";
import { nonHumanIdentities } from "./areas/non-human-identities.js";
import { onCallSchedules } from "./areas/on-call-schedules.js";
import { owners } from "./areas/owners.js";
import { paladins } from "./areas/paladins.js";
import { queries } from "./areas/queries.js";
import { remoteUsers } from "./areas/remote-users.js";
import { requestReviews } from "./areas/request-reviews.js";
import { requestTemplates } from "./areas/request-templates.js";
import { requests } from "./areas/requests.js";
import { resourceParts } from "./areas/resource-parts.js";
import { resourceUsers } from "./areas/resource-users.js";
import { resources } from "./areas/resources.js";
import { scopedRoles } from "./areas/scoped-roles.js";
import { sessions } from "./areas/sessions.js";
import { tags } from "./areas/tags.js";
import { tokens } from "./areas/tokens.js";
import { uars } from "./areas/uars.js";
import { users } from "./areas/users.js";
import { mustLead } from "./rights.js";
import { Viewer } from "./viewer.js";

/** Every operation of the API; one that is missing does not compile. */
const handlers: { readonly [Name in OperationName]: Handler<Name> } = {
    ...accessRules,
    ...apps,
    ...bundles,
    ...campaigns,
    ...configurationTemplates,
    ...containingGroups,
    ...customAccessLevels,
    ...delegations,
    ...eventStreams,
    ...events,
    ...groupBindings,
    ...groupParts,
    ...groupResources,
    ...groupUsers,
    ...groups,
    ...idpGroupMappings,
    ...messageChannels,
    ...nonHumanIdentities,
    ...onCallSchedules,
    ...owners,
    ...paladins,
    ...queries,
    ...remoteUsers,
    ...requestReviews,
    ...requestTemplates,
    ...requests,
    ...resourceParts,
    ...resourceUsers,
    ...resources,
    ...scopedRoles,
    ...sessions,
    ...tags,
    ...tokens,
    ...uars,
    ...users,
};

/** Carries out a call and answers the body. What the caller does not see is not there for any operation. */
export function handle(call: Call): unknown {
    new Viewer(call).mustSeePath(call.path ?? {});
    mustLead(call);
    // The compiler cannot follow that the handler of a call's operation takes that call.
    return (handlers[call.operation] as (call: Call) => unknown)(call);
}
