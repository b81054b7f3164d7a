import { CallError } from "../../api/errors.js";
import { grouped } from "../../common/collections.js";
import { withArticle } from "../../common/counts.js";
import { WrongReferenceError } from "../../common/errors.js";
import { type Declarer, resourceText } from "../../common/names.js";
import { isIgnored, propertyOf } from "../../common/paths.js";
import { messageLine, quoted } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { hint } from "../../common/spelling.js";
import { hasUnknown } from "../../common/unknown.js";
import { changedByText } from "../live/last-change.js";
import type { Live } from "../live/live.js";
import { propertiesIn, type Source } from "../live/source.js";
import type { DeclaredResource } from "../metadata.js";
import type { Session, Task } from "../run/session.js";
import {
    type IdReference,
    type LevelReference,
    levelsIn,
    type OwnObject,
    referencesIn,
    requiredAt,
} from "../schema/references.js";

/**
 * Checks the new references of a declaration: whether the objects exist and are of the right kind, and whether the access levels exist.
 * Skips objects that the program itself declares or that the token is not authorized to read; for those, the service reports errors.
 * @throws WrongReferenceError
 */
export async function checkReferences(
    { session, kind }: Task,
    before: Properties,
    program: DeclaredResource,
): Promise<void> {
    const { given, ids, ignored, resource } = program;
    const isOpen = ({ path }: { readonly path: string }): boolean => !isIgnored(path, ignored) && !(path in ids);
    const objects = newIn(referencesIn(kind.fields, before), referencesIn(kind.fields, given)).filter(isOpen);
    const isNew = Object.keys(before).length === 0;
    const own = isNew ? ownObject(kind) : undefined;
    const levels = newIn(levelsIn(kind.fields, before), levelsIn(kind.fields, given, own)).filter(isOpen);
    const faults = await Promise.all([
        ...[...grouped(objects, ({ to }) => to).values()].map((all) => faultsOf(session, all)),
        ...levels.map((one) => {
            const creator = ids[one.ofPath] ?? (one.of === own ? resource : undefined);
            return creator ? faultOfNewLevel(session, one, creator, resource) : faultOfLevel(session, one);
        }),
        ...Object.entries(ids).map(([path, creator]) => {
            const declared = isIgnored(path, ignored) ? undefined : session.ownership.declaredBy(creator);
            return (
                declared && faultOfValues(path, resourceText(creator), requiredAt(kind.fields, given, path), declared)
            );
        }),
    ]);
    const found = faults.flat().filter((fault) => fault !== undefined);
    if (found.length > 0) throw new WrongReferenceError(`${resourceText(resource)}: ${found.join(" ")}`);
}

/**
 * Checks the references that an update would put back, because somebody removed them outside Pulumi, and levels of the object itself that it
 * does not have, or that the program removes. The update would fail.
 * @throws WrongReferenceError
 */
export async function checkRestoredReferences(
    { session, kind }: Task,
    id: string,
    { given, ids, ignored, resource }: DeclaredResource,
    { before, live }: { readonly before: Properties; readonly live: Properties },
): Promise<void> {
    const known = referencesIn(kind.fields, before);
    const restored = newIn(referencesIn(kind.fields, live), referencesIn(kind.fields, given))
        .filter(({ id, field }) => known.some((one) => one.id === id && one.field === field))
        .filter(({ path }) => !isIgnored(path, ignored) && !(path in ids));
    const own = ownObject(kind, id);
    const isOwn = ({ of, path }: LevelReference): boolean => of === own && !isIgnored(path, ignored);
    const declared = levelsIn(kind.fields, given, own).filter(isOwn);
    const [former, added] = [addedLevels(kind, before), addedLevels(kind, given)];
    const isRemoved = ({ level }: LevelReference): boolean =>
        added !== undefined && former?.has(level) === true && !added.has(level);
    const missing = newIn(levelsIn(kind.fields, live, own), declared).filter((one) => !added?.has(one.level));
    const faults = await Promise.all([
        ...[...grouped(restored, ({ to }) => to).values()].map((all) => faultsOf(session, all)),
        ...declared
            .filter(isRemoved)
            .map(
                ({ path, level }) =>
                    `${path}: the program removes the level ${quoted(level)} of this object. Keep the level, or specify another one here.`,
            ),
        ...missing.filter((one) => !isRemoved(one)).map((one) => faultOfLevel(session, one)),
    ]);
    const found = faults.flat().filter((fault) => fault !== undefined);
    if (found.length > 0) throw new WrongReferenceError(`${resourceText(resource)}: ${found.join(" ")}`);
}

/**
 * Checks the ids that the program states to be those of its own resources. A preview, and whoever approves it, relies on this, because the
 * ids of new objects are not known yet.
 * @throws WrongReferenceError if a resource has another id
 */
export function checkOwnIds({ session, kind }: Task, { given, ids, ignored, resource }: DeclaredResource): void {
    for (const { path, id } of referencesIn(kind.fields, given)) {
        const stated = ids[path];
        if (!stated || isIgnored(path, ignored)) continue;
        const own = session.ownership.claimedBy(stated);
        if (own.length > 0 && !own.includes(id))
            throw new WrongReferenceError(
                `${resourceText(resource)}: ${path}: ${quoted(id)} is not the id of ${resourceText(stated)}, which the preview shows here. Pass the id of the resource, or the result of a function of it.`,
            );
    }
}

