import type { Output } from "@pulumi/pulumi";
import { z } from "zod";
import { listing, operation } from "../../../provider/live/operation.js";
import { irrelevant, unevaluated } from "../../../provider/schema/access.js";
import { fromWire } from "../../../provider/schema/wire.js";
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

const fields = {
    /** Paladin that uses the source. */
    paladinId: unevaluated(id(paladinSource)),
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
        rules: [
            [
                "sourceKind",
                "it does not match thirdPartyProvider: use SLACK_CHANNEL with SLACK, and DOCUMENT with NOTION or CONFLUENCE",
                ({ sourceKind, thirdPartyProvider }) => {
                    const fitting = kindsOfSource.get(thirdPartyProvider);
                    return fitting === undefined || sourceKind === undefined || sourceKind === fitting;
                },
            ],
        ],
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
    });

    /** Id that the service assigned to the source. */
    declare readonly contextSourceId: Output<string | null>;
}

export interface PaladinContextSource extends OutputsOf<typeof fields> {}
export interface PaladinContextSourceArgs extends ArgsOf<typeof fields> {}
