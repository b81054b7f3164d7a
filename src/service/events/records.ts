import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

export const eventLayouts = {
    events: records("event", ["event_id"], schemas.zEvent()),
    /** What an event is about. */
    eventObjects: recordsOf("object of event", ["event_id", "object_id"], { object_kind: z.string() }),
    /** Secrets are masked here too: nothing is delivered, so nobody needs them again. */
    eventStreams: records("event stream", ["event_stream_id"], schemas.zEventStream()),
};
