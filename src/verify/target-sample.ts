import { createHash } from "node:crypto";
import type { Target } from "../access/facts.js";
import type { AccessModel } from "../access/model.js";
import { grouped } from "../schema/grouping.js";

/**
 * Groups and resources to compare, at most `size`. The sample of an organization is always the same. Each sort (access rules, groups with
 * nested groups, resources of groups, …) has the same share.
 */
export function sampleOf(model: AccessModel, size: number): Target[] {
    const sorts = grouped(allTargets(model), (target) => sortOf(model, target));
    // Ids may be ordered by creation. Digests are not.
    const queues = [...sorts.values()].map((targets) => targets.sort((a, b) => (digest(a) < digest(b) ? -1 : 1)));
    const sample: Target[] = [];
    for (let turn = 0; sample.length < size && queues.some((queue) => turn < queue.length); turn += 1)
        for (const queue of queues) {
            const target = queue[turn];
            if (target && sample.length < size) sample.push(target);
        }
    return sample;
}

/** Every group and resource. Bundles give no access. */
export function allTargets({ records }: AccessModel): Target[] {
    return [
        ...[...records.groups.keys()].map((id): Target => ({ type: "group", id })),
        ...[...records.resources.keys()].map((id): Target => ({ type: "resource", id })),
    ];
}

function sortOf({ records }: AccessModel, { type, id }: Target): string {
    if (type === "resource") {
        const [isGiven, isGranted] = [(records.links.get(id) ?? []).length > 0, records.grants.has(id)];
        return `resource ${isGiven} ${isGranted}`;
    }
    const group = records.groups.get(id);
    if (group?.rule) return `rule ${group.rule.isActive}`;
    if ((records.nestings.get(id) ?? []).length > 0) return "group with nested groups";
    if (records.sources.has(id)) return "linked group";
    return (group?.leaderIds ?? []).length > 0 ? "group with leaders" : "group";
}

function digest({ id }: Target): string {
    return createHash("sha1").update(id).digest("hex");
}
