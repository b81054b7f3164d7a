import { CallError } from "../../api/errors.js";
import { withArticle } from "../../common/counts.js";
import { WrongReferenceError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import type { Live } from "../live/live.js";
import { propertiesIn, type Source } from "../live/source.js";
import type { Program } from "../metadata.js";
import type { Session, Task } from "../run/session.js";
import { type Properties, propertyOf } from "../schema/fields.js";
import { type LevelReference, levelsIn, type Reference, referencesIn } from "../schema/references.js";
import { resourceText } from "../sentences.js";

/**
 * Checks that the objects to which a declaration newly refers exist and are of the right kind, and that the access levels exist. What the
 * program declares itself, and what the token may not read, is left to the service.
 * @throws WrongReferenceError
 */
export async function checkReferences({ session, kind }: Task, before: Properties, program: Program): Promise<void> {
    const { given, ids, ignored, resource } = program;
    const isOpen = ({ path }: { readonly path: string }): boolean =>
        !ignored.includes(propertyOf(path)) && !(path in ids);
    const objects = newIn(referencesIn(kind.fields, before), referencesIn(kind.fields, given)).filter(isOpen);
    const levels = newIn(levelsIn(kind.fields, before), levelsIn(kind.fields, given)).filter(isOpen);
    const faults = await Promise.all([
        ...objects.map((one) => faultOf(session, one)),
        ...levels.map((one) => faultOfLevel(session, one)),
    ]);
    const found = faults.filter((fault) => fault !== undefined);
    if (found.length > 0) throw new WrongReferenceError(`${resourceText(resource)}: ${found.join(" ")}`);
}

/** New references, at any path. */
function newIn<T extends { readonly path: string }>(before: readonly T[], now: readonly T[]): T[] {
    const keyOf = ({ path: _, ...reference }: T): string => JSON.stringify(reference);
    const known = new Set(before.map(keyOf));
    return now.filter((one) => !known.has(keyOf(one)));
}

async function faultOf(session: Session, { id, to, path }: Reference): Promise<string | undefined> {
    const source = session.sources.get(to);
    if (!source || session.ownership.hasMade(id)) return undefined;
    const { live, client } = session.scope;
    const isThere = await unlessRefused(live.object(source, id).then((object) => object !== undefined));
    if (isThere !== false) return undefined;
    for (const other of session.sources.values()) {
        const answer = other === source ? undefined : await unlessRefused(other.read?.send(client, id));
        if (!answer) continue;
        const name = propertiesIn(other, answer)[other.called ?? "name"];
        const what = `the ${nounOf(other.name)}${typeof name === "string" ? ` ${quoted(name)}` : ""}`;
        return `${path}: ${quoted(id)} is the id of ${what}; give the id of ${withArticle(nounOf(to))}${await suggestionOf(live, source, id)}.`;
    }
    return `${path}: no ${nounOf(to)} has the id ${quoted(id)}.`;
}

async function faultOfLevel(session: Session, { level, path, of }: LevelReference): Promise<string | undefined> {
    const source = session.sources.get(of.to);
    const { levels } = source ?? {};
    if (!source || !levels || session.ownership.hasMade(of.id)) return undefined;
    const { live, client } = session.scope;
    const load = (): Promise<string[] | null> =>
        unlessRefused(levels.all(client, of.id)).then(
            (all) => all?.map(({ access_level_remote_id: id = "" }) => id) ?? null,
        );
    const isThere = (known: readonly string[]): boolean => (known.length > 0 ? known.includes(level) : level === "");
    const before = await live.part("AccessLevels", source, of.id, load);
    if (!before || isThere(before)) return undefined;
    // This run may have created the level since.
    const known = await load();
    if (!known || isThere(known)) return undefined;
    const what = `the ${nounOf(of.to)} ${quoted(session.nameOf(of.id) ?? of.id)}`;
    if (known.length === 0) return `${path}: ${what} has only the default level, not ${quoted(level)}. ${OWN_LEVEL}`;
    const all = known.map(quoted).join(", ");
    if (level === "") return `${path}: ${what} has several levels; name one of ${all}.`;
    return `${path}: ${what} has no level ${quoted(level)}, but ${all}${hint(level, known)}. ${OWN_LEVEL}`;
}

const OWN_LEVEL = "For a level of this program, give the output `accessLevelRemoteId` of its CustomAccessLevel.";

/** Suggests an object of `source` that belongs to the object with this id. */
async function suggestionOf(live: Live, source: Source, id: string): Promise<string> {
    const objects = (source.list && (await unlessRefused(live.sample(source)))) ?? [];
    const one = objects.find((object) => Object.values(object).includes(id));
    if (!one) return "";
    return ` of it, such as ${quoted(one[source.id])} (${quoted(one[source.called ?? "name"])})`;
}

/** The answer. Undefined if the service refuses: unreadable objects are not checked. */
async function unlessRefused<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof CallError) return undefined;
        throw error;
    }
}

/** What people call an object of a kind: `RequestTemplate` is a request template. */
function nounOf(name: string): string {
    return name.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
