import { z } from "zod";
import { zTicketingProviderEnum } from "../api/generated/zod.gen.js";

/** Tickets that are opened when access changes. */
export function ticketPropagation() {
    return z
        .strictObject({
            /** Open a ticket when access is given. */
            enabledOnGrant: z.boolean(),
            /** Open a ticket when access is taken away. */
            enabledOnRevocation: z.boolean(),
            /** Ticketing system, such as `JIRA`; needed where tickets are opened. */
            ticketProvider: zTicketingProviderEnum.optional(),
            /** Project that the tickets go to. */
            ticketProjectId: z.string().optional(),
        })
        .refine(
            (given) => (!given.enabledOnGrant && !given.enabledOnRevocation) || given.ticketProvider !== undefined,
            {
                path: ["ticketProvider"],
                error: "is required where tickets are opened",
            },
        );
}
