import { CallError, NotFoundError } from "../api/errors.js";
import { imported } from "./check.js";
import { type Comparison, compare, replaces } from "./comparison.js";
import { HalfMadeError, MissingError, TakenError, WrongOrganizationError } from "./errors.js";
import { hasUnknown, marksOf, type Properties } from "./fields.js";
import { declaredOf, type Hidden, hiddenOf, opened, outputsOf } from "./hidden.js";
import { type Kind, keyValues, type Made } from "./kind.js";
import { differences, projected, same } from "./normalize.js";
import { differenceText, label } from "./sentences.js";
import type { Session } from "./session.js";

/** What an update would do. */
export interface Verdict {
    readonly changes: boolean;
    /** Properties whose change makes a new object. */
    readonly replaces: readonly string[];
    readonly deleteBeforeReplace: boolean;
}

/** An object as it is to be kept in the state. */
export interface Kept {
    readonly id: string;
    readonly outputs: Record<string, unknown>;
}

/** Compares program, state and service; says what drifted, line by line. `outputs` is the state. */
export async function diff(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
    news: Properties,
): Promise<Verdict> {
    const [state, now] = [opened(outputs).hidden, opened(news).hidden];
    assertHome(session, kind, state, id);
    const { given } = opened(news);
    const live = await look(session, kind, id, [declaredOf(outputs, state), given], state);
    if (!live) {
        tellGone(session, kind, now, id);
        session.give(kind.name, id, now.name);
        return { changes: true, replaces: [kind.key[0] ?? ""], deleteBeforeReplace: true };
    }
    claimParts(session, kind, id, given, now);
    const comparison = compare(kind, outputs, state, given, now, live);
    tellComparison(session, kind, now, id, comparison);
    const replacing = [...new Set(comparison.changes.map(({ property }) => property))].filter((name) =>
        replaces(kind, name),
    );
    if (replacing.length > 0) session.give(kind.name, id, now.name);
    return {
        changes: comparison.changes.length > 0 || comparison.intended,
        replaces: replacing,
        deleteBeforeReplace: replacing.length > 0 && keepsKey(kind, { ...live, ...kind.keyOf(id) }, given),
    };
}

/** Makes the object, or takes over the one that `import` names. @throws HalfMadeError when it exists and is not finished. */
export async function create(session: Session, kind: Kind, inputs: Properties): Promise<Kept> {
    const { given, hidden } = opened(inputs);
    const takenOver =
        hidden.import === undefined ? undefined : await takeOver(session, kind, given, hidden, hidden.import);
    const made = takenOver ?? (await make(session, kind, given, hidden));
    session.take(kind.name, made.id);
    session.scope.census.saw();
    claimParts(session, kind, made.id, given, hidden);
    return { id: made.id, outputs: await finish(session, kind, made, given, inputs) };
}

/** Reads the object for the state: its outputs, and its inputs as far as the program gave them. Undefined when it is gone. */
export async function read(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
): Promise<(Kept & { readonly inputs: Record<string, unknown> }) | undefined> {
    const { hidden } = opened(outputs);
    assertHome(session, kind, hidden, id);
    const before = declaredOf(outputs, hidden);
    if (!hidden.declared) return readUnmanaged(session, kind, id, outputs);
    const live = await look(session, kind, id, [before], hidden);
    if (!live) {
        tellGone(session, kind, hidden, id);
        return undefined;
    }
    const compared = Object.fromEntries(
        Object.entries(before).filter(([name]) => !marksOf(kind.fields[name]).writeOnly),
    );
    const watched = Object.fromEntries(Object.entries(compared).filter(([name]) => !hidden.ignored.includes(name)));
    for (const difference of differences(kind.fields, watched, live)) {
        const text = differenceText(kind, hidden, difference);
        session.tell(`drift ${kind.name} ${id} ${difference.path}`, `${label(kind, hidden, id)} drifted: ${text}`);
    }
    const declared = { ...before, ...projected(kind.fields, compared, live) };
    return {
        id,
        outputs: outputsOf(kind.fields, kind.results, declared, live, outputs, {
            url: session.url,
            witness: hidden.witness,
        }),
        inputs: { ...declared, ...hiddenOf(outputs) },
    };
}

/** Writes what differs, and nothing else. @throws HalfMadeError when only a part of it was done. */
export async function update(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
    news: Properties,
): Promise<Record<string, unknown>> {
    const state = opened(outputs).hidden;
    const { given, hidden } = opened(news);
    assertHome(session, kind, state, id);
    session.take(kind.name, id);
    claimParts(session, kind, id, given, hidden);
    const live = await look(session, kind, id, [declaredOf(outputs, state), given], state);
    if (!live)
        throw new MissingError(
            `${label(kind, hidden, id)} (${id}) went missing meanwhile. Run up again to make it anew.`,
        );
    const { declared, changes, live: before } = compare(kind, outputs, state, given, hidden, live);
    return write(session, kind, { id, live: before }, declared, changes, given, news, state.witness);
}

