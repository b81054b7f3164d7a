import { SettingsError } from "../common/errors.js";
import { isUnknown } from "../common/unknown.js";
import type { Program, ProgramResource } from "./program.js";
import { type Fault, type PolicyRule, type Setting, type Settings, stackRule, type ValuesOf } from "./rule.js";

/** Settings that define which groups and resources are sensitive. */
export const sensitiveSettings = {
    sensitiveRisks: listSetting("Values of riskSensitivityOverride that make a group or resource sensitive.", [
        "CRITICAL",
        "HIGH",
    ]),
    sensitiveNames: listSetting(
        "Case-insensitive regular expressions for names. A group or resource with a matching name, in the program or on the service, is sensitive.",
        [],
    ),
    sensitiveTags: listSetting(
        "Tags that make a group or resource sensitive, as `key`, `key=value` or the id of a tag. Only tags that the program adds count.",
        [],
    ),
};

export const vendorSettings = {
    vendorNames: listSetting("Case-insensitive regular expressions for the names of groups of external users.", [
        "vendor",
        "contractor",
        "external",
        "supplier",
    ]),
    vendorTags: listSetting("Tags of groups of external users, as `key`, `key=value` or the id of a tag.", []),
};

export const breakGlassSettings = {
    breakGlassNames: listSetting("Case-insensitive regular expressions for the names of break-glass groups.", [
        "break.?glass",
        "emergency",
    ]),
    breakGlassTags: listSetting("Tags of break-glass groups, as `key`, `key=value` or the id of a tag.", []),
};

type ClassValues<Own> = { readonly [Name in keyof Own]: readonly string[] };
export type SensitiveValues = ClassValues<typeof sensitiveSettings>;

/** Returns the sensitive groups and resources of a program. */
export function sensitiveIn(program: Program, settings: SensitiveValues): ProgramResource[] {
    const { sensitiveRisks, sensitiveTags } = settings;
    const names = settings.sensitiveNames.map(expressionOf);
    return program
        .of("Group", "Resource")
        .filter(
            (resource) =>
                sensitiveRisks.includes(String(resource.given.riskSensitivityOverride)) ||
                isNamed(resource, names) ||
                isTagged(program, resource, sensitiveTags),
        );
}

/** Creates a rule that checks each sensitive group and resource. It also has the settings that define which ones are sensitive. */
export function sensitiveRule<Own extends Settings = Record<never, Setting>>({
    settings,
    find,
    ...spec
}: Omit<Parameters<typeof stackRule<Own>>[0], "find"> & {
    readonly find: (target: ProgramResource, program: Program, settings: ValuesOf<Own>) => readonly Fault[];
}): PolicyRule {
    return stackRule({
        ...spec,
        settings: { ...sensitiveSettings, ...settings },
        find: (program, values) => {
            const all = values as SensitiveValues & ValuesOf<Own>; // the cast is safe because the rule has both settings
            return sensitiveIn(program, all).flatMap((target) => find(target, program, all));
        },
    });
}

/** Returns the groups of a program that are for external users. */
export function vendorGroups(program: Program, settings: ClassValues<typeof vendorSettings>): ProgramResource[] {
    return groupsOf(program, settings.vendorNames, settings.vendorTags);
}

/** Returns the break-glass groups of a program. */
export function breakGlassGroups(
    program: Program,
    settings: ClassValues<typeof breakGlassSettings>,
): ProgramResource[] {
    return groupsOf(program, settings.breakGlassNames, settings.breakGlassTags);
}

function groupsOf(program: Program, patterns: readonly string[], tags: readonly string[]): ProgramResource[] {
    const names = patterns.map(expressionOf);
    return program.of("Group").filter((group) => isNamed(group, names) || isTagged(program, group, tags));
}

/** Whether the name in the program matches, or the name on the service if it is already known. */
function isNamed({ name, given }: ProgramResource, patterns: readonly RegExp[]): boolean {
    const names = [name, ...(typeof given.name === "string" && !isUnknown(given.name) ? [given.name] : [])];
    return patterns.some((pattern) => names.some((one) => pattern.test(one)));
}

function isTagged(program: Program, target: ProgramResource, tags: readonly string[]): boolean {
    const [kind, property] = target.kind === "Group" ? ["GroupTag", "groupId"] : ["ResourceTag", "resourceId"];
    return program.pointingAt(target, kind, property).some((link) => {
        if (tags.includes(String(link.given.tagId))) return true;
        return program
            .usedBy(link, "tagId", "Tag")
            .some(({ given: { key, value } }) => tags.includes(String(key)) || tags.includes(`${key}=${value ?? ""}`));
    });
}

function expressionOf(pattern: string): RegExp {
    try {
        return new RegExp(pattern, "i");
    } catch {
        throw new SettingsError(`${JSON.stringify(pattern)} is not a regular expression.`);
    }
}

function listSetting(description: string, values: readonly string[]): Setting<readonly string[]> {
    return { description, default: values };
}
