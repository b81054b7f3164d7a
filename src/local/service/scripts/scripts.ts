import type { CreateOpalScriptInfo, OpalScript } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict, NotFound } from "../http/errors.js";
import { removeUser } from "../people/user-removal.js";
import { addServiceUser } from "../people/users.js";
import { deleteAllOf } from "../removal.js";
import type { Store } from "../storage/store.js";
import { reviewUsesOf } from "../templates/reviewer-uses.js";

/** Operations on scripts. Scripts are stored but never run, so only users can decide requests. */
export const scriptRoutes = {
    getOpalScripts: ({ store }) => ({ results: store.scripts.all() }),

    createOpalScript({ store, now, body }) {
        const { name, script, script_type } = body;
        mustHaveText({ name, script });
        const owner_id = ownerOf(store, body);
        const made = store.scripts.set({
            opal_script_id: store.newId("script", name),
            name,
            script,
            script_type,
            version: 1,
            updated_at: now.toISOString(),
        });
        if (owner_id) addReviewer(store, made, owner_id);
        return made;
    },

    /** The API does not document this; we assume that an ambiguous name results in status 400. */
    getOpalScriptByName({ store, path }) {
        const [found, ...more] = store.scripts.all().filter(({ name }) => name === path.opal_script_name);
        if (!found) throw new NotFound(`No script has the name "${path.opal_script_name}".`);
        if (more.length > 0) {
            throw new BadRequest(
                `opal_script_name: ${more.length + 1} scripts have this name. Read the script by its id.`,
            );
        }
        return found;
    },

    getOpalScript: ({ store, path }) => store.scripts.get(path.opal_script_id),

    updateOpalScript({ store, now, path, body }) {
        const { name, script } = body;
        mustHaveText({ name, script });
        const known = store.scripts.get(path.opal_script_id);
        const [reviewer] = store.scriptReviewers.where("opal_script_id", known.opal_script_id);
        if (reviewer) store.users.change(reviewer.user_id, { full_name: name, first_name: name });
        return store.scripts.change(known.opal_script_id, {
            name,
            script,
            ...(script !== undefined && script !== known.script && { version: known.version + 1 }),
            updated_at: now.toISOString(),
        });
    },

    /**
     * A script cannot be deleted while it reviews requests or a delegation refers to it. We assume that its service user counts, too (not
     * documented by the API).
     */
    deleteOpalScript({ store, now, path }) {
        const { opal_script_id, name } = store.scripts.get(path.opal_script_id);
        const [reviewer] = store.scriptReviewers.where("opal_script_id", opal_script_id);
        const [use] = usesOf(store, opal_script_id, reviewer?.user_id);
        if (use) throw new Conflict(`The script "${name}" cannot be deleted: ${use}.`);
        if (reviewer) removeUser(store, store.users.get(reviewer.user_id), now);
        deleteAllOf(store, opal_script_id, "opal_script_id");
    },
} satisfies Routes;

/** Returns the owner of a script that reviews requests. Returns undefined for other scripts, whose `owner_id` is ignored. */
function ownerOf(store: Store, { script_type, owner_id }: CreateOpalScriptInfo): string | undefined {
    if (script_type !== "REQUEST_REVIEW") return undefined;
    if (!owner_id) throw new BadRequest("owner_id is required for a script of type REQUEST_REVIEW.");
    store.owners.mustKnow("owner_id", owner_id);
    return owner_id;
}

/**
 * Creates the service user of a script. We assume that it has a separate id and the same name as the script (not documented by the API).
 */
function addReviewer(store: Store, { opal_script_id, name }: OpalScript, owner_id: string): void {
    const user_id = store.newId("user of script", name);
    addServiceUser(store, user_id, name, "Script");
    store.scriptReviewers.set({ opal_script_id, owner_id, user_id });
}

function usesOf(store: Store, scriptId: string, userId = ""): string[] {
    const reviews = reviewUsesOf(
        store,
        (stage) => (stage.opal_script_ids ?? []).includes(scriptId) || (stage.service_user_ids ?? []).includes(userId),
    );
    const delegations = store.delegations
        .all()
        .filter(({ delegator_user_id, delegate_user_id }) => [delegator_user_id, delegate_user_id].includes(userId));
    return [
        ...reviews.map((label) => `it reviews requests for the ${label}`),
        ...delegations.map(({ id }) => `the delegation ${id} refers to it`),
    ];
}

function mustHaveText(given: Readonly<Record<string, string | undefined>>): void {
    for (const [field, value] of Object.entries(given)) {
        if (value?.trim() === "") throw new BadRequest(`${field} must not be empty.`);
    }
}
