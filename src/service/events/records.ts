import { z } from "zod";
import type { Event } from "../../api/generated/types.gen.js";
import { zEvent } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface EventRecords {
    events: Event;
    /** What an event is about. */
    eventObjects: { event_id: string; object_id: string; object_kind: string };
}

export const eventLayouts: Layouts<EventRecords> = {
    events: { noun: "event", key: ["event_id"], schema: zEvent },
    eventObjects: {
        noun: "object of event",
        key: ["event_id", "object_id"],
        schema: z.object({ event_id: z.guid(), object_id: z.guid(), object_kind: z.string() }),
    },
};
