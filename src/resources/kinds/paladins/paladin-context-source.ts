import type { Output } from "@pulumi/pulumi";
import { z } from "zod";
import { listing, operation } from "../../../api/calls.js";
import type { Properties } from "../../../common/properties.js";
import { fromWire } from "../../../common/wire-names.js";
import { irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { membership } from "../../../provider/shapes/membership.js";
import { id, textField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { paladinSource } from "../../sources.js";

/** Types of sources that the API accepts for each provider. */
const kindsOfSource = new Map<unknown, string>([
    ["SLACK", "SLACK_CHANNEL"],
    ["NOTION", "DOCUMENT"],
    ["CONFLUENCE", "DOCUMENT"],
]);

// Kinds include the type of these fields in their interfaces, because TypeScript drops the comments of spread fields from declaration
// files.
/** Fields of a context source. */
export const contextSourceFields = {
    /** `SLACK_CHANNEL` with `SLACK`; `DOCUMENT` with `NOTION` and `CONFLUENCE`. */
    sourceKind: irrelevant(z.enum(["SLACK_CHANNEL", "DOCUMENT"])),
    /** Provider that hosts the source. */
    thirdPartyProvider: irrelevant(z.enum(["SLACK", "NOTION", "CONFLUENCE"])),
    /** Id of the channel or page at its provider. */
    remoteId: unevaluated(textField()),
    /** Display name of the source. */
    name: irrelevant(z.string()).optional(),
    /** Link to the source, for display. */
    url: irrelevant(z.string()).optional(),
};

const fields = {
    /** Paladin that uses the source. */
    paladinId: unevaluated(id(paladinSource)),
    ...contextSourceFields,
};

/** Whether the kind of a source matches its provider. */
export function isFittingKind({ sourceKind, thirdPartyProvider }: Properties): boolean {
    const fitting = kindsOfSource.get(thirdPartyProvider);
    return fitting === undefined || sourceKind === undefined || sourceKind === fitting;
}

export const WRONG_KIND =
    "it does not match thirdPartyProvider: use SLACK_CHANNEL with SLACK, and DOCUMENT with NOTION or CONFLUENCE";

/**
 * A channel or page that a Paladin considers in its decisions. Every change replaces it. Pulumi id and import id: `<Paladin
 * id>/<provider>/<remote id>`, each part percent-encoded. Operations: GET and POST /paladin/{paladin_id}/context-sources, DELETE
 * /paladin/{paladin_id}/context-sources/{context_source_id}.
 */
export class PaladinContextSource extends AccessResource<PaladinContextSourceArgs> {
    static readonly kind = membership({
        name: "PaladinContextSource",
        noun: "context source of a Paladin",
        parent: paladinSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        rules: [["sourceKind", WRONG_KIND, isFittingKind]],
        results: ["contextSourceId"],
        key: ["paladinId", "thirdPartyProvider", "remoteId"],
        list: listing("getPaladinContextSources"),
        value: ({ id, ...source }) => ({ ...fromWire(source), contextSourceId: id }),
        add: operation("createPaladinContextSource"),
        remove: {
            found: operation(
                "deletePaladinContextSource",
                ({ paladinId }: { paladinId?: unknown }, { contextSourceId }: { contextSourceId?: unknown }) => ({
                    path: { paladin_id: String(paladinId), context_source_id: String(contextSourceId) },
                }),
            ),
        },
        memberOf: { PaladinContextSources: "paladinId" },
    });

    /** Id that the service assigned to the source. */
    declare readonly contextSourceId: Output<string | null>;
}

export interface PaladinContextSource extends OutputsOf<typeof contextSourceFields & typeof fields> {}
export interface PaladinContextSourceArgs extends ArgsOf<typeof contextSourceFields & typeof fields> {}
