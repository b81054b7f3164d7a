import type { OnCallSchedule } from "../../api/generated/types.gen.js";
import type { Area, Call } from "../http/area.js";

/** Schedules cannot be changed or deleted through the API. */
export const onCallSchedules = {
    getOnCallSchedules: ({ store }) => ({ on_call_schedules: store.onCallSchedules.all() }),
    getOnCallSchedule: ({ store, path }) => store.onCallSchedules.get(path.on_call_schedule_id),
    createOnCallSchedule: create,
} satisfies Area;

/** Inferred: a schedule that is known already is answered as it is. */
function create({ store, body }: Call<"createOnCallSchedule">): OnCallSchedule {
    const { third_party_provider, remote_id } = body;
    const known = store.onCallSchedules
        .all()
        .find((schedule) => schedule.third_party_provider === third_party_provider && schedule.remote_id === remote_id);
    return (
        known ??
        store.onCallSchedules.set({
            on_call_schedule_id: store.newId("on-call schedule", `${third_party_provider} ${remote_id}`),
            third_party_provider,
            remote_id,
            // The real name comes from the provider.
            name: `schedule ${remote_id}`,
        })
    );
}
