import { z } from "zod";
import type { Target } from "../../model/facts/facts.js";
import { PrincipalSet } from "../../model/facts/principals.js";
import { governedOf, type Records, recordOf } from "../../model/facts/records.js";
import { type AccessModel, targetsOf } from "../../model/model.js";
import { isTag } from "../../reader/reads/tags.js";

/** Sensitivities as the API spells them, highest first. */
export const SENSITIVITIES = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "NONE"];

/** Rank of a sensitivity. 0 is the highest; an unknown sensitivity comes last. */
export function rankOf(sensitivity = ""): number {
    const rank = SENSITIVITIES.indexOf(sensitivity);
    return rank < 0 ? SENSITIVITIES.length : rank;
}

/** Selects groups, resources and bundles. */
export const targetSelector = z
    .string()
    .min(1)
    .refine((text) => !text.startsWith("sensitivity:") || SENSITIVITIES.includes(sensitivityIn(text)), {
        error: `its sensitivity must be one of ${SENSITIVITIES.join(", ")}`,
    })
    .describe(
        "`*`, `tag:<key>`, `tag:<key>=<value>`, `sensitivity:<level>`, `group:<name>`, `resource:<name>`, `bundle:<name>`, or a name",
    );

/** Selects people and machines. */
export const principalSelector = z
    .string()
    .min(1)
    .describe(
        "`everybody`, `machines`, `group:<name>`, `owner:<name>`, `tag:<key>`, `tag:<key>=<value>`, `status:<HR status>`, or an email address or name",
    );

/** Whether a selector matches a target. Names must match exactly. */
export function isSelected(records: Records, { type, id }: Target, name: string, selector: string): boolean {
    if (selector === "*" || [name, id].includes(selector)) return true;
    if (selector.startsWith(`${type}:`)) return [name, id].includes(selector.slice(type.length + 1).trim());
    const found = governedOf(records, { type, id });
    if (selector.startsWith("sensitivity:")) return found?.sensitivity === sensitivityIn(selector);
    const tag = tagIn(selector);
    return tag !== undefined && (found?.tags?.some((one) => isTag(one, tag)) ?? false);
}

/** Targets that a selector matches. */
export function targetsBy(model: AccessModel, selector: string): Target[] {
    return [...targetsOf(model)].filter((one) =>
        isSelected(model.records, one, recordOf(model.records, one)?.name ?? one.id, selector),
    );
}

/** People and machines that a selector matches. Paladins are included only by name, group or owner. */
export function principalsBy({ records, people, memberships }: AccessModel, selector: string): PrincipalSet {
    const [, prefix, value = ""] = PREFIXED.exec(selector) ?? [];
    const users = (matches: (user: UserRecord) => boolean): PrincipalSet =>
        PrincipalSet.of([...records.users].filter(([, user]) => matches(user)).map(([number]) => number));
    const all = (table: ReadonlyMap<string, Named>, setOf: (id: string) => PrincipalSet): PrincipalSet => {
        const found = [...table.values()].filter((one) => isNamed(one, value));
        return memberships.together(found.map(({ id }) => setOf(id))).withoutEnds;
    };
    switch (prefix) {
        case "group":
            return all(records.groups, (id) => memberships.of(id));
        case "owner":
            return all(records.owners, (id) => people.ownersUsers(id));
        case "status":
            return users(({ status }) => status === value);
        case "tag":
            // Does not match the value alone: an exception must not apply to more people than it names.
            return users(({ tags = [] }) => tags.some((tag) => [tag.key, `${tag.key}=${tag.value}`].includes(value)));
        default:
            break;
    }
    if (selector === "everybody") return users(({ isPaladin }) => isPaladin !== true);
    if (selector === "machines") return PrincipalSet.of(records.identities.keys());
    const text = prefix === "user" ? value : selector;
    const machines = [...records.identities].filter(([, one]) => prefix === undefined && isNamed(one, text));
    return memberships.together([
        users((user) => isNamed(user, text)),
        PrincipalSet.of(machines.map(([number]) => number)),
    ]);
}

/** Number of groups, owners or users that a selector names, since names need not be unique. Undefined for other selectors. */
export function namesakes({ records }: AccessModel, selector: string): number | undefined {
    const [, prefix = "", value = ""] = PREFIXED.exec(selector) ?? [];
    const tables: Readonly<Record<string, ReadonlyMap<unknown, Named>>> = {
        group: records.groups,
        owner: records.owners,
        user: records.users,
    };
    const table = tables[prefix];
    return table && [...table.values()].filter((one) => isNamed(one, value)).length;
}

/** Tags among selectors, as `key` or `key=value`. */
export function tagsOf(selectors: readonly string[]): string[] {
    return selectors.flatMap((one) => tagIn(one) ?? []);
}

const PREFIXED = /^(group|owner|status|tag|user):\s*(.*)$/s;

interface Named {
    readonly id: string;
    readonly name: string;
    readonly email?: string;
}

function isNamed({ id, name, email }: Named, text: string): boolean {
    return [id, name, email].includes(text);
}

type UserRecord = Records["users"] extends ReadonlyMap<number, infer User> ? User : never;

/** The `<key>` or `<key>=<value>` of a selector of tags. */
export function tagIn(selector: string): string | undefined {
    return selector.startsWith("tag:") ? selector.slice("tag:".length).trim() : undefined;
}

function sensitivityIn(selector: string): string {
    return selector.slice("sensitivity:".length).toUpperCase();
}
