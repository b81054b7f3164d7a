import { CallError } from "../api/errors.js";
import { imported, importOf, unlike } from "./check.js";
import { TakenError } from "./errors.js";
import { marksOf, type Properties } from "./fields.js";
import { type Metadata, opened } from "./metadata.js";
import { type Kind, type Made, pick } from "./kind.js";
import { reckoned } from "./lapse.js";
import { differences } from "./normalize.js";
import { differenceText, label } from "./sentences.js";
import type { Session } from "./session.js";
import { remembered } from "./unreadable.js";
import { type Kept, write } from "./writing.js";

/** Makes the object, or takes over the one that `import` names. @throws HalfMadeError when it exists and is not finished. */
export async function create(session: Session, kind: Kind, inputs: Properties): Promise<Kept> {
    const { given, hidden } = opened(inputs);
    const wanted = await importOf(session, kind, given, hidden);
    const takenOver = wanted === undefined ? undefined : await takeOver(session, kind, given, hidden, wanted);
    const made = takenOver ?? (await make(session, kind, given, hidden));
    if (!takenOver && kind.shape === "entity") session.make(made.id);
    session.take(kind.name, made.id);
    session.scope.census.saw();
    return { id: made.id, outputs: await finish(session, kind, made, given, inputs) };
}

async function takeOver(
    session: Session,
    kind: Kind,
    given: Properties,
    hidden: Metadata,
    wanted: string,
): Promise<Made | undefined> {
    const id = await imported(session, kind, given, wanted);
    if (id === undefined) return undefined;
    const live = await kind.observe(session.scope.live, id, [given]);
    if (!live) return undefined;
    const [first] = unlike(kind, given, live, hidden);
    if (first) {
        throw new TakenError(
            `${label(kind, hidden)} is to take over ${id}, but ${differenceText(kind, hidden, first)}. ` +
                (hidden.adopt
                    ? "Make the program agree: no write can change this."
                    : "Make the program agree, or add the option { adopt: true }."),
        );
    }
    // What nobody can read is taken to be as declared, unless the program says to write it and it can be written.
    const unchanging = [...kind.replacing, ...Object.keys(kind.fixed(live))];
    const known = hidden.adopt ? pick(given, unchanging) : given;
    return { id, live: remembered(kind.fields, live, known) };
}

/** Makes a new object. An answer that never came is looked up before anything is repeated. */
async function make(session: Session, kind: Kind, given: Properties, hidden: Metadata): Promise<Made> {
    const { scope } = session;
    try {
        return await kind.make(scope, given);
    } catch (error) {
        if (!(error instanceof CallError) || !error.ambiguous) throw error;
        const found = await kind.find(scope.live, given, true);
        // What this one replaces may stay where it is, and is not what was just made.
        const [id, ...more] = found.filter((one) => !session.isGiving(kind.name, one));
        if (id === undefined) return kind.make(scope, given);
        if (more.length > 0) {
            throw new TakenError(
                `${label(kind, hidden)}: ${error.message} The service now has several of this ${kind.noun} (${[id, ...more].join(", ")}): ` +
                    "delete the superfluous ones, and take over the other with the option import.",
            );
        }
        const live = await kind.observe(scope.live, id, [given]);
        const told = remembered(kind.fields, live ?? {}, pick(given, kind.making));
        return { id, live: { ...reckoned(kind, scope, given), ...told } };
    }
}

async function finish(
    session: Session,
    kind: Kind,
    made: Made,
    given: Properties,
    inputs: Properties,
): Promise<Record<string, unknown>> {
    const once = Object.keys(given).filter((name) => marksOf(kind.fields[name]).createOnly);
    const live = { ...made.live, ...pick(given, once) };
    const fixed = kind.fixed(live);
    const changes = differences(kind.fields, given, live).filter(({ property }) => !(property in fixed));
    const witness = await session.witness();
    return write(session, kind, { object: { id: made.id, live }, declared: given, changes, inputs, witness });
}
