import * as access from "pulumi-access-governance";

/**
 * Registers channels and schedules with the service. The API cannot delete them: `pulumi destroy` leaves them there, and the next
 * `pulumi up` asks for Pulumi's option `import`.
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
