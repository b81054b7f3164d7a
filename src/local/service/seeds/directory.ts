import { DEFAULT_VISIBILITY } from "../access/visibility.js";
import { groupBindingRoutes } from "../groups/group-bindings.js";
import { customAccessLevels } from "../resources/custom-access-levels.js";
import { scopedRoles } from "../resources/scoped-roles.js";
import type { Builder } from "./builder.js";
import type { Company } from "./company.js";
import { FAR } from "./groups.js";
import { isTechnical, type Team } from "./teams.js";

const SET_UP = new Date("2026-02-09T08:00:00Z");

/** The number of resources that `linkDirectory` creates: the directory app, and an administrator role for each department. */
export function linksOf(teams: readonly Team[]): number {
    return 1 + new Set(teams.map((team) => team.department)).size;
}

/** Creates group mappings, group bindings, scoped roles, custom access levels, sessions, sync errors and delegations. */
export function linkDirectory(company: Company, count: number): void {
    const { build, dice, groupOf, teams, things } = company;
    nameInDirectory(company, teams.slice(0, count));
    for (const team of teams.filter(isTechnical).slice(0, count)) {
        const source = groupOf(team, "on call");
        const bound = groupOf(team, "maintainers");
        if (!source || !bound) continue;
        const body = { source_group_id: source, groups: [{ group_id: bound }] };
        build.call(groupBindingRoutes.createGroupBinding, SET_UP, body);
    }
    scopeRoles(company);
    const access_level = { access_level_name: "Explain", access_level_remote_id: "explain" };
    const databases = things.filter(({ levels }) => levels.length > 1);
    for (const { id } of dice.some(databases, count)) {
        const body = { access_level, policy: "plans" };
        build.call(customAccessLevels.createResourceCustomAccessLevel, SET_UP, body, { resource_id: id });
    }
    for (const { id: resource_id, team, levels } of dice.some(databases, count)) {
        addObservations(build, dice.pick(team.people).id, resource_id, levels[0] ?? "");
    }
    delegate(build, teams.slice(0, count));
}

function nameInDirectory({ build, administrators, apps, groupOf }: Company, teams: readonly Team[]): void {
    const { store } = build;
    const more = { resource_type: "OKTA_APP", ancestor_resource_ids: [], descendant_resource_ids: [] };
    const app_resource_id = build.resource("Single sign-on", apps.directory, administrators, more);
    store.resourceVisibility.set({ resource_id: app_resource_id, ...DEFAULT_VISIBILITY });
    for (const team of teams) {
        const group_id = groupOf(team, "members");
        const hidden_from_end_user = team.department === "Security";
        if (group_id) store.idpGroupMappings.set({ app_resource_id, group_id, alias: team.slug, hidden_from_end_user });
    }
}

/** Creates a role for each department. Users with the role can change the members of the department's groups. */
function scopeRoles({ build, apps, groupOf, teams }: Company): void {
    const permission = { target_type: "GROUP", permission_name: "EDIT_ASSIGNMENTS", allow_all: false } as const;
    for (const department of new Set(teams.map((team) => team.department))) {
        const those = teams.filter((team) => team.department === department);
        const more = { resource_type: "SVC_SCOPED_ROLE", ancestor_resource_ids: [], descendant_resource_ids: [] };
        const ownerId = those[0]?.ownerId ?? "";
        const resource_id = build.resource(`${department} group administrator`, apps.native, ownerId, more);
        build.store.resourceVisibility.set({ resource_id, ...DEFAULT_VISIBILITY });
        const target_ids = those.flatMap((team) => groupOf(team, "members") ?? []);
        const permissions = [{ ...permission, target_ids }];
        build.call(scopedRoles.setResourceScopedRolePermissions, SET_UP, { permissions }, { resource_id });
    }
}

/** Creates an open session and a sync error. */
function addObservations(build: Builder, user_id: string, resource_id: string, access_level_remote_id: string): void {
    const { store } = build;
    const session_id = store.newId("session", `${user_id} ${resource_id}`);
    const { access_level_name } = store.resourceAccessLevels.get(resource_id, access_level_remote_id);
    store.sessions.set({
        session_id,
        connection_id: store.newId("connection", `${user_id} ${resource_id}`),
        user_id,
        resource_id,
        access_level: { access_level_name, access_level_remote_id },
        expiration_date: FAR,
    });
    const { app_id, name } = store.resources.get(resource_id);
    store.syncErrors.set({
        sync_error_id: store.newId("sync error", resource_id),
        first_seen: "2026-02-11T03:00:00.000Z",
        last_seen: "2026-02-12T03:00:00.000Z",
        error_message: `${name} did not respond within 30 seconds.`,
        resource_id,
        ...(app_id !== undefined && { app_id }),
    });
}

/** Creates a delegation from each team lead to another team member. */
function delegate(build: Builder, teams: readonly Team[]): void {
    for (const { lead, people } of teams) {
        const [, deputy] = people;
        if (!deputy) continue;
        build.store.delegations.set({
            id: build.store.newId("delegation", lead.id),
            delegator_user_id: lead.id,
            delegate_user_id: deputy.id,
            start_time: "2026-03-02T00:00:00.000Z",
            end_time: FAR,
            reason: "Parental leave",
            created_at: SET_UP.toISOString(),
            updated_at: SET_UP.toISOString(),
        });
    }
}
