import { z } from "zod";
import { orAbsent } from "../../../api/absent.js";
import { listing, type Operation, operation } from "../../../api/calls.js";
import type { Client } from "../../../api/client.js";
import { ConflictError } from "../../../api/errors.js";
import type { ResourceCustomAccessLevelResponse as Level } from "../../../api/generated/types.gen.js";
import { ArgumentError } from "../../../common/errors.js";
import { fromWire } from "../../../common/wire-names.js";
import { evaluated, harmlessWhenNew, irrelevant, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id, ids, textField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { resourceSource } from "../../sources.js";

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
/** Fields of a level. */
export const levelFields = {
    /** Id of the level in the end system. */
    accessLevelRemoteId: evaluated(textField()),
    /** Name of the level. */
    accessLevelName: irrelevant(textField()),
    /** Policy that the level grants, in the format of the end system; null for none. */
    policy: harmlessWhenNew(unevaluated(field(z.string().nullable(), { wire: { cleared: "" } }))).optional(),
    /** Whether the level can be requested. Default for a new level: false. */
    requestableByDefault: harmlessWhenNew(unevaluated(z.boolean(), moreWidens)).optional(),
    /** Rank of the level by sensitivity, for levels that include lower levels; null for none. */
    stackableSensitivityIndex: harmlessWhenNew(unevaluated(z.number().int())).nullable().optional(),
    /**
     * For a resource whose levels also apply to its child resources, such as a database cluster: the child resources that have the level
     * (complete list). All other child resources lose the level. Default: unmanaged. The service initially adds a new level to all child
     * resources, so make grants at the default level of a child resource depend on this level.
     */
    memberResourceIds: harmlessWhenNew(
        unevaluated(field(ids(resourceSource), { list: { unordered: true } }), moreWidens),
    ).optional(),
};

const fields = {
    /** Resource that the level belongs to. */
    resourceId: evaluated(id(resourceSource)),
    ...levelFields,
};

type Key = { resourceId?: unknown; accessLevelRemoteId?: unknown };

/** The declared properties, with the key names of the API. */
type LevelBody = Pick<
    Level,
    "policy" | "requestable_by_default" | "stackable_sensitivity_index" | "member_resource_ids"
> & {
    access_level_name: string;
};

const levelListing = listing("getResourceCustomAccessLevels");

const addLevel = operation(
    "createResourceCustomAccessLevel",
    (key: Key, { access_level_name, policy, requestable_by_default, stackable_sensitivity_index }: LevelBody) => ({
        path: { resource_id: String(key.resourceId) },
        body: {
            access_level: { access_level_name, access_level_remote_id: String(key.accessLevelRemoteId) },
            policy,
            requestable_by_default,
            stackable_sensitivity_index,
        },
    }),
);

const updateLevel = operation("updateResourceCustomAccessLevel");

const remove = operation("deleteResourceCustomAccessLevel");

/** Updates the level, then adds or removes it on each child resource with a separate call. */
const update: Operation<[key: Key, body: Partial<LevelBody>], Level | undefined> = {
    name: updateLevel.name,
    send: async (
        client,
        key,
        { member_resource_ids: members, stackable_sensitivity_index: index, policy, ...rest },
    ) => {
        const body = {
            ...rest,
            ...(typeof policy === "string" ? { policy } : {}),
            // The API clears the index with a separate flag instead of null.
            ...(index === null ? { clear_stackable_sensitivity_index: true } : {}),
            ...(typeof index === "number" ? { stackable_sensitivity_index: index } : {}),
        };
        const changed = Object.keys(body).length > 0 ? await updateLevel.send(client, key, body) : undefined;
        if (!members) return changed;
        await syncMembers(client, key, members);
        return levelOf(client, key);
    },
};

/**
 * An access level of a resource, in addition to those of its end system. If the levels of a resource also apply to its child resources,
 * every write changes those too: declare the level on the parent or on a child resource, but not on both. Destroy deletes the level and all
 * access at it. In grants at this level, use the output `accessLevelRemoteId` instead of a string, so that the level is created first. Once
 * a resource has levels, every grant must specify one. Pulumi id and import id: `<resource id>/<access level>`. Operations: GET and POST
 * /resources/{resource_id}/custom-access-levels, PATCH and DELETE /resources/{resource_id}/custom-access-levels/{access_level_remote_id},
 * and GET /resources/{resource_id} for child resources without the level.
 */
export class CustomAccessLevel extends AccessResource<CustomAccessLevelArgs> {
    static readonly kind = membership({
        name: "CustomAccessLevel",
        noun: "custom access level of a resource",
        parent: resourceSource,
        fields,
        access: { created: "none", deleted: "narrows" },
        key: ["resourceId", "accessLevelRemoteId"],
        addsLevel: { level: "accessLevelRemoteId", to: ["resourceId", "memberResourceIds"] },
        covers: ({ memberResourceIds, accessLevelRemoteId }) =>
            Array.isArray(memberResourceIds)
                ? memberResourceIds.map((resourceId) => ({ resourceId, accessLevelRemoteId }))
                : [],
        list: levelListing,
        value: ({ access_level, ...level }) => ({ ...fromWire(level), ...fromWire(access_level) }),
        add: addLevel,
        update,
        remove,
        memberOf: { CustomAccessLevels: "resourceId" },
    });
}

export interface CustomAccessLevel extends OutputsOf<typeof levelFields & typeof fields> {}
export interface CustomAccessLevelArgs extends ArgsOf<typeof levelFields & typeof fields> {}

/** Adds the level to the child resources in `members`, and removes it from all other child resources. */
async function syncMembers(client: Client, key: Key, members: readonly string[]): Promise<void> {
    const level = await levelOf(client, key);
    if (!level) return;
    const { access_level, member_resource_ids } = level;
    const present = member_resource_ids ?? [];
    for (const resourceId of members.filter((id) => !present.includes(id))) {
        const { parent_resource_id: parent } = await client.call("getResource", { path: { resource_id: resourceId } });
        if (parent !== key.resourceId) {
            throw new ArgumentError(
                `memberResourceIds: ${resourceId} is not directly below the resource ${key.resourceId}. Remove it from the list, or make that resource its parent.`,
            );
        }
        const body = { ...level, access_level_name: access_level.access_level_name };
        try {
            await addLevel.send(client, { ...key, resourceId }, body);
        } catch (error) {
            // Ignore a conflict: the child resource already has the level.
            if (!(error instanceof ConflictError)) throw error;
        }
    }
    for (const resourceId of present.filter((id) => !members.includes(id))) {
        // Ignores a level that is already deleted.
        await orAbsent(remove.send(client, { ...key, resourceId }));
    }
}

async function levelOf(client: Client, { resourceId, accessLevelRemoteId }: Key): Promise<Level | undefined> {
    const levels = await levelListing.all(client, String(resourceId));
    return levels.find(({ access_level }) => access_level.access_level_remote_id === accessLevelRemoteId);
}
