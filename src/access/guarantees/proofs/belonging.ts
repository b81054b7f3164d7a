import type { AccessRule, Clause, Governed, RequestRule, Tag, Target, Unknown } from "../../model/facts/facts.js";
import type { PrincipalSet } from "../../model/facts/principals.js";
import { membersOf, unknownFieldsText, unknownKey } from "../../model/facts/records.js";
import type { Row } from "../../model/facts/row.js";
import type { AccessModel } from "../../model/model.js";
import { type Ground, unknownPowers } from "../../model/rules/grounds.js";
import type { OrganizationRole } from "../../model/rules/roles.js";
import { all, any, type Formula, not } from "./formula.js";

/** A tag of users. Without a value, it matches any tag with the key. */
export type NamedTag = Pick<Tag, "key"> & Partial<Tag>;

/** Builds formulas about a possible person: memberships, access, ownership, administration and visibility. */
export class Belonging {
    readonly #known = new Map<string, Formula>();
    /** Apps that access rules and selectors specify, by tag. An undefined entry matches any app. */
    readonly #apps = new Map<string, Set<string | undefined>>();

    constructor(
        readonly model: AccessModel,
        /** Groups that the person may be added to, in addition to the groups that they are already a member of. */
        private readonly joined: ReadonlySet<string>,
        /** Tags to distinguish people by, in addition to the tags in access rules. */
        tags: readonly NamedTag[],
    ) {
        const rules = [...model.records.groups.values()].flatMap(({ rule }) => rule ?? []);
        const clauses = rules.flatMap(({ when, unless }) => [...when, ...unless]);
        for (const { key, value, connectionId } of [...tags, ...clauses.flatMap((clause) => clause.tags)]) {
            if (value === undefined) continue;
            const name = nameOf({ key, value });
            this.#apps.set(name, (this.#apps.get(name) ?? new Set<string | undefined>([undefined])).add(connectionId));
        }
    }

