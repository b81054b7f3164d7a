import { selections } from "../../../common/collections.js";
import { joined, type Phrase, plain, prose } from "../../../common/phrase.js";
import type { Directory } from "../../answers/directory.js";
import type { Change } from "../../model/facts/change.js";
import type { AccessRule, Clause, Group, Tag, Target, User } from "../../model/facts/facts.js";
import type { AccessModel } from "../../model/model.js";
import { organizationRoleOf } from "../../model/rules/roles.js";
import type { AccessTest } from "./access-test.js";
import { groupsAndOwnersBy, isUserSelected, tagIn } from "./selectors.js";

/** A user who does not exist yet, without any access except the memberships that a test is about. */
export interface NewUser {
    readonly tags: readonly Tag[];
    /** Status in the HR directory. */
    readonly status: string;
    /** Ids of the groups that the user is added to. */
    readonly groupIds: readonly string[];
    /** Ids of the owners that the user is added to. */
    readonly ownerIds: readonly string[];
}

/** Id of a new user in the model. */
export const NEW_USER_ID = "a new user";

/** Returns the model with a new user. */
export function withNewUser(model: AccessModel, newUser: NewUser): AccessModel {
    const owners = newUser.ownerIds.flatMap((id) => model.records.owners.get(id) ?? []);
    return model.with([
        { put: "user", value: userRecordOf(newUser) },
        ...newUser.groupIds.map((groupId): Change => {
            return { put: "membership", value: { groupId, userId: NEW_USER_ID, level: "", until: null } };
        }),
        ...owners.map((owner): Change => {
            return { put: "owner", value: { ...owner, userIds: [...owner.userIds, NEW_USER_ID] } };
        }),
    ]);
}

export function userRecordOf({ tags, status }: NewUser): User {
    return { id: NEW_USER_ID, name: NEW_USER_ID, tags, status };
}

/** `a new user with the tags department=data, region=europe and the status SUSPENDED in "Support"`. */
export function newUserWords({ tags, status, groupIds, ownerIds }: NewUser, directory: Directory): Phrase {
    const names = [...new Set(tags.map(({ key, value }) => (value === "" ? key : `${key}=${value}`)))].sort();
    const attributes = [
        ...(names.length > 0
            ? [prose`${plain(names.length === 1 ? "the tag" : "the tags")} ${joined(names, prose`, `)}`]
            : []),
        ...(status === "" ? [prose`no HR status`] : status === USUAL_STATUS ? [] : [prose`the HR status ${status}`]),
    ];
    const places = [...groupIds, ...ownerIds].map((id) => prose`"${directory.shortNameOf(id)}"`);
    const having = attributes.length > 0 ? prose` with ${joined(attributes, prose` and `)}` : prose``;
    return prose`a new user${having}${places.length > 0 ? prose` in ${joined(places, prose` and `)}` : prose``}`;
}

/** Whether a selector matches new users, because it names a group or an owner that exists, or something that an access rule names. */
export function isOfNewUsers(model: AccessModel, selector: string): boolean {
    if (selector === "everybody") return true;
    const { groupIds, owners } = groupsAndOwnersBy(model, [selector]);
    const rules = [...model.records.groups.values()].flatMap(({ rule }) => rule ?? []);
    return (
        groupIds.length + owners.length > 0 ||
        clausesOf(rules).some(
            ({ tags, statuses }) =>
                isUserSelected(selector, { tags }) === true ||
                statuses.some((status) => isUserSelected(selector, { status }) === true),
        )
    );
}

/** Combinations of everything by which the tests and the access rules distinguish new users. */
export interface NewUserCombinations {
    readonly count: number;
    /** Yields all combinations. Those with the fewest tags and memberships come first. */
    all(): Generator<NewUser>;
}

/** Returns the new users for a test whose result depends on these access rules. */
export function newUserCombinations(
    model: AccessModel,
    { who, except = [] }: Pick<AccessTest, "who" | "except">,
    rules: readonly Group[],
): NewUserCombinations {
    const selectors = [who, except].flat();
    const clauses = clausesOf(rules.flatMap(({ rule }) => rule ?? []));
    const choices = [
        ...tagChoices(model, [...clauses.flatMap(({ tags }) => tags), ...tagsIn(selectors)]),
        ...joinChoices(model, [who].flat()),
    ];
    const named = [...clauses.flatMap((one) => one.statuses), ...selectors.flatMap((one) => statusIn(one) ?? [])];
    // All statuses that nothing names are equivalent.
    const other = [USUAL_STATUS, "", "ANOTHER"].find((one) => !named.includes(one)) ?? "";
    const statuses = [...new Set([USUAL_STATUS, ...named, other])];
    return {
        count: choices.reduce((product, { length }) => product * (length + 1), statuses.length),
        *all() {
            for (let size = 0; size <= choices.length; size += 1)
                for (const chosen of selections(choices, size))
                    for (const attributes of oneOfEach(chosen))
                        for (const status of statuses)
                            yield {
                                status,
                                tags: attributes.flatMap(({ tag }) => tag ?? []),
                                groupIds: attributes.flatMap(({ groupId }) => groupId ?? []),
                                ownerIds: attributes.flatMap(({ ownerId }) => ownerId ?? []),
                            };
        },
    };
}

