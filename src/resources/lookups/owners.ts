import type { Owner, Paladin } from "../../api/generated/types.gen.js";
import { atMostOne } from "../../provider/live/absent.js";
import type { Source } from "../../provider/live/source.js";
import type { InCamelCase } from "../fields/values.js";
import { owners, paladins } from "../sources.js";
import { by, later, objectLookup, wholeList } from "./lookup.js";

/** An owner, with its properties in camelCase; its users are not part of it. */
export type OwnerResult = InCamelCase<Owner>;

/** By id, or by name. */
export interface GetOwnerArgs {
    /** Id of the owner. */
    ownerId?: string;
    /** Name of the owner. */
    name?: string;
}

/** An owner. */
export interface OfOwnerArgs {
    /** Id of the owner. */
    ownerId: string;
}

const named: Source = {
    ...owners,
    find: {
        name: "getOwnerByName",
        // A name with a slash names another path, however it is encoded: the list is asked.
        all: async (client, { name }) => {
            if (String(name).includes("/")) return (await owners.find?.all(client, { name })) ?? [];
            return atMostOne(client.call("getOwnerByName", { path: { owner_name: String(name) } }));
        },
    },
};

/**
 * Finds an owner. Operations: GET /owners/{owner_id}, GET /owners/name/{owner_name}, GET /owners.
 * @throws if not found.
 */
export const getOwner = objectLookup<GetOwnerArgs, OwnerResult>(named, "owner", { ownerId: true, name: true });

/** All owners. Operation: GET /owners. */
export const getOwners = wholeList("getOwners");

/** The users of an owner, in the order in which they are asked. Operation: GET /owners/{owner_id}/users. */
export const getOwnerUsers = by<OfOwnerArgs>().all("getOwnerUsers");

/** A Paladin, with its properties in camelCase. */
export type PaladinResult = InCamelCase<Paladin>;

/** By id, or by name; a name that several Paladins have must be narrowed by `ownerId`. */
export interface GetPaladinArgs {
    /** Id of the Paladin. */
    paladinId?: string;
    /** Name of the Paladin. */
    name?: string;
    /** Owner that the Paladin reviews for. */
    ownerId?: string;
}

/**
 * Finds a Paladin. Operations: GET /paladin/{paladin_id}, GET /paladin/name/{paladin_name}.
 * @throws if not found or ambiguous.
 */
export const getPaladin = objectLookup<GetPaladinArgs, PaladinResult>(paladins, "Paladin", {
    paladinId: true,
    name: true,
    ownerId: true,
});

/** What a Paladin reads before it decides. Operation: GET /paladin/{paladin_id}/context-sources. */
export const getPaladinContextSources = by<{ paladinId: string }>().all("getPaladinContextSources");

/** As `getOwner`, for arguments that may be outputs of other resources. */
export const getOwnerOutput = later(getOwner);
/** As `getOwners`, as an output. */
export const getOwnersOutput = later(getOwners);
/** As `getOwnerUsers`, for arguments that may be outputs of other resources. */
export const getOwnerUsersOutput = later(getOwnerUsers);
/** As `getPaladin`, for arguments that may be outputs of other resources. */
export const getPaladinOutput = later(getPaladin);
/** As `getPaladinContextSources`, for arguments that may be outputs of other resources. */
export const getPaladinContextSourcesOutput = later(getPaladinContextSources);