    /** True if the person has a tag with this key, and with this value and app if they are specified. */
    tagged({ key, value, connectionId }: NamedTag): Formula {
        if (value === undefined) {
            const names = [...this.#apps.keys()].filter((name) => JSON.parse(name)[0] === key);
            const values = names.map((name): Tag => ({ key, value: String(JSON.parse(name)[1]) }));
            return any([...values, { key, value: ANOTHER_VALUE }].map((tag) => this.tagged(tag)));
        }
        const apps =
            connectionId === undefined ? (this.#apps.get(nameOf({ key, value })) ?? [undefined]) : [connectionId];
        return any(
            [...apps].map((app) => {
                const tag = { key, value, connectionId: app ?? ANOTHER_APP };
                return this.#once(`tag ${JSON.stringify(tag)}`, (name) => ({ key: name, atom: "tag", tag }));
            }),
        );
    }

    hasStatus(status: string): Formula {
        return this.#once(`status ${status}`, (key) => ({ key, atom: "status", status }));
    }

    /** A fact that depends only on which current user the person is. `holds` receives undefined for a new user. */
    fact(key: string, holds: (number: number | undefined) => boolean): Formula {
        return this.#once(key, () => ({ key, atom: "fact", holds }));
    }

    isIn(key: string, { members }: Pick<PrincipalSet | Row, "members">): Formula {
        if (members.length === 0) return false;
        const numbers = new Set(members);
        return this.fact(key, (number) => number !== undefined && numbers.has(number));
    }

    unknown(unknown: Unknown): Formula {
        const key = `unknown ${unknownKey(unknown)} ${unknown.because}`;
        return this.#once(key, () => ({ key, atom: "unknown", unknown }));
    }

    /** True if something that is not known about the requests for a group or resource has an effect. */
    unsure({ id }: Governed, because: string): Formula {
        return this.unknown({ type: this.model.records.groups.has(id) ? "group" : "resource", id, because });
    }

    /** True if something in the configuration that this version does not know has an effect. */
    unknownIn({ unknownFields }: RequestRule, governed: Governed): Formula {
        return unknownFields !== undefined && this.unsure(governed, unknownFieldsText(unknownFields));
    }

    /** True if the person is a member of the group, at any level. */
    memberOf(groupId: string): Formula {
        return this.#once(`member ${groupId}`, () => {
            const { groups, nestings } = this.model.records;
            const inside = new Set([groupId]);
            // Iterating over a set also visits elements that are added during the loop.
            for (const id of inside) for (const edge of nestings.get(id) ?? []) inside.add(edge.groupId);
            return any(
                [...inside].flatMap((id) => {
                    const rule = groups.get(id)?.rule;
                    const own = rule?.isActive ? this.matches(rule) : this.#direct("group", id);
                    return [own, ...this.#unknowns("group", id)];
                }),
            );
        });
    }

    holderOf(target: Target): Formula {
        return any([...this.heldAt(target).values()]);
    }

    /**
     * Formulas for holding the target, by the number of the level. Principals that are not known may have any level, even a level that is
     * not in the result.
     */
    heldAt({ type, id }: Target): ReadonlyMap<number, Formula> {
        if (type === "bundle") return new Map();
        const { records, memberships } = this.model;
        const parts = new Map<number, Formula[]>();
        const put = (level: number, formula: Formula) => parts.set(level, [...(parts.get(level) ?? []), formula]);
        const edgesOf = (one: string) => (type === "group" ? records.nestings.get(one) : records.links.get(one)) ?? [];
        for (const one of type === "group" ? [id] : [id, ...memberships.givingAbove(id)]) {
            const rule = type === "group" ? records.groups.get(one)?.rule : undefined;
            if (rule?.isActive) put(0, this.matches(rule));
            else {
                const row = this.#row(type, one);
                for (const [level, columns] of row?.byLevel() ?? [])
                    put(level, this.isIn(`${type} ${one} at ${level}`, columns));
                if (type === "group") put(0, this.#joins(one));
            }
            for (const edge of edgesOf(one)) put(edge.level, this.memberOf(edge.groupId));
        }
        const unknown = any(this.#unknownsOf({ type, id }));
        for (const [level, formulas] of parts.size > 0 ? parts : [[0, []] as const])
            parts.set(level, [...formulas, unknown]);
        return new Map([...parts].map(([level, formulas]) => [level, any(formulas)]));
    }

    /** True if the person matches the conditions of the access rule. */
    matches({ when, unless }: AccessRule): Formula {
        const matching = ({ tags, statuses }: Clause): Formula =>
            any([...tags.map((tag) => this.tagged(tag)), ...statuses.map((status) => this.hasStatus(status))]);
        if (when.length === 0) return false;
        const excluded = unless.length > 0 && all(unless.map(matching));
        return all([...when.map(matching), not(excluded)]);
    }

    /** True if the person is a user of the owner. */
    ownerUser(ownerId: string | undefined): Formula {
        const owner = this.model.records.owners.get(ownerId ?? "");
        if (!owner) return false;
        const users = owner.sourceGroupId
            ? this.memberOf(owner.sourceGroupId)
            : this.isIn(`owner ${owner.id}`, this.model.people.users(owner.userIds));
        return any([users, ...this.#unknowns("owner", owner.id)]);
    }

    /** True if the person can get the target without a request. */
    takesUnasked(target: Target): Formula {
        const { grounds } = this.model.administration;
        return any([this.having(grounds.assigning(target)), this.#isBreakGlassUser(target)]);
    }

    /** True if the person may be able to do anything with the target, because this version does not know all of its fields. */
    mayDoAnything(target: Target): Formula {
        return any(unknownPowers(this.model.records, target).map((one) => this.unknown(one)));
    }

    /** True if at least one of the grounds applies to the person. */
    having(grounds: readonly Ground[]): Formula {
        return any(grounds.map((ground) => this.#has(ground)));
    }

    #has(ground: Ground): Formula {
        switch (ground.by) {
            case "everybody":
                return true;
            case "administrator":
                return this.ownerUser(ground.ownerId);
            case "leader":
                return this.isIn(`leaders ${ground.userIds.join()}`, this.model.people.users(ground.userIds));
            case "role":
                return this.holderOf({ type: "resource", id: ground.roleId });
            case "organizationRole":
                return this.#holdsRole(ground.role);
            case "shownTo":
                return this.memberOf(ground.groupId);
            case "holder":
                return this.holderOf(ground.target);
            case "unknown": {
                const isAmong = ground.roleId === undefined || this.holderOf({ type: "resource", id: ground.roleId });
                return all([isAmong, this.unknown(ground.unknown)]);
            }
        }
    }

    #holdsRole(role: OrganizationRole): Formula {
        const { records, administration } = this.model;
        const invited =
            role === "admin"
                ? [...records.users].flatMap(([number, user]) => (user.role === "ADMIN" ? number : []))
                : [];
        return any([
            this.isIn("administrators", { members: Uint32Array.from(invited) }),
            ...administration.grounds.organizationRoles(role).map((id) => this.holderOf({ type: "resource", id })),
        ]);
    }

    #isBreakGlassUser(target: Target): Formula {
        const users = this.model.administration.breakGlassUsers(target);
        return any([
            this.isIn(`break glass ${target.id}`, users),
            ...[...users.unknowns].map((one) => this.unknown(one)),
        ]);
    }

    /** True if the person is a direct member of the group or has direct access to the resource. */
    #direct(type: "group" | "resource", id: string): Formula {
        const row = this.#row(type, id);
        return any([row ? this.isIn(`${type} ${id}`, row) : false, type === "group" && this.#joins(id)]);
    }

    #row(type: "group" | "resource", id: string): Row | undefined {
        const { records } = this.model;
        return type === "group" ? membersOf(records, id) : records.grants.get(id);
    }

    #joins(groupId: string): Formula {
        if (!this.joined.has(groupId)) return false;
        return this.#once(`joins ${groupId}`, (key) => ({ key, atom: "joins", groupId }));
    }

    #unknownsOf({ type, id }: Target): Formula[] {
        if (type !== "resource") return this.#unknowns(type, id);
        return [id, ...this.model.memberships.givingAbove(id)].flatMap((one) => this.#unknowns("resource", one));
    }

    #unknowns(type: Unknown["type"], id: string): Formula[] {
        return (this.model.records.unknowns.get(unknownKey({ type, id })) ?? []).map((one) => this.unknown(one));
    }

    /** Returns the same object for the same key, so that formulas share common parts. */
    #once(key: string, create: (key: string) => Formula): Formula {
        const known = this.#known.get(key);
        if (known !== undefined) return known;
        const created = create(key);
        this.#known.set(key, created);
        return created;
    }
}

/** Placeholders for an app or tag value that no access rule mentions. */
const ANOTHER_APP = "another app";
const ANOTHER_VALUE = "another value";

function nameOf({ key, value }: Pick<Tag, "key" | "value">): string {
    return JSON.stringify([key, value]);
}
