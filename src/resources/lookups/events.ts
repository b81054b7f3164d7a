import { by, lookupOutput, wholeList } from "./lookup.js";

/** Filters for audit events. Without a period, all recorded events are returned. */
export interface GetEventsArgs {
    /** Start of the period: a date or an ISO 8601 date-time. */
    startDate?: string;
    /** End of the period: a date or an ISO 8601 date-time. */
    endDate?: string;
    /** Only events caused by this user. */
    actorUserId?: string;
    /** Only events that affect this object. */
    objectId?: string;
    /** Only events of this type. */
    eventType?: string;
    /** Only events caused by this API token, specified by name and masked preview. */
    apiToken?: string;
}

/** Lists audit events, latest first. Operation: GET /events. */
export const getEvents = by<GetEventsArgs>().open("getEvents", {
    startDate: "start_date_filter",
    endDate: "end_date_filter",
    actorUserId: "actor_filter",
    objectId: "object_filter",
    eventType: "event_type_filter",
    apiToken: "api_token_filter",
});

/** Finds an event. Operation: GET /events/{event_id}. @throws if the event does not exist. */
export const getEvent = by<{ eventId: string }>().one("getEvent");

/** Lists event streams. Operation: GET /event-streams. */
export const getEventStreams = wholeList("getEventStreams");

/** Like `getEvents`, but accepts outputs of other resources as arguments. */
export const getEventsOutput = lookupOutput(getEvents);
/** Like `getEvent`, but accepts outputs of other resources as arguments. */
export const getEventOutput = lookupOutput(getEvent);
/** Like `getEventStreams`, but returns an output. */
export const getEventStreamsOutput = lookupOutput(getEventStreams);
