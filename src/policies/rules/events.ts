import { isUnknown } from "../../common/unknown.js";
import { isMissing } from "../program.js";
import { faultAt, type PolicyRule, resourceRule } from "../rule.js";

const kinds = ["EventStream"];

export const events: readonly PolicyRule[] = [
    resourceRule({
        name: "event-stream-enabled",
        description: "Event streams must be enabled.",
        enforcementLevel: "advisory",
        kinds,
        find: (place) =>
            place.given.enabled === false ? [faultAt(place, "enabled", "is false: no event is delivered")] : [],
    }),
    resourceRule({
        name: "event-stream-authenticated",
        description: "Receivers of audit events can verify that they are genuine.",
        enforcementLevel: "mandatory",
        kinds,
        find: (place) => {
            const { authType } = place.given;
            return isMissing(authType) || authType === "NONE"
                ? [faultAt(place, "authType", "is NONE: anyone could send events to the receiver")]
                : [];
        },
    }),
    resourceRule({
        name: "event-stream-encrypted",
        description: "Audit events are sent over HTTPS.",
        enforcementLevel: "mandatory",
        kinds,
        find: (place) => {
            const { webhookUrl: url } = place.given;
            return typeof url === "string" && !isUnknown(url) && !/^https:/i.test(url)
                ? [faultAt(place, "webhookUrl", "does not begin with https")]
                : [];
        },
    }),
];
