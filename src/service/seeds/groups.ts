import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import type { Apps } from "./apps.js";
import type { Builder } from "./builder.js";
import type { Dice } from "./dice.js";
import { isTechnical, type Team } from "./teams.js";

/** The groups of a company. */
export interface Groups {
    readonly everyone: string;
    readonly all: readonly string[];
    /** The group of a team of this sort, where there is one. */
    of(team: Team, sort: Sort): string | undefined;
}

/** In the order in which they are made for every team, so that a small company has the first ones. */
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
export type Sort = (typeof SORTS)[number];

/** Nobody notices that a date in a seed has passed: it is the same at every run, and late enough. */
export const FAR = "2039-06-30T00:00:00.000Z";

export function gather(build: Builder, dice: Dice, apps: Apps, teams: readonly Team[], count: number): Groups {
    const { store, administrator } = build;
    const administrators = store.owners.all()[0]?.owner_id ?? "";
    const people = teams.flatMap((team) => team.people);
    const all: string[] = [];
    const everyone = build.group("Everyone", apps.native, administrators, "SVC_GROUP", [
        administrator,
        ...people.map(({ id }) => id),
    ]);
    const contractors = people.filter(({ contractor }) => contractor).map(({ id }) => id);
    all.push(everyone, build.group("Contractors", apps.directory, administrators, "OKTA_GROUP", contractors));
    const departments = new Map<string, string>();
    for (const { department, ownerId } of teams) {
        if (departments.has(department)) continue;
        const group = build.group(`${department} department`, apps.directory, ownerId, "OKTA_GROUP", []);
        departments.set(department, group);
        all.push(group);
        nest(build, group, everyone);
    }
    const made = new Map<string, string>();
    for (const sort of SORTS) {
        for (const team of teams) {
            if (all.length >= count) break;
            const group = teamGroup(build, dice, apps, team, sort);
            made.set(`${team.slug} ${sort}`, group);
            all.push(group);
            if (sort === "members") nest(build, group, departments.get(team.department) ?? everyone);
            else if (sort === "on call") nest(build, group, made.get(`${team.slug} members`) ?? everyone);
        }
    }
    return { everyone, all, of: (team, sort) => made.get(`${team.slug} ${sort}`) };
}

function teamGroup(build: Builder, dice: Dice, apps: Apps, team: Team, sort: Sort): string {
    const { name, slug, people, lead, ownerId } = team;
    const ids = people.map(({ id }) => id);
    const more = { description: descriptionOf(name, sort), group_leader_user_ids: [lead.id] };
    const group_id = (() => {
        if (sort === "members") return build.group(`${name} team`, apps.directory, ownerId, "OKTA_GROUP", ids, more);
        if (sort === "maintainers" && isTechnical(team)) {
            const remote = { remote_info: { github_team: { team_slug: slug } }, remote_name: slug };
            const members = dice.some(ids, 4);
            return build.group(`${slug}-maintainers`, apps.code, ownerId, "GIT_HUB_TEAM", members, {
                ...more,
                ...remote,
            });
        }
        const outside = sort === "contractors" || sort === "vendors";
        const members = outside ? people.filter(({ contractor }) => contractor).map(({ id }) => id) : dice.some(ids, 5);
        const risk = sort === "break glass" ? "CRITICAL" : sort === "production" ? "HIGH" : undefined;
        return build.group(`${name} ${sort}`, apps.native, ownerId, "SVC_GROUP", members, {
            ...more,
            ...(risk && { risk_sensitivity: risk, risk_sensitivity_override: risk }),
            require_mfa_to_approve: sort === "break glass",
        });
    })();
    settle(build, team, sort, group_id);
    return group_id;
}

/** What is set on a group by calls of its own. */
function settle(build: Builder, team: Team, sort: Sort, group_id: string): void {
    const { store } = build;
    const audited = sort === "production" || sort === "break glass";
    store.groupMessageChannels.set({ group_id, message_channel_ids: audited ? [team.channelId] : [] });
    const on_call_schedule_ids = sort === "on call" ? [team.scheduleId] : [];
    store.groupOnCallSchedules.set({ group_id, on_call_schedule_ids });
    const visibility_group_ids = sort === "break glass" ? [group_id] : [];
    if (sort === "break glass") store.groupVisibility.set({ group_id, visibility: "LIMITED", visibility_group_ids });
    else store.groupVisibility.set({ group_id, ...DEFAULT_VISIBILITY });
    if (sort === "contractors" || sort === "vendors") {
        for (const membership of store.groupUsers.where("group_id", group_id)) {
            store.groupUsers.set({ ...membership, expiration_date: FAR });
        }
    }
}

function nest(build: Builder, group_id: string, containing_group_id: string): void {
    const level = { access_level_remote_id: "", expiration_date: null };
    build.store.groupContainingGroups.set({ group_id, containing_group_id, ...level });
}

function descriptionOf(team: string, sort: Sort): string {
    if (sort === "members") return `Everybody of the team ${team}.`;
    if (sort === "on call") return `Whoever of ${team} answers when something breaks.`;
    if (sort === "production") return `Access to what ${team} runs for customers.`;
    if (sort === "break glass") return `Access of ${team} in an emergency. Every use is looked at afterwards.`;
    return `The ${sort} of ${team}.`;
}
