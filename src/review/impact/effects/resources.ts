import { withoutId } from "../../../access/model/facts/records.js";
import * as records from "../../../access/reader/records/records.js";
import { withReviewers } from "../../../access/reader/records/request-rules.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft } from "../draft.js";
import {
    type Effect,
    grantEffect,
    objects,
    type PreviewedDeclaration,
    partEffect,
    recordEffect,
    resource,
    stringValue,
} from "./effect.js";
import { RESOURCE_GROUPS } from "./groups.js";
import { declaredForm, inlineSet, inlineTargets, mayBeRequested, type SetRelation, setEffect } from "./sets.js";

const LEVELS_NOT_READ = "the levels at which people can request it may change";

const LEVEL = partEffect(
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
);

const RECORD = recordEffect(
    "resource",
    ({ id }) => ({ targets: [resource(id)] }),
    (given, id, base) => {
        const found = records.resourceOf(given, id, base);
        const { reviewerIds } = given;
        return reviewerIds === undefined
            ? found
            : { ...found, requestRules: withReviewers(found.requestRules, reviewerIds) };
    },
);

/** The complete sets of the users and non-human identities of a resource. */
const SETS = {
    users: {
        single: resourceGrant("userId"),
        parent: "resourceId",
        elements: "users",
        key: ["userId"],
        found: (draft, resourceId) =>
            draft
                .grants({ resourceId })
                .flatMap(({ principalId: userId, ...grant }) =>
                    draft.find("user", userId) ? [declaredForm({ ...grant, userId })] : [],
                ),
        mayBeRequested: (draft, id) => mayBeRequested(draft.find("resource", id)),
    },
    identities: {
        single: resourceGrant("nonHumanIdentityId"),
        parent: "resourceId",
        elements: "nonHumanIdentities",
        key: ["nonHumanIdentityId"],
        found: (draft, resourceId) =>
            draft
                .grants({ resourceId })
                .flatMap(({ principalId: nonHumanIdentityId, ...grant }) =>
                    draft.find("user", nonHumanIdentityId) ? [] : [declaredForm({ ...grant, nonHumanIdentityId })],
                ),
        mayBeRequested: () => false,
    },
} satisfies Readonly<Record<string, SetRelation>>;

/** The sets that a declaration of a resource may contain. */
const INLINE: readonly SetRelation[] = [SETS.users, SETS.identities, RESOURCE_GROUPS];

/** Effects of resources, their holders, and the permissions of roles. */
export const RESOURCES: Readonly<Record<string, Effect>> = {
    CustomAccessLevel: LEVEL,
    CustomAccessLevels: {
        touches: ({ given }) => ({ targets: [resource(stringValue(given.resourceId))] }),
        put: putLevels,
        remove: (draft, { id, given }) => {
            for (const one of levelsIn(given)) LEVEL.remove(draft, { id, given: one });
        },
    },
    Resource: {
        ...RECORD,
        touches: (declared) => ({
            targets: [resource(declared.id), ...inlineTargets(INLINE, declared)],
        }),
        put(draft, declared) {
            RECORD.put(draft, declared);
            for (const set of INLINE) setEffect(set).put(draft, inlineSet(set, declared));
            const { id, given, was } = declared;
            const part = ({ accessLevels }: Properties): Properties => ({ resourceId: id, accessLevels });
            if (Array.isArray(given.accessLevels)) putLevels(draft, { id, given: part(given), was: was && part(was) });
        },
    },
    ResourceNonHumanIdentities: setEffect(SETS.identities),
    ResourceNonHumanIdentity: SETS.identities.single,
    ResourceUser: SETS.users.single,
    ResourceUsers: setEffect(SETS.users),
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

function putLevels(draft: Draft, { id, given, was }: PreviewedDeclaration): void {
    for (const one of levelsIn({ ...was, resourceId: given.resourceId })) LEVEL.remove(draft, { id, given: one });
    for (const one of levelsIn(given)) LEVEL.put(draft, { id, given: one });
}

function levelsIn({ resourceId, accessLevels }: Properties): Properties[] {
    return objects(accessLevels).map((one) => ({ ...one, resourceId }));
}

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
