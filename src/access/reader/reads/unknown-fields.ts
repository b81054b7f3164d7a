import type { OperationName } from "../../../api/generated/operations.gen.js";
import { type Extra, unknownsIn } from "../../../api/schema-walk.js";
import type { Properties } from "../../../common/properties.js";
import { fromWire } from "../../../common/wire-names.js";
import type { Governed, Unknown } from "../../model/facts/facts.js";
import { unknownFieldsText } from "../../model/facts/records.js";
import type { ListOperation } from "./operations.js";
import type { OrganizationReads } from "./organization.js";

/** An object of the model, or one that other objects depend on. */
interface Concerned {
    readonly type: Unknown["type"] | "template" | "paladin" | "delegation";
    readonly id: string;
}

/**
 * Collects the fields of responses that this version does not know. A field may decide who gets access, so the object that has it becomes
 * unknown. Only responses about users, non-human identities and tags are not checked: they do not decide access by themselves.
 */
export class UnknownFields {
    readonly #unknowns: (Concerned & Pick<Unknown, "because">)[] = [];

    /** Returns the properties of an item of a list. Request configurations contain the fields that are not known in them. */
    listed(operation: ListOperation, item: object): Properties {
        const given: Properties = fromWire(item);
        const concerned = CONCERNED[operation];
        const extras = concerned ? unknownsIn(operation, item, "item") : [];
        if (!concerned || extras.length === 0) return given;
        const hasRules = operation === "getGroups" || operation === "getResources";
        const inRules = hasRules ? extras.filter(isInRule) : [];
        const others = extras.filter((one) => !inRules.includes(one));
        if (others.length > 0) this.#push(becauseOf(others), ...concerned(given));
        return { ...given, ...marked(given, "requestConfigurations", inRules) };
    }

    /** Returns the items of a list. Those with fields that are not known make the objects that they concern unknown. */
    items<T extends object>(
        { name }: NamedRecord,
        items: readonly T[],
        of: Concerned | ((item: T) => Concerned),
    ): readonly T[] {
        for (const item of items) this.#check(name, item, "item", [typeof of === "function" ? of(item) : of]);
        return items;
    }

    /** Returns a response. If it has fields that are not known, the objects become unknown. */
    whole<T extends object>({ name }: NamedRecord, answer: T, ...of: readonly Concerned[]): T {
        this.#check(name, answer, "whole", of);
        return answer;
    }

    /** Returns the properties of the permissions of a role. Permissions contain the fields that are not known in them. */
    permissions({ name }: NamedRecord, answer: object): Properties {
        const given: Properties = fromWire(answer);
        return { ...given, ...marked(given, "permissions", unknownsIn(name, answer)) };
    }

    /** Returns the unknowns, for the objects of an organization that they concern. */
    in({ groups, resources, owners }: OrganizationReads): Unknown[] {
        const governed = [...groups.values(), ...resources.values()];
        return this.#unknowns.flatMap((unknown): readonly Unknown[] => {
            const { type, id, because } = unknown;
            const powersOver = (those: readonly { readonly id: string }[]) =>
                those.map((one): Unknown => ({ type: "powers", id: one.id, because }));
            switch (type) {
                case "template":
                    return powersOver([...groups.values()].filter(({ templateId }) => templateId === id));
                case "paladin":
                    return powersOver(governed.filter((one) => isReviewedBy(one, id)));
                // Any owner may include the delegator.
                case "delegation":
                    return [...owners.keys()].map((ownerId): Unknown => ({ type: "owner", id: ownerId, because }));
                default:
                    return [{ type, id, because }];
            }
        });
    }

    #check(operation: OperationName, answer: object, part: "whole" | "item", of: readonly Concerned[]): void {
        const extras = unknownsIn(operation, answer, part);
        if (extras.length > 0) this.#push(becauseOf(extras), ...of);
    }

    #push(because: string, ...of: readonly Concerned[]): void {
        this.#unknowns.push(...of.map((one) => ({ ...one, because })));
    }
}

interface NamedRecord {
    readonly name: OperationName;
}

/** The objects that an item of a list concerns. */
const CONCERNED: Partial<Record<ListOperation, (item: Properties) => Concerned[]>> = {
    getGroups: ({ groupId }) => [concerned("group", groupId), concerned("powers", groupId)],
    getResources: ({ resourceId }) => [concerned("resource", resourceId), concerned("powers", resourceId)],
    getBundles: ({ bundleId }) => [concerned("bundle", bundleId), concerned("powers", bundleId)],
    getOwners: ({ ownerId }) => [concerned("owner", ownerId)],
    getAccessRules: ({ accessRuleId }) => [concerned("group", accessRuleId)],
    getGroupBindings: ({ sourceGroupId, groups }) => [
        concerned("powers", sourceGroupId),
        ...(Array.isArray(groups) ? groups : []).map((one) => concerned("powers", Object(one).groupId)),
    ],
    getConfigurationTemplates: ({ configurationTemplateId }) => [concerned("template", configurationTemplateId)],
    getDelegations: ({ id }) => [concerned("delegation", id)],
};

function concerned(type: Concerned["type"], id: unknown): Concerned {
    return { type, id: String(id) };
}

function isReviewedBy({ requestRules = [] }: Governed, userId: string): boolean {
    return requestRules.some(({ stages }) => stages.some(({ serviceUserIds }) => serviceUserIds.includes(userId)));
}

function isInRule({ path }: Extra): boolean {
    return path[0] === "request_configurations" && typeof path[1] === "number";
}

/** Returns the list `name` with the texts of the extras in each of its elements. */
function marked(given: Properties, name: string, extras: readonly Extra[]): Properties {
    const list = given[name];
    if (!Array.isArray(list) || extras.length === 0) return {};
    return {
        [name]: list.map((one: object, index) => {
            const own = extras.filter(({ path }) => path[1] === index);
            return own.length === 0 ? one : { ...one, unknownFields: [...new Set(own.map(extraText))] };
        }),
    };
}

function becauseOf(extras: readonly Extra[]): string {
    return unknownFieldsText([...new Set(extras.map(extraText))]);
}

function extraText({ type, place, token }: Extra): string {
    return type === "field" ? place : `${place} ${token}`;
}
