import { breakGlassGroups, breakGlassSettings } from "../classes.js";
import { isMissing, isMissingOrEmpty, type Program, type ProgramResource, resourcePlace } from "../program.js";
import { requestableOf } from "../requests.js";
import { faultAt, type PolicyRule, resourceRule, stackRule } from "../rule.js";
import { tooLong } from "./duration.js";

export const breakGlass: readonly PolicyRule[] = [
    stackRule({
        name: "break-glass-audited",
        description: "Every use of a break-glass group is reported to a message channel.",
        enforcementLevel: "mandatory",
        settings: breakGlassSettings,
        find: (program, settings) =>
            breakGlassGroups(program, settings)
                .filter(({ given }) => isMissingOrEmpty(given.messageChannelIds))
                .filter((group) => !program.mayBePointedAt(group, "GroupMessageChannels", "groupId"))
                .filter((group) => !isAuditedByTemplate(program, group))
                .map((group) =>
                    faultAt(resourcePlace(group), "messageChannelIds", "are empty for a break-glass group"),
                ),
    }),
    resourceRule({
        name: "template-break-glass-audited",
        description: "A configuration template with break-glass users names an audit channel.",
        enforcementLevel: "mandatory",
        kinds: ["ConfigurationTemplate"],
        find: (place) => {
            const { breakGlassUserIds: users, linkedAuditMessageChannelIds: channels } = place.given;
            return Array.isArray(users) && users.length > 0 && isMissingOrEmpty(channels)
                ? [faultAt(place, "linkedAuditMessageChannelIds", "are empty although breakGlassUserIds are specified")]
                : [];
        },
    }),
    stackRule({
        name: "break-glass-short",
        description: "The duration of break-glass access is limited.",
        enforcementLevel: "mandatory",
        settings: {
            ...breakGlassSettings,
            breakGlassMaximumMinutes: {
                description: "Maximum duration of requested break-glass access, in minutes.",
                default: 4 * 60,
            },
        },
        find: (program, { breakGlassMaximumMinutes, ...settings }) =>
            breakGlassGroups(program, settings)
                .flatMap((group) => requestableOf(program, group))
                .flatMap((place) => tooLong(place, breakGlassMaximumMinutes)),
    }),
];

/**
 * Whether the group's template has an audit channel. True for a template that the program only looks up, because its properties are
 * unknown.
 */
function isAuditedByTemplate(program: Program, group: ProgramResource): boolean {
    const templates = program.usedBy(group, "configurationTemplateId", "ConfigurationTemplate");
    if (templates.length === 0) return !isMissing(group.given.configurationTemplateId);
    return templates.some(({ given }) => !isMissingOrEmpty(given.linkedAuditMessageChannelIds));
}
