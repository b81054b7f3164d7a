import type { UarScope } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest } from "../http/errors.js";
import { listed } from "../http/pages.js";
import type { Store } from "../storage/store.js";
import { checkTimeZone } from "./time-zones.js";

/** Operations on access reviews, an older form of campaigns. The API cannot change or end them. */
export const uars = {
    getUARs: (call) => listed(call, call.store.uars),

    createUAR({ store, now, body }) {
        // Responses do not contain reminder settings.
        const { reminder_schedule, reminder_include_manager, ...plain } = body;
        checkTimeZone("time_zone", body.time_zone);
        if (new Date(body.deadline) <= now) throw new BadRequest("deadline must be in the future.");
        if (body.uar_scope) checkScope(store, body.uar_scope);
        return store.uars.set({
            instantly_action_reviews: false,
            ...plain,
            uar_id: store.newId("access review", body.name),
        });
    },

    getUAR: ({ store, path }) => store.uars.get(path.uar_id),
} satisfies Routes;

function checkScope(store: Store, scope: UarScope): void {
    store.users.mustKnow("uar_scope.users", scope.users);
    store.apps.mustKnow("uar_scope.apps", scope.apps);
    store.owners.mustKnow("uar_scope.admins", scope.admins);
    for (const [i, id] of (scope.entities ?? []).entries()) {
        if (!store.groups.has(id) && !store.resources.has(id)) {
            throw new BadRequest(`uar_scope.entities[${i}]: the resource or group ${id} does not exist.`);
        }
    }
}
