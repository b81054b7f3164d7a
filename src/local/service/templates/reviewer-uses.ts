import type { Group, Resource, ReviewerStage } from "../../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";

/** A group or a resource. */
export type GovernedRecord = Group | Resource;

/** Returns all groups and resources with labels such as `group "Engineers"`. */
export function allGoverned(store: Store): { label: string; id: string; object: GovernedRecord }[] {
    return [
        ...store.groups.all().map((object) => ({ label: `group "${object.name}"`, id: object.group_id, object })),
        ...store.resources
            .all()
            .map((object) => ({ label: `resource "${object.name}"`, id: object.resource_id, object })),
    ];
}

/** Returns all groups, resources and configuration templates with their request rules. Objects with a template have a copy of its rules. */
export function allRuled(store: Store) {
    const governed = allGoverned(store).map(({ label, id, object }) => ({
        label,
        id,
        configurations: object.request_configurations ?? [],
    }));
    const templates = store.configurationTemplates.all().map(({ name, configuration_template_id: id }) => ({
        label: `configuration template "${name}"`,
        id,
        configurations: store.configurationTemplateRules.find(id)?.request_configurations ?? [],
    }));
    return [...governed, ...templates];
}

/** Returns labels of the objects that have a matching stage in their request rules. */
export function reviewUsesOf(store: Store, fits: (stage: ReviewerStage) => boolean): string[] {
    return allRuled(store)
        .filter(({ configurations }) => configurations.some((one) => one.reviewer_stages?.some(fits)))
        .map(({ label }) => label);
}
