import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import { fewerWidens, harmlessWhenNew, irrelevant, moreWidens, unevaluated } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { id, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { ownerSource, paladinSource } from "../../sources.js";

const fields = {
    /** Name of the Paladin. */
    name: irrelevant(
        textField().refine((name) => name !== "." && name !== "..", "the API cannot look up this name: choose another"),
    ),
    /** Owner of the Paladin. A change replaces the Paladin. */
    ownerId: harmlessWhenNew(unevaluated(field(id(ownerSource), { onChange: "replace" }))),
    /** In monitor mode, the Paladin only gives advice: it does not act, and review stages ignore it. Default for a new Paladin: true. */
    monitorMode: harmlessWhenNew(unevaluated(field(z.boolean(), { usual: true }), fewerWidens)).optional(),
    /** Shows the advice of the Paladin only to administrators. Only effective in monitor mode. */
    adminViewOnly: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)).optional(),
    /** Connectors that the Paladin can use, such as `SLACK` (complete list). */
    enabledConnectors: harmlessWhenNew(
        unevaluated(field(z.array(textField()), { list: { unordered: true } }), moreWidens),
    ).optional(),
    /** Instructions for its decisions, as free text. */
    instructions: harmlessWhenNew(unevaluated(z.string())).optional(),
};

/**
 * An automated reviewer. To use it, add its id to `serviceUserIds` of a reviewer stage. Deleting a Paladin also deletes its service user,
 * and fails while a reviewer stage uses it. The API cannot list Paladins, so each is read separately. Import id: its id or name.
 * Operations: POST /paladin, GET, PUT and DELETE /paladin/{paladin_id}, GET /paladin/name/{paladin_name}.
 */
export class Paladin extends AccessObject<PaladinArgs> {
    static readonly kind = entity({
        noun: "Paladin",
        source: paladinSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        key: ["name", "ownerId"],
        create: operation("createPaladin"),
        update: operation("updatePaladin"),
        updateAlways: ["name"],
        remove: operation("deletePaladin"),
    });

    /** Id of the Paladin; same as `id`. */
    get paladinId(): Output<ID> {
        return this.id;
    }
}

export interface Paladin extends OutputsOf<typeof fields> {}
export interface PaladinArgs extends ArgsOf<typeof fields> {}
