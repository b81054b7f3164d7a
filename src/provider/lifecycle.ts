import { NotFoundError } from "../api/errors.js";
import { type Comparison, compare } from "./comparison.js";
import { MissingError, WrongOrganizationError } from "./errors.js";
import { hasUnknown, type Properties } from "./fields.js";
import { declaredOf, type Metadata, metadataOf, opened, outputsOf } from "./metadata.js";
import { type Kind, keepsKey } from "./kind.js";
import { diffLapsed, Lapse, lapseOf } from "./lapse.js";
import { differences, projected } from "./normalize.js";
import { differenceText, label } from "./sentences.js";
import type { Session } from "./session.js";
import { remembered } from "./unreadable.js";
import type { Verdict } from "./verdict.js";
import { claimParts, heirOf, type Kept, write } from "./writing.js";

/** Compares program, state and service; says what drifted, line by line. `outputs` is the state. */
export async function diff(
    session: Session,
    kind: Kind,
    id: string,
    outputs: Properties,
    news: Properties,
): Promise<Verdict> {
    const state = opened(outputs).hidden;
    const { given, hidden: now } = opened(news);
    assertHome(session, kind, state, id);
    const live = await look(session, kind, id, [declaredOf(outputs, state), given], outputs);
    if (live instanceof Lapse) return diffLapsed(session, kind, id, outputs, news, live);
    if (!live) {
        tellGone(session, kind, now, id);
        session.give(kind.name, id, now.name);
        return { changes: true, replaces: [kind.key[0] ?? ""], deleteBeforeReplace: true };
    }
    // A document that moves to another object leaves the one of this id to whoever declares it now.
    if (kind.shape !== "subresource" || kind.idOf(given) === id) claimParts(session, kind, id, given, now);
    const comparison = compare(kind, outputs, state, given, now, live);
    tellComparison(session, kind, now, id, comparison);
    const replacing = [...new Set(comparison.changes.map(({ property }) => property))].filter((name) =>
        kind.replacing.includes(name),
    );
    const isSame = keepsKey(kind, live, given);
    if (replacing.length > 0) session.give(kind.name, id, now.name, isSame);
    return {
        changes: comparison.changes.length > 0 || comparison.intended || (state.url ?? session.url) !== session.url,
        replaces: replacing,
        deleteBeforeReplace: replacing.length > 0 && isSame,
    };
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
    const found = await look(session, kind, id, [before], outputs);
    if (found instanceof Lapse) return { id, outputs, inputs: { ...before, ...metadataOf(outputs) } };
    if (!found) {
        tellGone(session, kind, hidden, id);
        return undefined;
    }
    const live = { ...remembered(kind.fields, found, before), __expires: outputs.__expires };
    const watched = Object.fromEntries(Object.entries(before).filter(([name]) => !hidden.ignored.includes(name)));
    for (const difference of differences(kind.fields, watched, live)) {
        const text = differenceText(kind, hidden, difference);
        session.tell(`drift ${kind.name} ${id} ${difference.path}`, `${label(kind, hidden, id)} drifted: ${text}`);
    }
    const declared = { ...before, ...projected(kind.fields, before, live) };
    return {
        id,
        outputs: outputsOf(kind.fields, kind.results, declared, live, outputs, {
            url: session.url,
            witness: hidden.witness,
        }),
        inputs: { ...declared, ...metadataOf(outputs) },
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
    const live = await look(session, kind, id, [declaredOf(outputs, state), given], outputs);
    if (live instanceof Lapse) {
        const hidden = { url: session.url, witness: state.witness };
        return outputsOf(kind.fields, kind.results, projected(kind.fields, given, outputs), outputs, news, hidden);
    }
    if (!live)
        throw new MissingError(
            `${label(kind, hidden, id)} (${id}) went missing meanwhile. Run up again to make it anew.`,
        );
    const { declared, changes, live: before } = compare(kind, outputs, state, given, hidden, live);
    const object = { id, live: before };
    return write(session, kind, { object, declared, changes, inputs: news, witness: state.witness });
}

/** Takes the object away, unless another resource of this run stands for it now. What is gone already needs no call. */
export async function remove(session: Session, kind: Kind, id: string, outputs: Properties): Promise<void> {
    const { hidden } = opened(outputs);
    assertHome(session, kind, hidden, id);
    if (session.hasTaken(kind.name, id)) {
        session.tell(
            `kept ${kind.name} ${id}`,
            `${label(kind, hidden, id)} is not deleted: another resource of this program has it now`,
        );
        return;
    }
    if (session.scope.census.missing(kind.name, id)) return;
    const declared = declaredOf(outputs, hidden);
    const heir = heirOf(session, kind, id, declared, hidden);
    if (heir) {
        const line = `${label(kind, hidden, id)} is not deleted: ${heir.kind} ${JSON.stringify(heir.name)} declares it now`;
        session.tell(`kept ${kind.name} ${id}`, line);
        return;
    }
    // What has lapsed needs no call, unless somebody prolonged it meanwhile.
    if (lapseOf(session, kind, outputs) && !(await kind.observe(session.scope.live, id, [declared]))) return;
    const { removal } = kind;
    try {
        if (removal.does === "leave") {
            const done = (await removal.last?.(session.scope, id, declared)) ?? "as it is";
            const line = `${label(kind, hidden, id)} stays ${done} on the service: ${removal.because}`;
            session.tell(`leave ${kind.name} ${id}`, line);
            return;
        }
        await removal.remove(session.scope, id, declared);
        session.scope.census.saw();
    } catch (error) {
        if (!(error instanceof NotFoundError)) throw error;
        await session.scope.census.miss(kind.name, id, hidden.witness);
    }
}

/** The live object; a lapse where it is gone and was to end by itself; undefined where it is gone otherwise. */
async function look(
    session: Session,
    kind: Kind,
    id: string,
    references: readonly Properties[],
    outputs: Properties,
): Promise<Properties | Lapse | undefined> {
    const { live, census } = session.scope;
    const found = await kind.observe(live, id, references);
    if (found) {
        census.saw();
        return { ...found, ...kind.keyOf(id) };
    }
    const lapse = lapseOf(session, kind, outputs);
    if (!lapse) await census.miss(kind.name, id, opened(outputs).hidden.witness);
    return lapse;
}

function assertHome(session: Session, kind: Kind, state: Metadata, id: string): void {
    if (state.url === undefined || session.isHome(state.url)) return;
    throw new WrongOrganizationError(
        `${label(kind, state, id)} was made at ${state.url}, but access-governance:url is ${session.url}: nothing was changed. ` +
            "Set the address back, or use another stack for the other organization; if the service itself moved, set access-governance:formerUrl to the old address.",
    );
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
    return { id, outputs: kept, inputs: { ...metadataOf(outputs) } };
}

function tellGone(session: Session, kind: Kind, hidden: Metadata, id: string): void {
    session.tell(
        `gone ${kind.name} ${id}`,
        `${label(kind, hidden, id)} is gone: it was deleted outside of this program, and up makes it again; if it is protected, run again with --refresh`,
    );
}

function tellComparison(session: Session, kind: Kind, now: Metadata, id: string, comparison: Comparison): void {
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
    for (const difference of comparison.stuck) {
        if (hasUnknown(difference.declared)) continue;
        const line = `${name}: ${differenceText(kind, now, difference)}; it stays so: ${difference.because}`;
        session.tell(`stuck ${kind.name} ${id} ${difference.path}`, line);
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
