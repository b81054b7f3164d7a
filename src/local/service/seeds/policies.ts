import type { RequestConfiguration } from "../../../api/generated/types.gen.js";
import { eventStreamRoutes } from "../events/event-streams.js";
import { groupRoutes as groupHandlers } from "../groups/groups.js";
import { paladinRoutes } from "../paladins/paladins.js";
import { configurationTemplateRoutes } from "../templates/configuration-templates.js";
import { requestTemplateRoutes } from "../templates/request-templates.js";
import type { Builder } from "./builder.js";
import type { Company } from "./company.js";
import type { Team } from "./teams.js";

/** The creation time of all objects that are created here. */
const WRITTEN = new Date("2026-02-16T10:00:00Z");

/** Names of the Paladins. Each Paladin also has a service user. */
export const PALADINS = ["Night watch", "Data steward", "Onboarding guide"];

/** Creates request templates, configuration templates, request rules, Paladins and an event stream. */
export function regulate({ build, groupOf, teams }: Company, count: number): void {
    const questions = ask(build);
    const [first] = teams;
    if (!first) return;
    for (const team of teams.slice(0, count)) {
        const production = groupOf(team, "production");
        if (production) govern(build, team, production, questions);
        const emergency = groupOf(team, "break glass");
        if (emergency) autoApprove(build, team, emergency, questions);
    }
    review(build, teams);
    build.call(eventStreamRoutes.createEventStream, WRITTEN, {
        name: "Access events for the security archive",
        connection_type: "WEBHOOK",
        webhook_url: "https://archive.example/access-events",
    });
}

/** Creates the request templates, and returns the id of the one for production access. */
function ask(build: Builder): string {
    const template = build.call(requestTemplateRoutes.createRequestTemplate, WRITTEN, {
        name: "Production changes",
        custom_fields: [
            {
                name: "Ticket",
                type: "SHORT_TEXT",
                required: true,
                description: "The ticket that explains why you need access.",
            },
            { name: "What will change", type: "LONG_TEXT" },
            { name: "A colleague is watching", type: "BOOLEAN", required: true },
        ],
    });
    build.call(requestTemplateRoutes.createRequestTemplate, WRITTEN, {
        name: "Personal data",
        custom_fields: [{ name: "Purpose", type: "LONG_TEXT", required: true }],
    });
    return template?.request_template_id ?? "";
}

/** Creates a configuration template for a team, and applies it to the team's production group. */
function govern(build: Builder, team: Team, group_id: string, questions: string): void {
    const template = build.call(configurationTemplateRoutes.createConfigurationTemplate, WRITTEN, {
        name: `${team.name} production`,
        admin_owner_id: team.ownerId,
        visibility: { visibility: "GLOBAL" },
        require_mfa_to_approve: true,
        require_mfa_to_connect: true,
        linked_audit_message_channel_ids: [team.channelId],
        member_oncall_schedule_ids: [team.scheduleId],
        break_glass_user_ids: [team.lead.id],
        request_configurations: [
            requestConfiguration(team, { request_template_id: questions, max_duration_minutes: 10_080 }),
        ],
    });
    const configuration_template_id = template?.configuration_template_id;
    const groups = [{ group_id, ...(configuration_template_id && { configuration_template_id }) }];
    build.call(groupHandlers.updateGroups, WRITTEN, { groups });
}

/** Emergency access is approved automatically and expires after two hours. */
function autoApprove(build: Builder, team: Team, group_id: string, questions: string): void {
    const short = { auto_approval: true, reviewer_stages: [], max_duration_minutes: 120 };
    const request_configurations = [requestConfiguration(team, { ...short, request_template_id: questions })];
    build.call(groupHandlers.updateGroups, WRITTEN, { groups: [{ group_id, request_configurations }] });
}

function requestConfiguration(team: Team, more: Partial<RequestConfiguration>): RequestConfiguration {
    return {
        priority: 0,
        allow_requests: true,
        auto_approval: false,
        require_mfa_to_request: true,
        require_support_ticket: false,
        reviewer_stages: [{ operator: "OR", require_manager_approval: false, owner_ids: [team.ownerId] }],
        ...more,
    };
}

function review(build: Builder, teams: readonly Team[]): void {
    for (const [i, name] of PALADINS.entries()) {
        const team = teams[i % teams.length];
        if (!team) continue;
        const paladin = build.call(paladinRoutes.createPaladin, WRITTEN, {
            name,
            owner_id: team.ownerId,
            monitor_mode: i > 0,
            enabled_connectors: ["JIRA", "SLACK"],
            instructions: `Check that the request has a ticket and that the team ${team.name} expects it.`,
        });
        if (!paladin) continue;
        const source = {
            source_kind: "SLACK_CHANNEL",
            third_party_provider: "SLACK",
            remote_id: `C0${team.slug.toUpperCase()}`,
            name: `${team.slug}-access`,
        } as const;
        build.call(paladinRoutes.createPaladinContextSource, WRITTEN, source, { paladin_id: paladin.paladin_id });
    }
}
