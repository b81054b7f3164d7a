import type { Company } from "./company.js";

const TIERS = ["critical", "important", "ordinary"] as const;
export const REGIONS = ["europe", "americas", "asia"] as const;

/** Tags people with their department and region, groups with their team, and resources with environment, tier and team. */
export function label({ build, dice, groupOf, teams, things }: Company): void {
    const { store } = build;
    const tags = new Map<string, string>();
    const tagOf = (key: string, value: string) => {
        const tag = tags.get(`${key}=${value}`) ?? build.tag(key, value);
        tags.set(`${key}=${value}`, tag);
        return tag;
    };
    for (const team of teams) {
        const { people, department, slug } = team;
        for (const { id: user_id } of people) {
            store.userTags.set({ tag_id: tagOf("department", department.toLowerCase()), user_id });
            store.userTags.set({ tag_id: tagOf("region", dice.pick(REGIONS)), user_id });
        }
        const group_id = groupOf(team, "members");
        if (group_id) store.groupTags.set({ tag_id: tagOf("team", slug), group_id });
    }
    for (const { id: resource_id, team, environment } of things) {
        if (environment) store.resourceTags.set({ tag_id: tagOf("environment", environment), resource_id });
        if (environment === "production") {
            store.resourceTags.set({ tag_id: tagOf("tier", dice.pick(TIERS)), resource_id });
            store.resourceTags.set({ tag_id: tagOf("team", team.slug), resource_id });
        }
    }
}
