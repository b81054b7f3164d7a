import { CallError } from "../api/errors.js";
import { imported } from "./check.js";
import { TakenError } from "./errors.js";
import { marksOf, type Properties } from "./fields.js";
import { type Hidden, opened } from "./hidden.js";
import { type Kind, type Made, readable } from "./kind.js";
import { differences } from "./normalize.js";
import { differenceText, label } from "./sentences.js";
import type { Session } from "./session.js";
import { type Kept, write } from "./writing.js";

/** Makes the object, or takes over the one that `import` names. @throws HalfMadeError when it exists and is not finished. */
export async function create(session: Session, kind: Kind, inputs: Properties): Promise<Kept> {
    const { given, hidden } = opened(inputs);
    const wanted = session.isRenewing(kind.name, hidden.name) ? undefined : hidden.import;
    const takenOver = wanted === undefined ? undefined : await takeOver(session, kind, given, hidden, wanted);
    const made = takenOver ?? (await make(session, kind, given, hidden));
    // What nobody can read is taken to be as declared, unless the program says to write it.
    const toldBy = takenOver && hidden.adopt ? "nobody" : "the program";
    session.take(kind.name, made.id);
    session.scope.census.saw();
    return { id: made.id, outputs: await finish(session, kind, made, given, inputs, toldBy) };
}

async function takeOver(
    session: Session,
    kind: Kind,
    given: Properties,
    hidden: Hidden,
    wanted: string,
): Promise<Made | undefined> {
    const id = await imported(session, kind, given, wanted);
    if (id === undefined) return undefined;
    const live = await kind.observe(session.scope.live, id, [given]);
    if (!live) return undefined;
    const differing = hidden.adopt ? [] : differences(kind.fields, readable(kind, given), live);
    const [first] = differing;
    if (first) {
        throw new TakenError(
            `${label(kind, hidden)} is to take over ${id}, but ${differenceText(kind, hidden, first)}. ` +
                "Make the program agree, or add the option { adopt: true }.",
        );
    }
    return { id, live };
}

/** Makes a new object. An answer that never came is looked up before anything is repeated. */
async function make(session: Session, kind: Kind, given: Properties, hidden: Hidden): Promise<Made> {
    const { scope } = session;
    try {
        return await kind.make(scope, given);
    } catch (error) {
        if (!(error instanceof CallError) || !error.ambiguous) throw error;
        const [id, ...more] = await kind.find(scope.live, given, true);
        if (id === undefined) return kind.make(scope, given);
        if (more.length > 0) {
            throw new TakenError(
                `${label(kind, hidden)}: ${error.message} The service now has several of this ${kind.noun} (${[id, ...more].join(", ")}): ` +
                    "delete the superfluous ones, and take over the other with the option import.",
            );
        }
        const live = await kind.observe(scope.live, id, [given]);
        return { id, live: live ?? {} };
    }
}

async function finish(
    session: Session,
    kind: Kind,
    made: Made,
    given: Properties,
    inputs: Properties,
    toldBy: "the program" | "nobody",
): Promise<Record<string, unknown>> {
    const sent = Object.fromEntries(
        Object.keys(given).flatMap((name) => {
            const { writeOnly, createOnly } = marksOf(kind.fields[name]);
            return createOnly || (writeOnly && toldBy === "the program") ? [[name, given[name]] as const] : [];
        }),
    );
    const live = { ...made.live, ...sent };
    const changes = differences(kind.fields, given, live);
    const witness = await session.witness();
    return write(session, kind, { object: { id: made.id, live }, declared: given, changes, inputs, witness });
}
