import { counted } from "../../../common/counts.js";
import type { Entry } from "./cache-file.js";
import type { PendingWrite } from "./lessons.js";

export function silentText(tagId: string): string {
    return `no audit event reports the tag ${tagId}, which this run created and deleted, so other events may be missing, too.`;
}

export function lostText(eventId: string, path: string): string {
    return `the audit events no longer contain ${eventId}, which an earlier run saw, so other events may be missing, too. To use the cache again, delete ${path}.`;
}

export function unheardText({ at, touched: [ids = []] }: PendingWrite): string {
    return `no audit event reports that this program wrote to ${ids[0]} at ${new Date(at).toISOString()}.`;
}

export function foreignText(eventId: string | undefined): string {
    return eventId === undefined
        ? "this token has not yet seen an audit event caused by another user or the console, so it is unknown whether it can see such events."
        : `this token can no longer see the audit event ${eventId}, which another user or the console caused.`;
}

export function unprovenText(entries: readonly Entry[]): string {
    const operations = [...new Set(entries.flatMap(({ writtenBy }) => writtenBy))].sort().join(", ");
    return `${counted(entries.length, "cached response")} not used, because it is not yet known which audit events report ${operations}.`;
}

export function summary(held: readonly Entry[], touched: number, events: number, now: number): string {
    const oldest = held.reduce((least, { at }) => Math.min(least, at), now);
    return (
        `${counted(held.length, "cached response")} used, read up to ${ageText(now - oldest)} ago; ` +
        `${counted(events, "audit event")} since then affected ${counted(touched, "other")}. \`--refresh\` reads everything.`
    );
}

function ageText(milliseconds: number): string {
    const minutes = Math.ceil(milliseconds / 60_000);
    return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
