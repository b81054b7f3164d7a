import { DEFAULT_ASSUMPTIONS, type Records } from "../../access/model/facts/records.js";
import { counted } from "../../common/counts.js";
import { StartError } from "../../local/service/http/errors.js";
import { arrangeHierarchy } from "../../local/service/resources/hierarchy.js";
import { fillRules } from "../../local/service/rules/members.js";
import { type Organization, toOrganization } from "../../local/service/storage/organization.js";
import { createStore } from "../../local/service/storage/store.js";
import { NAMESPACE, organizationJson } from "./organization-json.js";

/** An organization for the local service in which people can do the same as in the organization of the records. */
export interface CopiedOrganization {
    /** Undefined if the local service does not support it. */
    readonly organization: Organization | undefined;
    /** Reasons why the copy is not faithful, as clauses. Empty if it is faithful. */
    readonly gaps: readonly string[];
}

/**
 * Copies the data that determines who can do what. Omits other data, such as descriptions and events, and data that the API does not
 * return: managers, and who is on call.
 */
export function copiedOrganization(records: Records): CopiedOrganization {
    const gaps = gapsOf(records);
    try {
        const store = createStore(toOrganization("The copy", organizationJson(records), NAMESPACE));
        arrangeHierarchy(store);
        fillRules(store);
        return { organization: store.snapshot(), gaps };
    } catch (error) {
        if (!(error instanceof StartError)) throw error;
        return { organization: undefined, gaps: [...gaps, error.message.replace(/\.$/, "")] };
    }
}

function gapsOf({ users, groups, assumptions, resources }: Records): string[] {
    // The assumption about possible tags does not matter, because the copy has the actual tags of users.
    const { singleValuedTags: _, ...settings } = DEFAULT_ASSUMPTIONS;
    const different = Object.entries(settings).filter(
        ([name, value]) => Object.entries(assumptions).find(([own]) => own === name)?.[1] !== value,
    );
    const untagged = [...users.values()].filter(({ tags, status }) => tags === undefined || status === undefined);
    const isRuled = [...groups.values()].some(({ rule }) => rule !== undefined);
    // Levels are needed only if a rule depends on them. Otherwise, all levels are equivalent.
    const unleveled = [...groups.values(), ...resources.values()].filter(
        ({ levels, requestRules = [] }) =>
            levels === undefined && requestRules.some(({ condition }) => (condition?.levels ?? []).length > 0),
    );
    return [
        ...different.map(([name]) => `the local service does not have a setting for the assumption ${name}`),
        ...(isRuled && untagged.length > 0
            ? [
                  `the tags or the status of ${counted(untagged.length, "user")} were not read, and access rules depend on them`,
              ]
            : []),
        ...(unleveled.length > 0
            ? [
                  `the access levels of ${counted(unleveled.length, "group or resource", "groups and resources")} were not read`,
              ]
            : []),
    ];
}
