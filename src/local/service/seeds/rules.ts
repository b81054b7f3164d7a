import type { UserAttributeSelector } from "../../../api/generated/types.gen.js";
import { accessRuleRoutes } from "../rules/access-rules.js";
import { fillRules } from "../rules/members.js";
import type { Company } from "./company.js";
import { REGIONS } from "./tags.js";

const WRITTEN = new Date("2026-02-16T11:00:00Z");

/** Creates up to `count` access rules, each for the members of a department in a region. */
export function enact({ build, apps, teams }: Company, count: number): void {
    const tag = (key: string, value: string) => ({ key, value, connection_id: apps.directory });
    const suspended: UserAttributeSelector = { attribute: "HR_IDP_STATUS", values: ["SUSPENDED"] };
    const departments = new Map(teams.map((team) => [team.department, team]));
    const places = REGIONS.flatMap((region) => [...departments.values()].map((team) => ({ region, team })));
    for (const [i, { region, team }] of places.slice(0, count).entries()) {
        const place = `${region.charAt(0).toUpperCase()}${region.slice(1)}`;
        const conditions = [tag("department", team.department.toLowerCase()), tag("region", region)];
        build.call(accessRuleRoutes.createAccessRule, WRITTEN, {
            name: `${team.department} in ${place}`,
            description: `Everyone who works for ${team.department} in ${place} and is not suspended.`,
            admin_owner_id: team.ownerId,
            // Every twelfth rule is paused.
            status: i % 12 === 11 ? "PAUSED" : "ACTIVE",
            ruleClauses: {
                when: { clauses: conditions.map((condition) => ({ selectors: [condition] })) },
                unless: { clauses: [{ selectors: [], attribute_selectors: [suspended] }] },
            },
        });
    }
    fillRules(build.store);
}
