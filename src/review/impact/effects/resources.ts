import { withoutId } from "../../../access/model/facts/records.js";
import * as records from "../../../access/reader/records/records.js";
import { withReviewers } from "../../../access/reader/records/request-rules.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Draft } from "../draft.js";
import { type Effect, endIn, resource, stringValue } from "./effect.js";

/** Effects of resources, their holders, and the permissions of roles. */
export const RESOURCES: Readonly<Record<string, Effect>> = {
    CustomAccessLevel: {
        touches: ({ given }) => ({ targets: [resource(stringValue(given.resourceId))] }),
        put: (draft, { given, was }) => {
            const found = draft.find("resource", stringValue(given.resourceId));
            const level = stringValue(given.accessLevelRemoteId);
            if (found?.levels)
                draft.apply({ put: "resource", value: { ...found, levels: [...new Set([...found.levels, level])] } });
            // If the levels were not read, a single added level does not make the others known.
            else if (found && was === undefined) draft.unknown(resource(found.id), LEVELS_NOT_READ);
        },
        remove: (draft, { given }) => {
            const found = draft.find("resource", stringValue(given.resourceId));
            const level = stringValue(given.accessLevelRemoteId);
            if (found?.levels)
                draft.apply({ put: "resource", value: { ...found, levels: withoutId(found.levels, level) } });
            // If the levels were not read, it is unknown whether others remain. If none remain, requests are for the default level.
            else if (found) draft.unknown(resource(found.id), LEVELS_NOT_READ);
        },
    },
    Resource: {
        touches: ({ id }) => ({ targets: [resource(id)] }),
        put(draft, { id, given }) {
            const found = records.resourceOf(given, id, draft.find("resource", id));
            const { reviewerIds } = given;
            const reviewed = reviewerIds !== undefined && {
                requestRules: withReviewers(found.requestRules, reviewerIds),
            };
            draft.apply({ put: "resource", value: { ...found, ...reviewed } });
        },
        remove: (draft, { id }) => draft.apply({ remove: "resource", id }),
    },
    ResourceNonHumanIdentity: grantEffect("nonHumanIdentityId"),
    ResourceUser: grantEffect("userId"),
    ScopedRolePermissions: {
        touches: ({ given }) => ({
            targets: [resource(stringValue(given.resourceId))],
            permissions: records.permissionsOf(given.permissions),
        }),
        put: (draft, { given: { resourceId, permissions } }) =>
            setPermissions(draft, stringValue(resourceId), permissions),
        remove: (draft, { given: { resourceId } }) => setPermissions(draft, stringValue(resourceId), []),
    },
};

const LEVELS_NOT_READ = "the levels at which people can request it may change";

function grantEffect(principal: "userId" | "nonHumanIdentityId"): Effect {
    const grantOf = (given: Properties) => ({
        resourceId: stringValue(given.resourceId),
        principalId: stringValue(given[principal]),
        level: stringValue(given.accessLevelRemoteId),
    });
    return {
        touches: ({ given }) => ({ targets: [resource(stringValue(given.resourceId))] }),
        put: (draft, { given, until }) =>
            draft.apply({ put: "grant", value: { ...grantOf(given), until: endIn(draft, given, until) } }),
        remove: (draft, { given }) => draft.apply({ remove: "grant", value: grantOf(given) }),
    };
}

function setPermissions(draft: Draft, id: string, permissions: unknown): void {
    const found = draft.find("resource", id);
    if (found) draft.apply({ put: "resource", value: records.resourceOf({ permissions }, id, found) });
}