/** Returns the levels that an object gets from a set among its properties; undefined if the set is not declared or not known yet. */
function addedLevels({ sets = {} }: Task["kind"], given: Properties): ReadonlySet<string> | undefined {
    for (const { of, elements, membership } of Object.values(sets)) {
        const list = given[elements];
        if (!of.addsLevel || !Array.isArray(list) || hasUnknown(list)) continue;
        const { level } = of.addsLevel;
        return new Set(list.map((element) => String(membership(undefined, element)[level])));
    }
    return undefined;
}

/** Returns the object that the properties of an entity belong to. */
function ownObject({ discovery }: Task["kind"], id?: string): OwnObject | undefined {
    return "source" in discovery ? { id, to: discovery.source.name, field: discovery.source.id } : undefined;
}

/** Returns the references that did not exist before, at any path. */
function newIn<T extends IdReference | LevelReference>(before: readonly T[], now: readonly T[]): T[] {
    const keyOf = (one: T): string =>
        JSON.stringify("level" in one ? [one.level, one.of] : [one.id, one.to, one.field]);
    const known = new Set(before.map(keyOf));
    return now.filter((one) => !known.has(keyOf(one)));
}

/** Number of references to objects of one kind that are checked one by one. More are looked up in the list of all objects first. */
const FEW_REFERENCES = 20;

/** Number of wrong ids among many to report. */
const MOST_FAULTS = 3;

/** Returns the faults of references to objects of one kind. Of many, only the first ones, because each costs several calls. */
async function faultsOf(session: Session, references: readonly IdReference[]): Promise<string[]> {
    const all = async (some: readonly IdReference[]): Promise<string[]> =>
        (await Promise.all(some.map((one) => faultOf(session, one)))).filter((fault) => fault !== undefined);
    const [first] = references;
    if (!first || references.length <= FEW_REFERENCES) return all(references);
    const source = session.sources.get(first.to);
    const listed = source && (await unlessRefused(session.scope.live.all(source)));
    const ids = new Set(listed?.map((object) => object[source?.id ?? ""]));
    const isListed = ({ id }: IdReference): boolean => ids.has(id);
    const faults = await all(references.filter(isListed));
    const others = references.filter((one) => !isListed(one));
    const step = listed ? MOST_FAULTS : FEW_REFERENCES;
    let checked = 0;
    for (; checked < others.length && faults.length < MOST_FAULTS; checked += step)
        faults.push(...(await all(others.slice(checked, checked + step))));
    const left = others.length - Math.min(checked, others.length);
    if (left === 0) return faults;
    const where = [...new Set(others.map(({ path }) => propertyOf(path)))].join(", ");
    return [...faults, `${where}: ${left} more ids are ${listed ? "not in the list either" : "unchecked"}.`];
}

async function faultOf(session: Session, { id, to, path, having }: IdReference): Promise<string | undefined> {
    const source = session.sources.get(to);
    if (!source || session.ownership.hasCreated(id)) return undefined;
    const { live, client } = session.scope;
    const read = await unlessRefused(live.object(source, id).then((object) => ({ object })));
    if (read?.object)
        return faultOfValues(path, `the ${nounOf(to)} ${quoted(read.object.name ?? id)}`, having, read.object);
    if (!read) return undefined;
    for (const other of session.sources.values()) {
        const answer = other === source ? undefined : await unlessRefused(other.read?.send(client, id));
        if (!answer) continue;
        const name = propertiesIn(other, answer)[other.called ?? "name"];
        const what = `the ${nounOf(other.name)}${typeof name === "string" ? ` ${quoted(name)}` : ""}`;
        return `${path}: ${quoted(id)} is the id of ${what}. Specify the id of ${withArticle(nounOf(to))}${await suggestionOf(live, source, id)}.`;
    }
    const seen = (await session.rights.seesEverything()) ? "" : " that this token is known to see";
    return `${path}: no ${nounOf(to)}${seen} has the id ${quoted(id)}${await deletionText(session, to, id)}.`;
}

/** Describes who deleted an object and when, if an audit event reports it: `: ada@example.com was deleted by …`. */
async function deletionText(session: Session, to: string, id: string): Promise<string> {
    const kind = session.kindNamed(to);
    const author = kind && (await session.authors.of({ kind, id, event: "deletion", createdBy: undefined }));
    if (!author?.isKnown) return "";
    const isPerson = session.sources.get(to)?.isPerson === true;
    const called =
        author.called ?? session.nameOf(id) ?? (isPerson ? await session.authors.actorCalled(id) : undefined);
    const what = called === undefined ? `the ${nounOf(to)}` : messageLine(called);
    return `: ${what} was deleted by ${changedByText(author, session.scope.now())}. ${removalText(session, id)}`;
}

/** Maximum number of declarations to list. */
const MOST_DECLARATIONS = 50;

