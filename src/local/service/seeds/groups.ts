import type { Apps } from "./apps.js";
import type { Builder } from "./builder.js";
import type { Dice } from "./dice.js";
import { isTechnical, type Team } from "./teams.js";

/** The types of groups, in the order in which they are created. A small company has only the first ones. */
const SORTS = [
    "members",
    "on call",
    "production",
    "staging",
    "maintainers",
    "reviewers",
    "contractors",
    "break glass",
    "reports",
    "vendors",
    "alumni projects",
] as const;
type GroupCategory = (typeof SORTS)[number];

/** Returns the id of a team's group of this type, if the team has one. */
export type GroupOf = (team: Team, sort: GroupCategory) => string | undefined;

/** A fixed expiration date in the distant future. */
export const FAR = "2039-06-30T00:00:00.000Z";

export function gather(
    build: Builder,
    dice: Dice,
    administrators: string,
    apps: Apps,
    teams: readonly Team[],
    count: number,
): GroupOf {
    const ids = teams.flatMap((team) => team.ids);
    const everyone = build.group("Everyone", apps.native, administrators, "SVC_GROUP", [build.administrator, ...ids]);
    build.group("Contractors", apps.directory, administrators, "OKTA_GROUP", teams.flatMap(contractorsOf));
    const departments = new Map<string, string>();
    for (const { department, ownerId } of teams) {
        if (departments.has(department)) continue;
        const group = build.group(`${department} department`, apps.directory, ownerId, "OKTA_GROUP", []);
        departments.set(department, group);
        nest(build, group, everyone);
    }
    const made = new Map<string, string>();
    for (const sort of SORTS) {
        for (const team of teams) {
            if (build.store.groups.size >= count) break;
            const group = teamGroup(build, dice, apps, team, sort);
            configure(build, team, sort, group);
            made.set(`${team.slug} ${sort}`, group);
            if (sort === "members") nest(build, group, departments.get(team.department) ?? everyone);
            else if (sort === "on call") nest(build, group, made.get(`${team.slug} members`) ?? everyone);
        }
    }
    return (team, sort) => made.get(`${team.slug} ${sort}`);
}

function teamGroup(build: Builder, dice: Dice, apps: Apps, team: Team, sort: GroupCategory): string {
    const { name, slug, ids, lead, ownerId } = team;
    const more = { description: descriptionOf(name, sort), group_leader_user_ids: [lead.id] };
    if (sort === "members") return build.group(`${name} team`, apps.directory, ownerId, "OKTA_GROUP", ids, more);
    if (sort === "maintainers" && isTechnical(team)) {
        const remote = { remote_info: { github_team: { team_slug: slug } }, remote_name: slug };
        const maintainers = { ...more, ...remote };
        return build.group(`${slug}-maintainers`, apps.code, ownerId, "GIT_HUB_TEAM", dice.some(ids, 4), maintainers);
    }
    const members = isOutside(sort) ? contractorsOf(team) : dice.some(ids, 5);
    const risk = sort === "break glass" ? "CRITICAL" : sort === "production" ? "HIGH" : undefined;
    return build.group(`${name} ${sort}`, apps.native, ownerId, "SVC_GROUP", members, {
        ...more,
        ...(risk && { risk_sensitivity: risk, risk_sensitivity_override: risk }),
        require_mfa_to_approve: sort === "break glass",
    });
}

function contractorsOf({ people }: Team): string[] {
    return people.filter(({ contractor }) => contractor).map(({ id }) => id);
}

function isOutside(sort: GroupCategory): boolean {
    return sort === "contractors" || sort === "vendors";
}

/** Sets the channels, on-call schedules, visibility and expiration dates of a group. */
function configure(build: Builder, team: Team, sort: GroupCategory, group_id: string): void {
    const { store } = build;
    const audited = sort === "production" || sort === "break glass";
    store.groupMessageChannels.set({ group_id, message_channel_ids: audited ? [team.channelId] : [] });
    const on_call_schedule_ids = sort === "on call" ? [team.scheduleId] : [];
    store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids });
    if (sort === "break glass") {
        store.groupVisibility.set({ group_id, visibility: "LIMITED", visibility_group_ids: [group_id] });
    }
    if (isOutside(sort)) {
        for (const membership of store.groupUsers.where("group_id", group_id)) {
            store.groupUsers.set({ ...membership, expiration_date: FAR });
        }
    }
}

function nest(build: Builder, group_id: string, containing_group_id: string): void {
    const level = { access_level_remote_id: "", expiration_date: null };
    build.store.groupContainingGroups.set({ group_id, containing_group_id, ...level });
}

function descriptionOf(team: string, sort: GroupCategory): string {
    if (sort === "members") return `All members of the team ${team}.`;
    if (sort === "on call") return `On-call members of the team ${team}.`;
    if (sort === "production") return `Access to the production systems of the team ${team}.`;
    if (sort === "break glass") return `Emergency access for the team ${team}. Each use is reviewed afterwards.`;
    return `The ${sort} of ${team}.`;
}
