import type { Paladin } from "../api/generated/types.gen.js";
import { paladins } from "../resources/sources.js";
import type { InCamelCase } from "../resources/values.js";
import { later, lookup, objectLookup } from "./lookup.js";

/** A Paladin, with its properties in camelCase. */
export type PaladinResult = InCamelCase<Paladin>;

/** By id, or by name; a name that several Paladins have must be narrowed by `ownerId`. */
export interface GetPaladinArgs {
    paladinId?: string;
    name?: string;
    ownerId?: string;
}

/**
 * Finds a Paladin. Operations: GET /paladin/{paladin_id}, GET /paladin/name/{paladin_name}.
 * @throws when there is none, or more than one.
 */
export const getPaladin = objectLookup<GetPaladinArgs, PaladinResult>(paladins, "Paladin");

/** What a Paladin reads before it decides. Operation: GET /paladin/{paladin_id}/context-sources. */
export const getPaladinContextSources = lookup(
    ["getPaladinContextSources"],
    ({ all }, { paladinId }: { paladinId: string }) =>
        all("getPaladinContextSources", { path: { paladin_id: paladinId } }),
);

/** As `getPaladin`, for arguments that may be outputs of other resources. */
export const getPaladinOutput = later(getPaladin);
/** As `getPaladinContextSources`, for arguments that may be outputs of other resources. */
export const getPaladinContextSourcesOutput = later(getPaladinContextSources);
