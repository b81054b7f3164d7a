import { atMostOne } from "../../api/absent.js";
import type { Owner, Paladin } from "../../api/generated/types.gen.js";
import type { Source } from "../../provider/live/source.js";
import type { InCamelCase } from "../fields/values.js";
import { ownerSource, paladinSource } from "../sources.js";
import { by, lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** An owner, with its properties in camelCase, but without its users. */
export type OwnerResult = InCamelCase<Owner>;

/** Specify the id or the name. */
export interface GetOwnerArgs {
    /** Id of the owner. */
    ownerId?: string;
    /** Name of the owner. */
    name?: string;
}

/** Arguments that identify an owner. */
export interface OfOwnerArgs {
    /** Id of the owner. */
    ownerId: string;
}

const namedOwnerSource: Source = {
    ...ownerSource,
    find: {
        name: "getOwnerByName",
        // The service treats even an encoded slash as a path separator, so look up a name with a slash in the list of all owners.
        all: async (client, { name }) => {
            if (String(name).includes("/")) return (await ownerSource.find?.all(client, { name })) ?? [];
            return atMostOne(client.call("getOwnerByName", { path: { owner_name: String(name) } }));
        },
    },
};

/**
 * Finds an owner. Operations: GET /owners/{owner_id}, GET /owners/name/{owner_name}, GET /owners.
 * @throws if the owner does not exist.
 */
export const getOwner = objectLookup<GetOwnerArgs, OwnerResult>(namedOwnerSource, "owner", ["name"]);

/** Lists all owners. Operation: GET /owners. */
export const getOwners = wholeList("getOwners");

/** Lists the users of an owner, in the order of escalation. Operation: GET /owners/{owner_id}/users. */
export const getOwnerUsers = by<OfOwnerArgs>().all("getOwnerUsers");

/** A Paladin, with its properties in camelCase. */
export type PaladinResult = InCamelCase<Paladin>;

/** Specify the id or the name. If several Paladins have that name, also specify `ownerId`. */
export interface GetPaladinArgs {
    /** Id of the Paladin. */
    paladinId?: string;
    /** Name of the Paladin. */
    name?: string;
    /** Owner of the Paladin. */
    ownerId?: string;
}

/**
 * Finds a Paladin. Operations: GET /paladin/{paladin_id}, GET /paladin/name/{paladin_name}.
 * @throws unless exactly one Paladin matches.
 */
export const getPaladin = objectLookup<GetPaladinArgs, PaladinResult>(paladinSource, "Paladin", ["name", "ownerId"]);

/** Lists the sources that a Paladin considers in its decisions. Operation: GET /paladin/{paladin_id}/context-sources. */
export const getPaladinContextSources = by<{ paladinId: string }>().all("getPaladinContextSources");

/** Like `getOwner`, but accepts outputs of other resources as arguments. */
export const getOwnerOutput = lookupOutput(getOwner);
/** Like `getOwners`, but returns an output. */
export const getOwnersOutput = lookupOutput(getOwners);
/** Like `getOwnerUsers`, but accepts outputs of other resources as arguments. */
export const getOwnerUsersOutput = lookupOutput(getOwnerUsers);
/** Like `getPaladin`, but accepts outputs of other resources as arguments. */
export const getPaladinOutput = lookupOutput(getPaladin);
/** Like `getPaladinContextSources`, but accepts outputs of other resources as arguments. */
export const getPaladinContextSourcesOutput = lookupOutput(getPaladinContextSources);
