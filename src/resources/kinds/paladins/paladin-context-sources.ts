import { z } from "zod";
import { unevaluated } from "../../../provider/schema/access.js";
import { memberSet } from "../../../provider/shapes/member-set.js";
import { id, setField } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { paladinSource } from "../../sources.js";
import { contextSourceFields, isFittingKind, PaladinContextSource, WRONG_KIND } from "./paladin-context-source.js";

const source = z.strictObject(contextSourceFields).refine(isFittingKind, { path: ["sourceKind"], error: WRONG_KIND });

const fields = {
    /** Paladin that uses the sources. */
    paladinId: unevaluated(id(paladinSource)),
    /** Channels and pages that the Paladin considers in its decisions (complete list). */
    contextSources: unevaluated(setField(source, ["thirdPartyProvider", "remoteId"], { exported: "always" })),
};

/**
 * The complete list of channels and pages that a Paladin considers in its decisions. All others are removed. To declare single sources, use
 * `PaladinContextSource`; do not use both for the same Paladin. Removing the declaration removes the declared sources. Pulumi id and import
 * id: the Paladin's id. Operations: GET and POST /paladin/{paladin_id}/context-sources, DELETE
 * /paladin/{paladin_id}/context-sources/{context_source_id}.
 */
export class PaladinContextSources extends AccessResource<PaladinContextSourcesArgs> {
    static readonly kind = memberSet({
        name: "PaladinContextSources",
        noun: "context source list of a Paladin",
        parent: paladinSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        of: PaladinContextSource.kind,
        elements: "contextSources",
    });
}

export interface PaladinContextSources extends OutputsOf<typeof fields> {}
export interface PaladinContextSourcesArgs extends ArgsOf<typeof fields> {}