/** Takes the object away, unless another resource of this run stands for it now. What is gone already needs no call. */
export async function remove(session: Session, kind: Kind, id: string, outputs: Properties): Promise<void> {
    const { given, hidden } = opened(outputs);
    assertHome(session, kind, hidden, id);
    if (session.hasTaken(kind.name, id)) {
        session.tell(
            `kept ${kind.name} ${id}`,
            `${label(kind, hidden, id)} is not deleted: another resource of this program has it now`,
        );
        return;
    }
    if (session.scope.census.missing(kind.name, id)) return;
    if (kind.removal.does === "leave") {
        session.tell(
            `leave ${kind.name} ${id}`,
            `${label(kind, hidden, id)} stays as it is on the service: ${kind.removal.because}`,
        );
        return;
    }
    try {
        await kind.removal.remove(session.scope, id, given);
        session.scope.census.saw();
    } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        await session.scope.census.miss(kind.name, id, hidden.witness);
    }
}

async function look(
    session: Session,
    kind: Kind,
    id: string,
    references: readonly Properties[],
    state: Hidden,
): Promise<Properties | undefined> {
    const { live, census } = session.scope;
    const found = await kind.observe(live, id, references);
    if (found) census.saw();
    else await census.miss(kind.name, id, state.witness);
    return found && { ...found, ...kind.keyOf(id) };
}

function assertHome(session: Session, kind: Kind, state: Hidden, id: string): void {
    if (state.url === undefined || state.url === session.url) return;
    throw new WrongOrganizationError(
        `${label(kind, state, id)} was made at ${state.url}, but access-governance:url is ${session.url}: nothing was changed. ` +
            "Set the address back, or use another stack for the other organization.",
    );
}

/** Two declarations of one document, such as a part and its free-standing facet, would undo each other for ever. */
function claimParts(session: Session, kind: Kind, id: string, given: Properties, hidden: Hidden): void {
    for (const document of kind.documents(given))
        session.claim(`${document} of ${id}`, `the ${document} of ${id}`, hidden.name);
}

function keepsKey(kind: Kind, live: Properties, given: Properties): boolean {
    const [before, after] = [keyValues(kind, live), keyValues(kind, given)];
    return before !== undefined && after !== undefined && same(before, after);
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
    const differing = hidden.adopt ? [] : differences(kind.fields, given, live);
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
): Promise<Record<string, unknown>> {
    const sent = Object.fromEntries(
        Object.keys(given).flatMap((name) => {
            const { writeOnly, createOnly } = marksOf(kind.fields[name]);
            return writeOnly || createOnly ? [[name, given[name]] as const] : [];
        }),
    );
    const live = { ...made.live, ...sent };
    const changes = differences(kind.fields, given, live);
    return write(session, kind, { id: made.id, live }, given, changes, given, inputs, await session.witness());
}

async function write(
    session: Session,
    kind: Kind,
    { id, live: before }: Made,
    declared: Properties,
    changes: Comparison["changes"],
    given: Properties,
    inputs: Properties,
    witness: string | undefined,
): Promise<Record<string, unknown>> {
    let live = before;
    const outputs = (): Record<string, unknown> =>
        outputsOf(kind.fields, kind.results, projected(kind.fields, given, live), live, hiddenOf(inputs), {
            url: session.url,
            witness,
        });
    const properties = [...new Set(changes.map(({ property }) => property))];
    if (properties.length === 0) return outputs();
    try {
        live = await kind.write(session.scope, id, { properties, declared, live: before }, (done) => {
            live = done;
        });
        return outputs();
    } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { hidden } = opened(inputs);
        throw new HalfMadeError(
            `${label(kind, hidden, id)} (${id}) exists but is not finished. ${error.message} The next up goes on from here.`,
            id,
            outputs(),
        );
    }
}

async function readUnmanaged(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
): Promise<Kept & { readonly inputs: Record<string, unknown> }> {
    const live = await kind.observe(session.scope.live, id, []);
    if (!live)
        throw new MissingError(
            `There is no ${kind.noun} with the id ${JSON.stringify(id)}. Correct the id given to ${kind.name}.get.`,
        );
    const { __declared, ...kept } = outputsOf(kind.fields, kind.results, {}, live, outputs, {
        url: session.url,
        witness: undefined,
    });
    return { id, outputs: kept, inputs: { ...hiddenOf(outputs) } };
}

function tellGone(session: Session, kind: Kind, hidden: Hidden, id: string): void {
    session.tell(
        `gone ${kind.name} ${id}`,
        `${label(kind, hidden, id)} is gone: it was deleted outside of this program, and up makes it again; if it is protected, run again with --refresh`,
    );
}

function tellComparison(session: Session, kind: Kind, now: Hidden, id: string, comparison: Comparison): void {
    const name = label(kind, now, id);
    for (const difference of comparison.drift) {
        const line = `${name} drifted: ${differenceText(kind, now, difference)}`;
        session.tell(`drift ${kind.name} ${id} ${difference.path}`, line);
    }
    for (const { property, declared } of comparison.tooLate) {
        if (hasUnknown(declared)) continue;
        const line = `${name}: ${property} counts only when the ${kind.noun} is made; this edit is ignored`;
        session.tell(`late ${kind.name} ${id} ${property}`, line);
    }
    for (const property of comparison.dropped) {
        const restored = property in comparison.declared;
        const fate = restored ? "returns to its default" : "stays as it is on the service";
        session.tell(
            `dropped ${kind.name} ${id} ${property}`,
            `${name}: ${property} is no longer declared; it ${fate}`,
        );
    }
}
