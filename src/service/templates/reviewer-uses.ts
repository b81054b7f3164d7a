import type { RequestConfiguration, ReviewerStage } from "../../api/generated/types.gen.js";
import type { Store } from "../storage/store.js";

/** Something with request rules: a group, a resource or a configuration template. */
export interface Ruled {
    /** What it is and what it is called, such as "group Engineers". */
    readonly label: string;
    readonly id: string;
    readonly configurations: readonly RequestConfiguration[];
}

/** Everything that has request rules. What a configuration template governs has a copy of the rules of the template. */
export function allRuled(store: Store): Ruled[] {
    const groups = store.groups.all().map((group) => ({
        label: `group ${group.name}`,
        id: group.group_id,
        configurations: group.request_configurations ?? [],
    }));
    const resources = store.resources.all().map((resource) => ({
        label: `resource ${resource.name}`,
        id: resource.resource_id,
        configurations: resource.request_configurations ?? [],
    }));
    const templates = store.configurationTemplates.all().map((template) => ({
        label: `configuration template ${template.name}`,
        id: template.configuration_template_id,
        configurations:
            store.configurationTemplateRules.find(template.configuration_template_id)?.request_configurations ?? [],
    }));
    return [...groups, ...resources, ...templates];
}

/** What has a stage like this in its request rules, by label. */
export function reviewUsesOf(store: Store, fits: (stage: ReviewerStage) => boolean): string[] {
    return allRuled(store)
        .filter(({ configurations }) => configurations.some((one) => one.reviewer_stages?.some(fits)))
        .map(({ label }) => label);
}
