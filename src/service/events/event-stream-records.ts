import type { EventStream } from "../../api/generated/types.gen.js";
import { zEventStream } from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface EventStreamRecords {
    /** Secrets are masked here too: nothing is delivered, so nobody needs them again. */
    eventStreams: EventStream;
}

export const eventStreamLayouts: Layouts<EventStreamRecords> = {
    eventStreams: { noun: "event stream", key: ["event_stream_id"], schema: zEventStream },
};
