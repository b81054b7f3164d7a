import type { Claimant } from "./claims.js";
import type { Comparison } from "./comparison.js";
import { HalfMadeError } from "./errors.js";
import { hasUnknown, type Properties } from "./fields.js";
import { type Metadata, opened, outputsOf } from "./metadata.js";
import type { Kind, Made } from "./kind.js";
import { projected } from "./normalize.js";
import { explained, label } from "./sentences.js";
import type { Session } from "./session.js";

/** An object as it is to be kept in the state. */
export interface Kept {
    readonly id: string;
    readonly outputs: Record<string, unknown>;
}

/** What a write is about. */
export interface Work {
    readonly object: Made;
    /** What the program gives, and the defaults to return to. */
    readonly declared: Properties;
    readonly changes: Comparison["changes"];
    /** The inputs as Pulumi handed them over. */
    readonly inputs: Properties;
    readonly witness: string | undefined;
}

/** Writes what differs and returns the outputs to keep. @throws HalfMadeError when not all of it was done. */
export async function write(
    session: Session,
    kind: Kind,
    { object: { id, live: before }, declared, changes, inputs, witness }: Work,
): Promise<Record<string, unknown>> {
    const { given, hidden } = opened(inputs);
    let live = before;
    const outputs = (): Record<string, unknown> =>
        outputsOf(kind.fields, kind.results, projected(kind.fields, given, live), live, inputs, {
            url: session.url,
            witness,
        });
    const properties = [...new Set(changes.map(({ property }) => property))];
    try {
        claimParts(session, kind, id, given, hidden);
        if (properties.length === 0) return outputs();
        live = await kind.write(session.scope, id, { properties, declared, live: before }, (done) => {
            live = done;
        });
        return outputs();
    } catch (error) {
        // Whatever went wrong, the object exists: losing its id here would lose it for good.
        const cause = error instanceof Error ? explained(kind, error) : String(error);
        const sentence = `${label(kind, hidden, id)} (${id}) exists but is not finished. ${cause} The next up goes on from here.`;
        throw new HalfMadeError(sentence, id, outputs());
    }
}

/**
 * Two declarations of one document, such as a part and its free-standing subresource, or a whole set and one member of it, would undo each other
 * for ever.
 */
export function claimParts(session: Session, kind: Kind, id: string, given: Properties, hidden: Metadata): void {
    const who = { kind: kind.name, name: hidden.name };
    for (const document of kind.documents(given)) session.claim(document, id, "whole", who);
    const member = kind.memberOf(given);
    if (member && !hasUnknown(member.of)) session.claim(member.document, member.of, "member", who);
}

/**
 * The resource of this run that declares what the end of another declaration would write: moved from one kind to another, such as from single
 * members to the whole set, the end of the old one must not undo the new one. An entity ends whoever declares its parts.
 */
export function heirOf(
    session: Session,
    kind: Kind,
    id: string,
    declared: Properties,
    { name }: Metadata,
): Claimant | undefined {
    if (kind.shape === "entity") return undefined;
    const who = { kind: kind.name, name };
    const member = kind.memberOf(declared);
    return [
        ...kind.documents(declared).map((document) => session.rival(document, id, "whole", who)),
        ...(member ? [session.rival(member.document, member.of, "member", who)] : []),
    ].find((rival) => rival !== undefined);
}
