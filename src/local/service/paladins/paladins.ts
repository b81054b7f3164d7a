import type { Routes } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import { removeUser } from "../people/user-removal.js";
import { addServiceUser } from "../people/users.js";
import { deleteAllOf } from "../removal.js";
import { reviewUsesOf } from "../templates/reviewer-uses.js";

export const paladinRoutes = {
    createPaladin({ store, body }) {
        store.owners.mustKnow("owner_id", body.owner_id);
        const paladin = store.paladins.set({
            paladin_id: store.newId("Paladin", body.name),
            owner_id: body.owner_id,
            name: body.name,
            monitor_mode: body.monitor_mode ?? true,
            admin_view_only: body.admin_view_only ?? false,
            enabled_connectors: [...new Set(body.enabled_connectors)],
            instructions: body.instructions ?? "",
        });
        // The service user has the same id, because `service_user_ids` of reviewer stages contain Paladin ids.
        addServiceUser(store, paladin.paladin_id, body.name, "Paladin");
        return paladin;
    },

    getPaladin: ({ store, path }) => store.paladins.get(path.paladin_id),

    updatePaladin({ store, path, body }) {
        const { paladin_id } = path;
        store.users.change(paladin_id, { full_name: body.name, first_name: body.name });
        return store.paladins.change(paladin_id, {
            name: body.name,
            monitor_mode: body.monitor_mode,
            admin_view_only: body.admin_view_only,
            enabled_connectors: body.enabled_connectors && [...new Set(body.enabled_connectors)],
            instructions: body.instructions,
        });
    },

    /**
     * The API does not document this; we assume that a Paladin cannot be deleted while it is in a reviewer stage, because the stage would
     * wait for it forever.
     */
    deletePaladin({ store, now, path }) {
        const paladin = store.paladins.get(path.paladin_id);
        const [use] = reviewUsesOf(store, (stage) => (stage.service_user_ids ?? []).includes(paladin.paladin_id));
        if (use)
            throw new Conflict(`The Paladin "${paladin.name}" cannot be deleted: it reviews requests for the ${use}.`);
        deleteAllOf(store, paladin.paladin_id, "paladin_id");
        removeUser(store, store.users.get(paladin.paladin_id), now);
    },

    getPaladinsByName: ({ store, path }) => ({
        results: store.paladins.all().filter((paladin) => paladin.name === path.paladin_name),
    }),
    getPaladinContextSources: ({ store, path }) => ({
        results: store.paladinContextSources.where("paladin_id", path.paladin_id),
    }),

    /** Returns an existing source unchanged. We assume that a different name or address is ignored (not documented by the API). */
    createPaladinContextSource({ store, path, body }) {
        const { third_party_provider, remote_id, source_kind, name = remote_id, url = "" } = body;
        const sources = store.paladinContextSources.where("paladin_id", path.paladin_id);
        const kind = third_party_provider === "SLACK" ? "SLACK_CHANNEL" : "DOCUMENT";
        if (source_kind !== kind)
            throw new BadRequest(`source_kind must be ${kind} when third_party_provider is ${third_party_provider}.`);
        if (!remote_id) throw new BadRequest("remote_id must not be empty.");
        const known = sources.find(
            (source) => source.third_party_provider === third_party_provider && source.remote_id === remote_id,
        );
        if (known) return known;
        const id = store.newId("context source", `${path.paladin_id} ${third_party_provider} ${remote_id}`);
        const source = { source_kind, third_party_provider, remote_id, name, url };
        return store.paladinContextSources.set({ id, paladin_id: path.paladin_id, ...source });
    },

    deletePaladinContextSource: ({ store, path }) =>
        store.paladinContextSources.delete(store.paladinContextSources.get(path.context_source_id, path.paladin_id)),
} satisfies Routes;
