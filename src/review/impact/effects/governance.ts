import type { Target } from "../../../access/model/facts/facts.js";
import { withoutId } from "../../../access/model/facts/records.js";
import * as records from "../../../access/reader/records/records.js";
import * as requestRules from "../../../access/reader/records/request-rules.js";
import type { Properties } from "../../../common/properties.js";
import type { Draft } from "../draft.js";
import { type Effect, isSameTag, objects, partEffect, recordEffect, stringValue, stringValues } from "./effect.js";

/** Effects of settings that determine who can see, request and approve. */
export const GOVERNANCE: Readonly<Record<string, Effect>> = {
    Bundle: recordEffect("bundle", ({ id }) => ({ targets: [{ type: "bundle", id }] }), records.bundleOf),
    BundleGroup: bundleItem("groupIds", "groupId"),
    BundleGroups: bundleItems("groupIds", "groups", "groupId"),
    BundleResource: bundleItem("resourceIds", "resourceId"),
    BundleResources: bundleItems("resourceIds", "resources", "resourceId"),
    BundleVisibility: visibility("bundleId", "bundle"),
    ConfigurationTemplate: {
        ...recordEffect("template", ({ id }) => ({ templateIds: [id] }), records.templateOf),
        concerns: (draft, { id: template }, hidden) =>
            hidden.includes("breakGlassUserIds")
                ? draft.governedBy(template).map(({ id }) => ({ type: "assigners", id }))
                : [],
    },
    GroupReviewerStages: reviewed("groupId", "group", "stages", requestRules.withDeclaredStages),
    GroupTag: tagEffect("groupId", "group"),
    GroupTags: tagsEffect("groupId", "group"),
    GroupVisibility: visibility("groupId", "group"),
    ResourceReviewerStages: reviewed("resourceId", "resource", "stages", requestRules.withDeclaredStages),
    ResourceReviewers: reviewed("resourceId", "resource", "reviewerIds", requestRules.withReviewers),
    ResourceTag: tagEffect("resourceId", "resource"),
    ResourceTags: tagsEffect("resourceId", "resource"),
    ResourceVisibility: visibility("resourceId", "resource"),
};

function visibility(key: string, type: Target["type"]): Effect {
    return partEffect(type, key, (_, { given }) => ({ visibility: records.parseVisibility(given) }));
}

function reviewed(
    key: string,
    type: "group" | "resource",
    property: string,
    rulesWith: typeof requestRules.withDeclaredStages,
): Effect {
    return partEffect(
        type,
        key,
        ({ requestRules: rules }, { given }) => ({ requestRules: rulesWith(rules, given[property]) }),
        (one) => ({ requestRules: requestRules.administratorsReview(one.requestRules, one.adminOwnerId) }),
    );
}

/** Effect of a tag. Tags do not grant access themselves, but access rules in the repository may select targets by tag. */
function tagEffect(key: string, type: "group" | "resource"): Effect {
    return partEffect(
        type,
        key,
        ({ tags = [] }, { given }, draft) => {
            const tag = draft.tag(stringValue(given.tagId));
            return tag && { tags: [...tags, tag] };
        },
        ({ tags = [] }, { given }, draft) => {
            const tag = draft.tag(stringValue(given.tagId));
            return tag && { tags: tags.filter((one) => !isSameTag(one, tag)) };
        },
    );
}

function bundleItem(list: "groupIds" | "resourceIds", key: string): Effect {
    return partEffect(
        "bundle",
        "bundleId",
        (bundle, { given }) => ({ [list]: [...new Set([...bundle[list], stringValue(given[key])])] }),
        (bundle, { given }) => ({ [list]: withoutId(bundle[list], stringValue(given[key])) }),
    );
}

function bundleItems(list: "groupIds" | "resourceIds", elements: string, key: string): Effect {
    const idsIn = (given: Properties): string[] => objects(given[elements]).map((one) => stringValue(one[key]));
    return partEffect(
        "bundle",
        "bundleId",
        (_, { given }) => ({ [list]: [...new Set(idsIn(given))] }),
        (bundle, { given }) => ({ [list]: bundle[list].filter((id) => !idsIn(given).includes(id)) }),
    );
}

/** Effect of the complete set of the tags of an object. */
function tagsEffect(key: string, type: "group" | "resource"): Effect {
    const tagsIn = (draft: Draft, given: Properties) => stringValues(given.tagIds).flatMap((id) => draft.tag(id) ?? []);
    return partEffect(
        type,
        key,
        (_, { given }, draft) => ({ tags: tagsIn(draft, given) }),
        ({ tags = [] }, { given }, draft) => {
            const removed = tagsIn(draft, given);
            return { tags: tags.filter((one) => !removed.some((tag) => isSameTag(one, tag))) };
        },
    );
}
