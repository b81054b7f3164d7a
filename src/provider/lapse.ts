import { compare } from "./comparison.js";
import type { Properties } from "./fields.js";
import { opened } from "./metadata.js";
import { type Kind, keepsKey, type Scope } from "./kind.js";
import { label } from "./sentences.js";
import type { Session } from "./session.js";
import type { Verdict } from "./verdict.js";

/** What is gone because its time was over: nobody took it away, so it is no drift. */
export class Lapse {
    constructor(
        /** When it was to end, as an ISO date. */
        readonly end: string,
    ) {}
}

/** Milliseconds by which the clocks of the service and of this machine may differ. */
const skew = 60_000;

/** The lapse of an object that is gone, by what the state says of its end; undefined where it was not to be gone yet. */
export function lapseOf(session: Session, kind: Kind, outputs: Properties): Lapse | undefined {
    if (!kind.ends) return undefined;
    const end = outputs[kind.ends.date ?? "__expires"];
    if (typeof end !== "string") return undefined;
    return Date.parse(end) <= session.scope.now() + skew ? new Lapse(end) : undefined;
}

/** When what was granted just now with these properties ends, as far as no answer tells. */
export function reckoned({ ends }: Pick<Kind, "ends">, scope: Pick<Scope, "now">, properties: Properties): Properties {
    const minutes = properties[ends?.duration ?? ""];
    if (!ends || typeof minutes !== "number") return {};
    const end = minutes > 0 ? new Date(scope.now() + minutes * 60_000).toISOString() : null;
    return { [ends.date ?? "__expires"]: end };
}

/** What lapsed stays so, unless the program asks for it again: by `renew`, or by asking for something else than last time. */
export function diffLapsed(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
    news: Properties,
    { end }: Lapse,
): Verdict {
    const { given, hidden } = opened(news);
    const { changes, intended } = compare(kind, outputs, opened(outputs).hidden, given, hidden, outputs);
    const asked = [...new Set(changes.map(({ property }) => property))];
    const isRenewed = given.renew === true;
    const replaces = asked.length > 0 || !isRenewed ? asked : [kind.key[0] ?? ""];
    const name = label(kind, hidden, id);
    if (replaces.length > 0) {
        session.tell(`lapsed ${kind.name} ${id}`, `${name} has lapsed on ${end}; up grants it again`);
        session.give(kind.name, id, hidden.name);
        return { changes: true, replaces, deleteBeforeReplace: keepsKey(kind, outputs, given) };
    }
    const way = "renew" in kind.fields ? "Give renew: true to grant it again" : "Give it a later end to make it again";
    session.tell(`lapsed ${kind.name} ${id}`, `${name} has lapsed on ${end}; it stays so. ${way}`);
    return { changes: intended, replaces: [], deleteBeforeReplace: false };
}