/** For each active access rule: the groups and targets whose results depend on who its members are. */
export class RuleEffects {
    readonly #effects: readonly RuleEffect[];

    constructor(model: AccessModel) {
        const { groups, resources } = model.records;
        this.#effects = [...groups.values()].flatMap((group) => {
            if (group.rule?.isActive !== true) return [];
            const changed = model.with([{ put: "group", value: { ...group, rule: { ...group.rule } } }]);
            const reach = changed.reachFrom(model);
            const isEverywhere = reach.targets.some(({ type, id }) => {
                const role = type === "resource" ? resources.get(id) : undefined;
                return role !== undefined && organizationRoleOf(role) !== undefined;
            });
            return {
                group,
                groupIds: reach.groups,
                targetIds: new Set(reach.targets.map(({ id }) => id)),
                isEverywhere,
            };
        });
    }

    /** Groups with an access rule on which a target, or the members of one of these groups, may depend. */
    rulesFor({ id }: Target, groupIds: readonly string[]): Group[] {
        return this.#effects
            .filter(
                (effect) =>
                    effect.isEverywhere || effect.targetIds.has(id) || groupIds.some((one) => effect.groupIds.has(one)),
            )
            .map(({ group }) => group);
    }
}

interface RuleEffect {
    readonly group: Group;
    readonly groupIds: ReadonlySet<string>;
    readonly targetIds: ReadonlySet<string>;
    /** Whether members get a role in the organization, which has an effect on all targets. */
    readonly isEverywhere: boolean;
}

function clausesOf(rules: readonly AccessRule[]): Clause[] {
    return rules.flatMap(({ when, unless }) => [...when, ...unless]);
}

/** Something that a new user may have in addition to the status. Only one of the properties is set. */
interface Attribute {
    readonly tag?: Tag;
    readonly groupId?: string;
    readonly ownerId?: string;
}

/** Status of the new users if nothing names it. */
const USUAL_STATUS = "ACTIVE";

/** Lists of tags of which a new user has none or one. A tag that can have several values is a list of its own. */
function tagChoices({ records }: AccessModel, tags: readonly Tag[]): Attribute[][] {
    const { singleValuedTags } = records.assumptions;
    const choices = new Map<string, Map<string, Attribute>>();
    for (const tag of tags) {
        // A tag without an app is only needed if no rule names the same tag with an app.
        const isCovered = tags.some(
            ({ key, value, connectionId }) => key === tag.key && value === tag.value && connectionId !== undefined,
        );
        if (tag.connectionId === undefined && isCovered) continue;
        const name = JSON.stringify([tag.key, tag.value, tag.connectionId]);
        const choice = singleValuedTags.includes(tag.key) ? JSON.stringify(tag.key) : name;
        choices.set(choice, (choices.get(choice) ?? new Map<string, Attribute>()).set(name, { tag }));
    }
    return [...choices.values()].map((choice) => [...choice.values()]);
}

/** Groups and owners in the selectors to which users can be added. Only conditions decide who is in a group with an access rule. */
function joinChoices(model: AccessModel, who: readonly string[]): Attribute[][] {
    const { groupIds, owners } = groupsAndOwnersBy(model, who);
    const joined = new Set([...groupIds, ...owners.flatMap(({ sourceGroupId }) => sourceGroupId ?? [])]);
    return [
        ...[...joined].filter((id) => model.records.groups.get(id)?.rule === undefined).map((groupId) => [{ groupId }]),
        ...owners.filter(({ sourceGroupId }) => !sourceGroupId).map(({ id }) => [{ ownerId: id }]),
    ];
}

/** The tags in selectors. A tag without a value stands for any value. */
function tagsIn(selectors: readonly string[]): Tag[] {
    return selectors.flatMap((selector) => {
        const text = tagIn(selector);
        if (text === undefined) return [];
        const at = text.indexOf("=");
        return at < 0 ? { key: text, value: "" } : { key: text.slice(0, at), value: text.slice(at + 1) };
    });
}

function statusIn(selector: string): string | undefined {
    return selector.startsWith("status:") ? selector.slice("status:".length).trim() : undefined;
}

/** Yields all lists with one item of each of the lists. */
function* oneOfEach<T>([first, ...others]: readonly (readonly T[])[]): Generator<T[]> {
    if (first === undefined) yield [];
    else for (const item of first) for (const rest of oneOfEach(others)) yield [item, ...rest];
}
