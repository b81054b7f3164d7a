import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type { RuleClauses, UpdateAccessRuleInfo } from "../../../api/generated/types.gen.js";
import { evaluated, irrelevant, lastWidens } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, setField, textField, whole } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { accessRuleSource, appSource, ownerSource } from "../../sources.js";

const clause = z
    .strictObject({
        /** Tags of users. A user matches the clause if any of its tags or attributes matches. */
        selectors: setField(
            z.strictObject({
                /** Key of the tag. */
                key: evaluated(z.string()),
                /** Value of the tag. */
                value: evaluated(z.string()),
                /** Connection that the tag was imported from. */
                connectionId: id(appSource),
            }),
            ["key", "value", "connectionId"],
            { wire: { whenNew: [] } },
        ).optional(),
        /** Attributes of users. A user matches the clause if any of its tags or attributes matches. */
        attributeSelectors: z
            .array(
                z.strictObject({
                    /** Name of the attribute. */
                    attribute: z.enum(["HR_IDP_STATUS"]),
                    /** Values that match, in upper case: `ACTIVE`, `SUSPENDED`, `DEPROVISIONED`, `DELETED` or `NOT_FOUND`. */
                    values: field(z.array(z.string()), { list: { unordered: true } }),
                }),
            )
            .optional(),
    })
    .refine((given) => (given.selectors ?? []).length + (given.attributeSelectors ?? []).length > 0, {
        error: "it must have a selector or an attribute selector",
    });

// A clause is compared as a whole: its members are alternatives, so a member added outside the program admits more users.
const clauses = z.array(field(clause, { canonical: whole })).min(1);

const conjunction = z.strictObject({
    /** Clauses that must all match: at least one. */
    clauses,
});

const ruleClauses = z.strictObject({
    /** Users who match all these clauses are members. */
    when: conjunction,
    /** Users who match all these clauses are excluded; null for no exceptions. If omitted, exceptions stay unchanged. */
    unless: conjunction.nullable().optional(),
});

const fields = {
    /** Name of the rule. */
    name: irrelevant(textField()),
    /** Purpose of the rule. */
    description: irrelevant(z.string()),
    /** Owner that administers the rule. */
    adminOwnerId: evaluated(id(ownerSource)),
    /** `PAUSED`: members stay, but no new members are added. */
    status: evaluated(z.enum(["ACTIVE", "PAUSED"]), lastWidens("PAUSED", "ACTIVE")),
    /** Conditions for membership, by tags and attributes of users. */
    ruleClauses: evaluated(field(ruleClauses, { wire: { name: "ruleClauses" } })),
};

/** Complete body of both writes. `unless: null` means no exceptions. */
type RuleBody = Omit<UpdateAccessRuleInfo, "ruleClauses"> & {
    ruleClauses: Pick<RuleClauses, "when"> & { unless?: RuleClauses["unless"] | null };
};

/**
 * A group whose members are determined by tags and attributes of users. The id of the rule is also the id of its group: use it as `groupId`
 * of `GroupResource`, `GroupVisibility` and other resources, and do not declare a `Group` for it. Import id: the rule's id or name.
 * Operations: GET and POST /access-rules, GET and PUT /access-rules/{access_rule_id}, DELETE /groups/{group_id}.
 */
export class AccessRule extends AccessObject<AccessRuleArgs> {
    static readonly kind = entity({
        noun: "access rule",
        source: accessRuleSource,
        fields,
        access: { created: "widens", deleted: "narrows" },
        key: ["name"],
        create: operation("createAccessRule", (body: RuleBody) => ({ body: updateBody(body) })),
        update: operation("updateAccessRule", (id: string, body: RuleBody) => ({
            path: { access_rule_id: id },
            body: updateBody(body),
        })),
        updateAlways: Object.keys(fields),
        // An access rule is a group with conditions, so it is deleted with the group operation.
        remove: operation("deleteGroup"),
    });

    /** Id of the rule; same as `id`. */
    get accessRuleId(): Output<ID> {
        return this.id;
    }

    /** Id of the rule's group; same as `id`. */
    get groupId(): Output<ID> {
        return this.id;
    }
}

export interface AccessRule extends OutputsOf<typeof fields> {}
export interface AccessRuleArgs extends ArgsOf<typeof fields> {}

function updateBody({ ruleClauses: { when, unless }, ...rest }: RuleBody): UpdateAccessRuleInfo {
    return { ...rest, ruleClauses: { when, ...(unless ? { unless } : {}) } };
}
