import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import type { Company } from "./company.js";

const MADE = "2026-02-02T09:00:00.000Z";

/** Creates a bundle of access for new members of each team. */
export function bundle({ build: { store }, groupOf, teams, things }: Company, count: number): void {
    for (const team of teams.slice(0, count)) {
        const name = `${team.name} starter`;
        const bundle_id = store.newId("bundle", name);
        const wanted = (["members", "staging", "reports"] as const).flatMap((sort) => groupOf(team, sort) ?? []);
        const own = things.filter((thing) => thing.team === team && thing.environment !== "production").slice(0, 6);
        for (const group_id of wanted) {
            store.bundleGroups.set({ bundle_id, group_id, access_level_remote_id: "", access_level_name: "" });
        }
        for (const { id: resource_id, levels } of own) {
            const access_level_remote_id = levels[0] ?? "";
            const level = store.resourceAccessLevels.find(resource_id, access_level_remote_id);
            const access_level_name = level?.access_level_name ?? "";
            store.bundleResources.set({ bundle_id, resource_id, access_level_remote_id, access_level_name });
        }
        store.bundles.set({
            bundle_id,
            name,
            description: `Access that new members of the team ${team.name} need on their first day.`,
            created_at: MADE,
            updated_at: MADE,
            admin_owner_id: team.ownerId,
            total_num_items: wanted.length + own.length,
            total_num_resources: own.length,
            total_num_groups: wanted.length,
        });
        store.bundleVisibility.set({ bundle_id, ...DEFAULT_VISIBILITY });
    }
}
