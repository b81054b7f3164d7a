import type { Group, Tag, Target } from "../../../access/model/facts/facts.js";
import { withoutId } from "../../../access/model/facts/records.js";
import * as records from "../../../access/reader/records/records.js";
import * as requestRules from "../../../access/reader/records/request-rules.js";
import type { Properties } from "../../../provider/schema/fields.js";
import type { Draft } from "../draft.js";
import { changeRecord, type Effect, isSameTag, stringValue } from "./effect.js";

/** Effects of settings that determine who can see, request and approve. */
export const GOVERNANCE: Readonly<Record<string, Effect>> = {
    Bundle: {
        touches: ({ id }) => ({ targets: [{ type: "bundle", id }] }),
        put: (draft, { id, given }) =>
            draft.apply({ put: "bundle", value: records.bundleOf(given, id, draft.find("bundle", id)) }),
        remove: (draft, { id }) => draft.apply({ remove: "bundle", id }),
    },
    BundleGroup: bundleItem("groupIds", "groupId"),
    BundleResource: bundleItem("resourceIds", "resourceId"),
    BundleVisibility: visibility("bundleId", "bundle"),
    ConfigurationTemplate: {
        touches: ({ id }) => ({ templateIds: [id] }),
        put: (draft, { id, given }) =>
            draft.apply({ put: "template", value: records.templateOf(given, id, draft.find("template", id)) }),
        remove: (draft, { id }) => draft.apply({ remove: "template", id }),
        concerns: (draft, { id: template }, hidden) =>
            hidden.includes("breakGlassUserIds")
                ? draft.governedBy(template).map(({ id }) => ({ type: "assigners", id }))
                : [],
    },
    GroupReviewerStages: reviewed("groupId", "group", ({ stages }, rules) =>
        requestRules.withDeclaredStages(rules, stages),
    ),
    GroupTag: tagEffect("groupId", "group"),
    GroupVisibility: visibility("groupId", "group"),
    ResourceReviewerStages: reviewed("resourceId", "resource", ({ stages }, rules) =>
        requestRules.withDeclaredStages(rules, stages),
    ),
    ResourceReviewers: reviewed("resourceId", "resource", ({ reviewerIds }, rules) =>
        requestRules.withReviewers(rules, reviewerIds),
    ),
    ResourceTag: tagEffect("resourceId", "resource"),
    ResourceVisibility: visibility("resourceId", "resource"),
};

function visibility(key: string, type: Target["type"]): Effect {
    return {
        touches: ({ given }) => ({ targets: [{ type, id: stringValue(given[key]) }] }),
        put: (draft, { given }) =>
            changeRecord(draft, type, stringValue(given[key]), { visibility: records.parseVisibility(given) }),
        // Removing the declaration does not change the visibility.
        remove: () => {},
    };
}

function reviewed(
    key: string,
    type: "group" | "resource",
    rulesOf: (given: Properties, rules: Group["requestRules"]) => NonNullable<Group["requestRules"]>,
): Effect {
    return {
        touches: ({ given }) => ({ targets: [{ type, id: stringValue(given[key]) }] }),
        put(draft, { given }) {
            const id = stringValue(given[key]);
            changeRecord(draft, type, id, { requestRules: rulesOf(given, draft.find(type, id)?.requestRules) });
        },
        remove(draft, { given }) {
            const one = draft.find(type, stringValue(given[key]));
            if (one)
                changeRecord(draft, type, one.id, {
                    requestRules: requestRules.administratorsReview(one.requestRules, one.adminOwnerId),
                });
        },
    };
}

/** Effect of a tag. Tags do not grant access themselves, but access rules in the repository may select targets by tag. */
function tagEffect(key: string, type: "group" | "resource"): Effect {
    const retagged = (draft: Draft, given: Properties, tagsOf: (tags: readonly Tag[], tag: Tag) => Tag[]): void => {
        const id = stringValue(given[key]);
        const found = draft.find(type, id);
        const tag = draft.tag(stringValue(given.tagId));
        if (found && tag) changeRecord(draft, type, id, { tags: tagsOf(found.tags ?? [], tag) });
    };
    return {
        touches: ({ given }) => ({ targets: [{ type, id: stringValue(given[key]) }] }),
        put: (draft, { given }) => retagged(draft, given, (tags, tag) => [...tags, tag]),
        remove: (draft, { given }) => retagged(draft, given, (tags, tag) => tags.filter((one) => !isSameTag(one, tag))),
    };
}

function bundleItem(list: "groupIds" | "resourceIds", key: string): Effect {
    return {
        touches: ({ given }) => ({ targets: [{ type: "bundle", id: stringValue(given.bundleId) }] }),
        put(draft, { given }) {
            const bundle = draft.find("bundle", stringValue(given.bundleId));
            const ids = [...new Set([...(bundle?.[list] ?? []), stringValue(given[key])])];
            if (bundle) draft.apply({ put: "bundle", value: { ...bundle, [list]: ids } });
        },
        remove(draft, { given }) {
            const bundle = draft.find("bundle", stringValue(given.bundleId));
            if (bundle)
                draft.apply({
                    put: "bundle",
                    value: { ...bundle, [list]: withoutId(bundle[list], stringValue(given[key])) },
                });
        },
    };
}
