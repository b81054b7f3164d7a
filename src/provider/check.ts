import { InvalidCallError } from "../api/errors.js";
import { PlainError, TakenError } from "./errors.js";
import { hasUnknown, marksOf, type Properties, problemsOf } from "./fields.js";
import { type Metadata, opened } from "./metadata.js";
import { type Kind, keyValues } from "./kind.js";
import { type Difference, differences, same } from "./normalize.js";
import { differenceText, isSecret, label } from "./sentences.js";
import type { Session } from "./session.js";
import { isUnreadable, remembered } from "./unreadable.js";
import { claimParts } from "./writing.js";

/**
 * Everything that can be known to be wrong before anything is written: settings, properties, two declarations of one thing, an
 * object in the way, an import that does not fit. `olds` are the inputs of last time, empty for an object to be made.
 * Returns the sentences to show; none when all is well.
 */
export async function check(session: Session, kind: Kind, olds: Properties, news: Properties): Promise<string[]> {
    if (session.problem) return [session.problem];
    const { given, hidden } = opened(news);
    const problems = problemsOf(kind.schema, given, (path) => isSecret(kind, hidden, path));
    if (problems.length > 0) return problems.map(({ path, reason }) => `${path}: ${reason}`);
    const before = opened(olds).given;
    const refused = refusals(kind, before, given);
    if (refused.length > 0) return refused;
    try {
        claimKey(session, kind, given, hidden);
        if (Object.keys(before).length === 0) await checkArrival(session, kind, given, hidden);
        return [];
    } catch (error) {
        if (error instanceof PlainError) return error.message.split("\n");
        throw error;
    }
}

/**
 * The import to heed. One that stands beside a resource whose object this run replaces has had its day, unless it names an object that is
 * there and not the one that goes.
 */
export async function importOf(
    session: Session,
    kind: Kind,
    given: Properties,
    hidden: Metadata,
): Promise<string | undefined> {
    if (hidden.import === undefined || !session.isRenewing(kind.name, hidden.name)) return hidden.import;
    const id = await imported(session, kind, given, hidden.import);
    return id === undefined || session.isGiving(kind.name, id) ? undefined : hidden.import;
}

/** The object that an import names, by its id or by its natural key; undefined when there is none. */
export async function imported(
    session: Session,
    kind: Kind,
    given: Properties,
    wanted: string,
): Promise<string | undefined> {
    const { live } = session.scope;
    try {
        if (await kind.observe(live, wanted, [])) return wanted;
    } catch (error) {
        // Not even of the form of an id: then it is a natural key.
        if (!(error instanceof InvalidCallError)) throw error;
    }
    const key = keyValues(kind, given);
    if (!key || !Object.values(key).some((value) => same(value, wanted))) return undefined;
    const [id, ...more] = await kind.find(live, given);
    if (more.length > 0) {
        const all = [id, ...more].join(", ");
        throw new TakenError(
            `import: several objects of this kind are called ${JSON.stringify(wanted)} (${all}): give the id.`,
        );
    }
    return id;
}

/**
 * What keeps a declaration from taking over an object: every difference; with `adopt` those that no write puts right. What nobody can read
 * is taken to be as declared.
 */
export function unlike(kind: Kind, given: Properties, live: Properties, { adopt }: Metadata): Difference[] {
    const all = differences(kind.fields, given, remembered(kind.fields, live, given));
    const unchanging = [...kind.replacing, ...Object.keys(kind.fixed(live))];
    return adopt ? all.filter(({ property }) => unchanging.includes(property)) : all;
}

function refusals(kind: Kind, before: Properties, given: Properties): string[] {
    return Object.keys(given).flatMap((name) => {
        const reason = marksOf(kind.fields[name]).refuses;
        const changed = name in before && !hasUnknown(given[name]) && !same(before[name], given[name]);
        return reason && changed ? [`${name}: a change is refused: ${reason}`] : [];
    });
}

function claimKey(session: Session, kind: Kind, given: Properties, hidden: Metadata): void {
    const key = keyValues(kind, given);
    if (!key) return;
    const what = `the ${kind.noun} with ${Object.entries(key)
        .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
        .join(", ")}`;
    session.claimThing(`${kind.name} ${JSON.stringify(key)}`, what, { kind: kind.name, name: hidden.name });
    const id = kind.idOf(given);
    if (id !== undefined) claimParts(session, kind, id, given, hidden);
}

async function checkArrival(session: Session, kind: Kind, given: Properties, hidden: Metadata): Promise<void> {
    const wanted = await importOf(session, kind, given, hidden);
    if (wanted !== undefined) return checkImport(session, kind, given, hidden, wanted);
    const found = await kind.find(session.scope.live, given);
    // What had the key beside the object that is replaced, such as its own predecessor that could not be deleted, is not in the way now.
    if (session.isKeepingKey(kind.name, hidden.name)) {
        for (const id of found) session.give(kind.name, id, hidden.name);
    }
    const inTheWay = found.filter((id) => !session.isGiving(kind.name, id));
    if (inTheWay.length > 0) {
        const ids = inTheWay.map((id) => JSON.stringify(id));
        throw new TakenError(
            `${label(kind, hidden)} is to be made, but the service already has this ${kind.noun}: ${ids.join(", ")}. ` +
                `To take it over, add the option { import: ${ids[0]} }; if the resource was only renamed in the program, add Pulumi's option aliases.`,
        );
    }
    await announceOverwrite(session, kind, given, hidden);
}

async function checkImport(
    session: Session,
    kind: Kind,
    given: Properties,
    hidden: Metadata,
    wanted: string,
): Promise<void> {
    const id = await imported(session, kind, given, wanted);
    const live = id === undefined ? undefined : await kind.observe(session.scope.live, id, [given]);
    if (id === undefined || !live) {
        throw new TakenError(
            `import: there is no ${kind.noun} with the id or the name ${JSON.stringify(wanted)}. Correct the option, or leave it out to make a new one.`,
        );
    }
    const differing = unlike(kind, given, live, hidden).filter(({ declared }) => !hasUnknown(declared));
    if (differing.length > 0) {
        const lines = differing.map((difference) => `import: ${differenceText(kind, hidden, difference)}`);
        const advice = hidden.adopt
            ? "make the program agree with the service: no write can change this"
            : "make the program agree with the service, or add the option { adopt: true } to change the service.";
        throw new TakenError(`${lines.join("\n")}\nimport: ${advice}`);
    }
    const unread = Object.keys(given).filter((name) => isUnreadable(kind.fields[name]));
    const fate = unread.length > 0 ? `; ${unread.join(", ")} cannot be read and is taken to be as declared` : "";
    session.tell(
        `import ${kind.name} ${id}`,
        `${label(kind, hidden)} takes over ${id}${hidden.adopt ? " and updates it" : fate}`,
    );
}

/** A subresource is there before it is declared: what its declaration overwrites is said beforehand. */
async function announceOverwrite(session: Session, kind: Kind, given: Properties, hidden: Metadata): Promise<void> {
    const id = kind.shape === "subresource" ? kind.idOf(given) : undefined;
    if (id === undefined || hasUnknown(id) || session.hasMade(id)) return;
    const live = await kind.observe(session.scope.live, id, [given]);
    for (const difference of live ? differences(kind.fields, given, live) : []) {
        if (hasUnknown(difference.declared)) continue;
        const line = `${label(kind, hidden)} overwrites: ${differenceText(kind, hidden, difference)}`;
        session.tell(`overwrite ${kind.name} ${id} ${difference.path}`, line);
    }
}
