import { z } from "zod";
import type { Owner, Target, User } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import { governedOf, type Records, targetRecord } from "../../model/facts/records.js";
import { type AccessModel, targetsOf } from "../../model/model.js";
import { isTag } from "../../reader/reads/tags.js";

/** Sensitivities, spelled as in the API, highest first. */
export const SENSITIVITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "NONE"];

/** Rank of a sensitivity. 0 is the highest; unknown sensitivities come last. */
export function rankOf(sensitivity = ""): number {
    const rank = SENSITIVITIES.indexOf(sensitivity);
    return rank < 0 ? SENSITIVITIES.length : rank;
}

/** Selector for groups, resources and bundles. */
export const targetSelector = z
    .string()
    .min(1)
    .refine((text) => !text.startsWith("sensitivity:") || SENSITIVITIES.includes(sensitivityIn(text)), {
        error: `the sensitivity must be one of ${SENSITIVITIES.join(", ")}`,
    })
    .describe(
        "`*`, `tag:<key>`, `tag:<key>=<value>`, `sensitivity:<level>`, `group:<name>`, `resource:<name>`, `bundle:<name>`, or a name",
    );

/** Selector for people and machines. */
export const principalSelector = z
    .string()
    .min(1)
    .describe(
        "`everybody`, `machines`, `group:<name>`, `owner:<name>`, `tag:<key>`, `tag:<key>=<value>`, `status:<HR status>`, or an email address or name",
    );

/** Whether a selector matches a target. Names are compared exactly, with the name in the records. */
export function isSelected(records: Records, target: Target, selector: string): boolean {
    const { type, id } = target;
    const name = targetRecord(records, target)?.name ?? id;
    if (selector === "*" || [name, id].includes(selector)) return true;
    if (selector.startsWith(`${type}:`)) return [name, id].includes(selector.slice(type.length + 1).trim());
    const found = governedOf(records, target);
    if (selector.startsWith("sensitivity:")) return found?.sensitivity === sensitivityIn(selector);
    const tag = tagIn(selector);
    return tag !== undefined && (found?.tags?.some((one) => isTag(one, tag)) ?? false);
}

/** Returns the targets that a selector matches. */
export function targetsBy(model: AccessModel, selector: string): Target[] {
    return [...targetsOf(model)].filter((one) => isSelected(model.records, one, selector));
}

/** Returns the people and machines that a selector matches. `everybody` and tags do not include Paladins. */
export function principalsBy({ records, people, memberships }: AccessModel, selector: string): PrincipalSet {
    const [, prefix, value = ""] = PREFIXED.exec(selector) ?? [];
    const users = (matches: (user: User) => boolean): PrincipalSet =>
        PrincipalSet.of([...records.users].filter(([, user]) => matches(user)).map(([number]) => number));
    const all = (table: ReadonlyMap<string, SelectedRecord>, setOf: (id: string) => PrincipalSet): PrincipalSet => {
        const found = [...table.values()].filter((one) => isNamed(one, value));
        return memberships.together(found.map(({ id }) => setOf(id))).withoutEnds;
    };
    switch (prefix) {
        case "group":
            return all(records.groups, (id) => memberships.of(id));
        case "owner":
            return all(records.owners, (id) => people.ownersUsers(id));
        case "status":
        case "tag":
            return users((user) => isUserSelected(selector, user) === true);
        default:
            break;
    }
    if (selector === "everybody" || selector === "paladins")
        return users((user) => isUserSelected(selector, user) === true);
    if (selector === "machines") return PrincipalSet.of(records.identities.keys());
    const text = prefix === "user" ? value : selector;
    const machines = [...records.identities].filter(([, one]) => prefix === undefined && isNamed(one, text));
    return memberships.together([
        users((user) => isNamed(user, text)),
        PrincipalSet.of(machines.map(([number]) => number)),
    ]);
}

/** Whether a selector matches a user. Undefined if that does not depend on the properties of the user alone. */
export function isUserSelected(
    selector: string,
    { tags = [], status, isPaladin }: Pick<User, "tags" | "status" | "isPaladin">,
): boolean | undefined {
    if (selector === "everybody") return isPaladin !== true;
    if (selector === "paladins") return isPaladin === true;
    const [, prefix, value = ""] = PREFIXED.exec(selector) ?? [];
    if (prefix === "status") return status === value;
    // The key must match, not only the value: otherwise an exception could apply to more people than intended.
    if (prefix === "tag") return tags.some((tag) => [tag.key, `${tag.key}=${tag.value}`].includes(value));
    return undefined;
}

/** Returns the groups and owners that the selectors name. */
export function groupsAndOwnersBy(
    { records }: AccessModel,
    selectors: readonly string[],
): { readonly groupIds: readonly string[]; readonly owners: readonly Owner[] } {
    const named = <T extends SelectedRecord>(prefix: string, table: ReadonlyMap<string, T>): T[] =>
        selectors.flatMap((selector) => {
            const [, own, value = ""] = PREFIXED.exec(selector) ?? [];
            return own === prefix ? [...table.values()].filter((one) => isNamed(one, value)) : [];
        });
    return { groupIds: named("group", records.groups).map(({ id }) => id), owners: named("owner", records.owners) };
}

/** Number of groups, owners or users with the name in a selector, since names are not necessarily unique. Undefined for other selectors. */
export function namesakes({ records }: AccessModel, selector: string): number | undefined {
    const [, prefix = "", value = ""] = PREFIXED.exec(selector) ?? [];
    const tables: Readonly<Record<string, ReadonlyMap<unknown, SelectedRecord>>> = {
        group: records.groups,
        owner: records.owners,
        user: records.users,
    };
    const table = tables[prefix];
    return table && [...table.values()].filter((one) => isNamed(one, value)).length;
}

/** Tags that occur in the selectors, as `key` or `key=value`. */
export function tagsOf(selectors: readonly string[]): string[] {
    return selectors.flatMap((one) => tagIn(one) ?? []);
}

const PREFIXED = /^(group|owner|status|tag|user):\s*(.*)$/s;

interface SelectedRecord {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
}

function isNamed({ id, name, email }: SelectedRecord, text: string): boolean {
    return [id, name, email].includes(text);
}

/** The `<key>` or `<key>=<value>` in a selector for tags. Undefined for other selectors. */
export function tagIn(selector: string): string | undefined {
    return selector.startsWith("tag:") ? selector.slice("tag:".length).trim() : undefined;
}

function sensitivityIn(selector: string): string {
    return selector.slice("sensitivity:".length).toUpperCase();
}
