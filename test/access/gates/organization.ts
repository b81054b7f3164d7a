import { seedOrganization } from "../../../src/local/service/seeds/seed.js";
import type { Organization } from "../../../src/local/service/storage/organization.js";
import type { Dice } from "../../proofs/simulator/dice.js";

/** Tags of users that access rules refer to. */
export const TAGS = [
    { key: "team", value: "platform" },
    { key: "region", value: "eu" },
    { key: "tier", value: "critical" },
] as const;

/** Levels of the only group and the only resource with access levels. */
export const LEVELS = ["reader", "admin"] as const;

/** The organization before the first deployment: the small one with random members, tags, links, levels and visibility. */
export function randomOrganization(dice: Dice): Organization {
    const seeded = seedOrganization("small");
    const [everyone, contractors, staff] = seeded.groups.map(({ group_id }) => group_id);
    const [tracker, archive] = seeded.resources.map(({ resource_id }) => resource_id);
    if (!everyone || !contractors || !staff || !tracker || !archive)
        throw new Error("The small organization has three groups and two resources.");
    const users = seeded.users.map(({ user_id }) => user_id);
    const grant = { expiration_date: null, propagation_status: null };
    const members = [everyone, contractors, staff].flatMap((group_id) =>
        dice.some(users, dice.below(4)).map((user_id) => ({
            ...grant,
            group_id,
            user_id,
            access_level_remote_id: group_id === contractors ? dice.pick(LEVELS) : "",
        })),
    );
    const tags = seeded.tags.map(({ tag_id }) => tag_id);
    return {
        ...seeded,
        users: seeded.users.map((user) => ({ ...user, hr_idp_status: dice.pick(["ACTIVE", "ACTIVE", "SUSPENDED"]) })),
        groupUsers: members,
        userTags: users.flatMap((user_id) => dice.some(tags, dice.below(3)).map((tag_id) => ({ tag_id, user_id }))),
        groupAccessLevels: LEVELS.map((level) => levelOf(level, { group_id: contractors })),
        resourceAccessLevels: LEVELS.map((level) => levelOf(level, { resource_id: tracker })),
        groupResources: dice.chance(0.5)
            ? [{ group_id: staff, resource_id: archive, access_level_remote_id: "", expiration_date: null }]
            : [],
        groupVisibility: [everyone, contractors, staff].map((group_id) => ({
            group_id,
            ...(dice.chance(0.5)
                ? { visibility: "LIMITED" as const, visibility_group_ids: [everyone] }
                : { visibility: "GLOBAL" as const, visibility_group_ids: [] }),
        })),
    };
}

function levelOf<Key extends object>(level: string, key: Key) {
    return { ...key, access_level_remote_id: level, access_level_name: level };
}
