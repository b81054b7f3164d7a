import { withoutId } from "../../../access/model/facts/records.js";
import * as records from "../../../access/reader/records/records.js";
import { withReviewers } from "../../../access/reader/records/request-rules.js";
import { type Effect, grantEffect, partEffect, recordEffect, resource, stringValue } from "./effect.js";

/** Effects of resources, their holders, and the permissions of roles. */
export const RESOURCES: Readonly<Record<string, Effect>> = {
    CustomAccessLevel: partEffect(
        "resource",
        "resourceId",
        ({ id, levels }, { given, was }, draft) => {
            if (levels) return { levels: [...new Set([...levels, stringValue(given.accessLevelRemoteId)])] };
            // If the levels were not read, a single added level does not make the others known.
            if (was === undefined) draft.unknown(resource(id), LEVELS_NOT_READ);
            return undefined;
        },
        ({ id, levels }, { given }, draft) => {
            if (levels) return { levels: withoutId(levels, stringValue(given.accessLevelRemoteId)) };
            // If the levels were not read, it is unknown whether others remain. If none remain, requests are for the default level.
            draft.unknown(resource(id), LEVELS_NOT_READ);
            return undefined;
        },
    ),
    Resource: recordEffect(
        "resource",
        ({ id }) => ({ targets: [resource(id)] }),
        (given, id, base) => {
            const found = records.resourceOf(given, id, base);
            const { reviewerIds } = given;
            return reviewerIds === undefined
                ? found
                : { ...found, requestRules: withReviewers(found.requestRules, reviewerIds) };
        },
    ),
    ResourceNonHumanIdentity: resourceGrant("nonHumanIdentityId"),
    ResourceUser: resourceGrant("userId"),
    ScopedRolePermissions: {
        ...partEffect(
            "resource",
            "resourceId",
            (role, { given: { permissions } }) => records.resourceOf({ permissions }, role.id, role),
            (role) => records.resourceOf({ permissions: [] }, role.id, role),
        ),
        touches: ({ given }) => ({
            targets: [resource(stringValue(given.resourceId))],
            permissions: records.permissionsOf(given.permissions),
        }),
    },
};

const LEVELS_NOT_READ = "the levels at which people can request it may change";

function resourceGrant(principal: "userId" | "nonHumanIdentityId"): Effect {
    return grantEffect(
        "grant",
        ({ resourceId }) => [resource(stringValue(resourceId))],
        (given) => ({
            resourceId: stringValue(given.resourceId),
            principalId: stringValue(given[principal]),
            level: stringValue(given.accessLevelRemoteId),
        }),
    );
}
