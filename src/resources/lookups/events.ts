import { by, later, wholeList } from "./lookup.js";

/** Default: all events ever recorded, so give a period. */
export interface GetEventsArgs {
    /** Not before this: a date or an ISO 8601 date-time. */
    startDate?: string;
    /** Not after this: a date or an ISO 8601 date-time. */
    endDate?: string;
    /** Only what this user did. */
    actorUserId?: string;
    /** Only what was done to this object. */
    objectId?: string;
    /** Only events of this type. */
    eventType?: string;
    /** Only what was done with this token: its name and its masked preview. */
    apiToken?: string;
}

/** Audit events, latest first. Operation: GET /events. */
export const getEvents = by<GetEventsArgs>().open("getEvents", {
    startDate: "start_date_filter",
    endDate: "end_date_filter",
    actorUserId: "actor_filter",
    objectId: "object_filter",
    eventType: "event_type_filter",
    apiToken: "api_token_filter",
});

/** One event. Operation: GET /events/{event_id}. @throws if not found. */
export const getEvent = by<{ eventId: string }>().one("getEvent");

/** Event streams. Operation: GET /event-streams. */
export const getEventStreams = wholeList("getEventStreams");

/** As `getEvents`, for arguments that may be outputs of other resources. */
export const getEventsOutput = later(getEvents);
/** As `getEvent`, for arguments that may be outputs of other resources. */
export const getEventOutput = later(getEvent);
/** As `getEventStreams`, as an output. */
export const getEventStreamsOutput = later(getEventStreams);
