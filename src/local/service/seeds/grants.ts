import type { Company } from "./company.js";
import { FAR } from "./groups.js";

/** Grants access to each team's resources: to groups of the team, and directly to some of its members and non-human identities. */
export function grantAccess({ build: { store }, dice, groupOf, things }: Company): void {
    const machines = things.filter(({ id }) => store.resources.get(id).resource_type === "AWS_IAM_ROLE");
    for (const { id: resource_id, team, environment, levels } of things) {
        const [read = "", write = read] = levels;
        const changing = groupOf(team, environment === "production" ? "production" : "members");
        const looking = groupOf(team, "on call");
        for (const [group_id, access_level_remote_id] of [
            [changing, write],
            [looking, read],
        ]) {
            if (!group_id || access_level_remote_id === undefined) continue;
            store.groupResources.set({ group_id, resource_id, access_level_remote_id, expiration_date: null });
        }
        if (dice.chance(0.3)) {
            const person = dice.pick(team.people);
            store.resourceUsers.set({
                resource_id,
                user_id: person.id,
                access_level_remote_id: dice.chance(0.5) ? read : write,
                expiration_date: person.contractor || dice.chance(0.2) ? FAR : null,
                propagation_status: { status: "SUCCESS" },
            });
        }
        if (levels.length > 1 && machines.length > 0 && dice.chance(0.1)) {
            const non_human_identity_id = dice.pick(machines).id;
            const level = { access_level_remote_id: read, expiration_date: null };
            store.resourceNonHumanIdentities.set({ resource_id, non_human_identity_id, ...level });
        }
    }
}