/** Names every declaration that contains the id, as far as this run knows them. */
function removalText(session: Session, id: string): string {
    const checked = session.ownership.allChecked.flatMap(({ resource, given }) => {
        const kind = session.kindNamed(resource.kind);
        const paths = kind ? referencesIn(kind.fields, given).filter((one) => one.id === id) : [];
        return paths.length === 0 ? [] : [{ resource, paths: paths.map(({ path }) => path) }];
    });
    const program = session.mentioning(id);
    const announced = (program ?? [])
        .filter(({ kind, name }) => !checked.some(({ resource }) => resource.kind === kind && resource.name === name))
        .map((one) => resourceText(one));
    const all = [
        ...checked.map(({ resource, paths }) => `${resourceText(resource)} (${paths.join(", ")})`),
        ...new Set(announced),
    ];
    const more = all.length - MOST_DECLARATIONS;
    const list = all.slice(0, MOST_DECLARATIONS).join("; ");
    const isPart = program === undefined ? "; resources that the engine has not checked yet are not listed" : "";
    return `Remove it from the program: ${list}${more > 0 ? `; and ${more} more` : ""}${isPart}`;
}

/** Checks whether an object has the values that a reference to it requires. Values that are not known yet are not checked. */
function faultOfValues(
    path: string,
    what: string,
    having: IdReference["having"] = {},
    object: Properties,
): string | undefined {
    const wrong = Object.entries(having).find(([name, value]) => !hasUnknown(object[name]) && object[name] !== value);
    if (!wrong) return undefined;
    const [name, value] = wrong;
    return `${path}: ${what} has ${name} ${quoted(object[name])}; it must be ${quoted(value)}.`;
}

async function faultOfLevel(session: Session, { level, path, of }: LevelReference): Promise<string | undefined> {
    const source = session.sources.get(of.to);
    const { levels } = source ?? {};
    const { id } = of;
    if (!source || !levels || id === undefined || session.ownership.hasCreated(id)) return undefined;
    const { live, client } = session.scope;
    const load = (): Promise<string[] | null> =>
        unlessRefused(levels.all(client, id)).then(
            (all) => all?.map(({ access_level_remote_id: id = "" }) => id) ?? null,
        );
    const isThere = (known: readonly string[]): boolean => (known.length > 0 ? known.includes(level) : level === "");
    const before = await live.part("AccessLevels", source, id, load);
    if (!before || isThere(before)) return undefined;
    // This run may have created the level after the first read.
    const known = await load();
    if (!known || isThere(known)) return undefined;
    const what = `the ${nounOf(of.to)} ${quoted(session.nameOf(id) ?? id)}`;
    if (known.length === 0) return levelless(path, what, level, source);
    const all = known.map(quoted).join(", ");
    if (level === "") return `${path}: ${what} has several levels; specify one of ${all}.`;
    return `${path}: ${what} does not have the level ${quoted(level)}; its levels are ${all}${hint(level, known)}.${ownLevel(source)}`;
}

/**
 * Checks a reference to an access level of an object that this program declares. Until the object exists, the service cannot return its
 * levels.
 */
function faultOfNewLevel(
    session: Session,
    { level, path, of }: LevelReference,
    creator: Declarer,
    resource: Declarer,
): string | undefined {
    const source = session.sources.get(of.to);
    const declared = session.ownership.declaredBy(creator);
    if (level === "" || !source || !declared) return undefined;
    if (source.isLevelless?.(declared)) return levelless(path, resourceText(creator), level, source);
    if (of.id === undefined && source.hasOnlyAddedLevels?.(declared)) {
        const fault = `${path}: ${resourceText(creator)} will not have the level ${quoted(level)}, because no resource of the program adds it.${ownLevel(source)}`;
        const error = new WrongReferenceError(`${resourceText(resource)}: ${fault}`);
        session.newLevels.require({ creator, level, resource, error });
    }
    return undefined;
}

const levelless = (path: string, what: string, level: string, source: Source): string =>
    `${path}: ${what} has only the default level, not ${quoted(level)}; omit the level.${ownLevel(source)}`;

/** Advice for resources, whose access levels a program can create. The access levels of groups come from their end systems. */
const ownLevel = ({ isLevelless }: Source): string =>
    isLevelless
        ? ""
        : " To refer to a level that this program declares, use the output `accessLevelRemoteId` of its CustomAccessLevel.";

/** Suggests an object of `source` that belongs to the object with this id. */
async function suggestionOf(live: Live, source: Source, id: string): Promise<string> {
    if (source.isPerson) return "";
    const objects = (source.list && (await unlessRefused(live.sample(source)))) ?? [];
    const one = objects.find((object) => Object.values(object).includes(id));
    if (!one) return "";
    return ` that belongs to it, such as ${quoted(one[source.id])} (${quoted(one[source.called ?? "name"])})`;
}

/** Returns the response, or undefined if the call fails. An object that cannot be read is not checked. */
export async function unlessRefused<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof CallError) return undefined;
        throw error;
    }
}

/** Converts the name of a kind to a noun: `RequestTemplate` becomes `request template`. */
function nounOf(name: string): string {
    return name.replace(/\B[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}
