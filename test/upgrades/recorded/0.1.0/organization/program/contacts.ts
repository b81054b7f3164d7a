import * as access from "pulumi-access-governance";

/**
 * Channels and schedules that the service does not know yet. The API cannot take them away again: a destroy leaves them there, and
 * an up after it asks for Pulumi's option `import`.
 */
export function registerContacts() {
    return {
        incidents: new access.MessageChannel("incidents", { thirdPartyProvider: "SLACK", remoteId: "C0INCIDENT" }),
        supportSchedule: new access.OnCallSchedule("support-schedule", {
            thirdPartyProvider: "PAGER_DUTY",
            remoteId: "PSUPP01",
        }),
    };
}

export type Contacts = ReturnType<typeof registerContacts>;
