import { CallError } from "../api/errors.js";
import { counted, durationWords } from "../common/counts.js";
import { propertyOf } from "../common/paths.js";
import { messageLine, quoted, quotedPair } from "../common/printable.js";
import { isObject, type Properties } from "../common/properties.js";
import { hasUnknown, isUnknown } from "../common/unknown.js";
import { type Difference, differences } from "./schema/comparison/differences.js";
import { memberNames, setDifference } from "./schema/comparison/members.js";
import type { Stray } from "./schema/comparison/undeclared.js";
import { type Fields, fieldAt, insideOf, marksOf } from "./schema/fields.js";
import type { Risk } from "./schema/risk.js";
import type { Kind } from "./shapes/kind.js";

/** Maximum number of names to list in one line. */
const MOST_NAMES = 10;

/** Names of the secret properties, according to the program or the state. */
interface Secrets {
    readonly secrets: readonly string[];
}

/** Whether values at this path must not be shown. */
export function isSecretPath(kind: Kind, { secrets }: Secrets, path: string): boolean {
    const property = propertyOf(path);
    return secrets.includes(property) || marksOf(kind.fields[property]).secret === true;
}

/** Describes the effect of a repair on access: `, which gives access for 30 days`. Empty if it does not give access. */
export function accessText(risk: Risk, minutes?: unknown): string {
    if (risk !== "widens" && risk !== "mayWiden") return "";
    const time = typeof minutes === "number" && minutes > 0 ? ` for ${durationWords(minutes)}` : "";
    return `, which ${risk === "widens" ? "gives" : "may give"} access${time}`;
}

/** Returns the name of the object with an id, if known. */
export type NameOf = (id: string) => string | undefined;

/** Describes a difference: `name is "Renamed" on the service, declared "Prod on-call"`. */
export function differenceText(kind: Kind, secrets: Secrets, difference: Difference, nameOf: NameOf = noName): string {
    const { path, declared } = difference;
    if (isSecretPath(kind, secrets, path)) return `${path} differs (the value is secret)`;
    const sides = ["only on the service", "only declared"] as const;
    const members =
        difference.isSet && !hasUnknown(declared) ? membersText(kind, difference, sides, nameOf) : undefined;
    if (members !== undefined) return members;
    const elements = elementsText(kind, difference, nameOf);
    if (elements !== undefined) return elements;
    const [live, wanted] = [difference.live, declared].map((value) => withNames(value, nameOf));
    const [liveText, wantedText] = hasUnknown(declared)
        ? [quoted(live), valueText(declared)]
        : quotedPair(live, wanted);
    return `${path} is ${liveText} on the service, declared ${wantedText}${listText(live, wanted)}`;
}

/**
 * Describes a change made outside Pulumi. Like `differenceText`, but for a set it lists what was added and removed since the last
 * declaration, `before`.
 */
export function driftText(
    kind: Kind,
    secrets: Secrets,
    difference: Difference & { readonly before: unknown },
    nameOf: NameOf = noName,
): string {
    const { path, live, before, isSet } = difference;
    const isShown = isSet && !isSecretPath(kind, secrets, path) && !hasUnknown(before);
    const sides = ["added outside", "removed outside"] as const;
    const members = isShown ? membersText(kind, { path, live, declared: before }, sides, nameOf) : undefined;
    return members ?? differenceText(kind, secrets, difference, nameOf);
}

/** Describes how a write affects an undeclared setting. */
export function strayText({ path, value, isUnknown, fate }: Stray): string {
    const what =
        fate === "moves"
            ? "is kept in the element that replaces the current one"
            : "is lost with the element that contains it";
    if (isUnknown) return `${messageLine(path)} is a field that this version does not know; it ${what}`;
    return `${path} is ${valueText(value)} on the service and not declared; it ${what}`;
}

/** Lists the first few texts: `"a", "b" and 3 more`. */
export function namesText(names: readonly string[]): string {
    return listed(names.map(quoted));
}

/** Formats a value, shortened to one line. */
export function valueText(value: unknown): string {
    if (hasUnknown(value)) return "a value known only after `pulumi up`";
    return quoted(value);
}

/** Lists values with their paths: `adminOwnerId "Platform"; groupLeaderUserIds ["Ada"]`. */
export function valuesText(
    kind: Kind,
    secrets: Secrets,
    values: readonly Pick<Difference, "path" | "live">[],
    nameOf: NameOf,
): string {
    const texts = values.map(({ path, live }) => {
        const shown = isSecretPath(kind, secrets, path) ? "(the value is secret)" : quoted(withNames(live, nameOf));
        return `${path} ${shown}`;
    });
    return texts.join("; ");
}

/** Returns the message of an error. A kind may replace the message of a failed call. */
export function explained(kind: Kind, error: Error): string {
    return (error instanceof CallError ? kind.explain(error) : undefined) ?? error.message;
}

/** Returns the values of secret properties, so that they can be removed from error messages of the service. */
export function secretTexts(kind: Kind, secrets: Secrets, properties: Properties): string[] {
    return Object.entries(properties)
        .filter(([name]) => isSecretPath(kind, secrets, name))
        .flatMap(([, value]) => textsIn(value));
}

function listed(texts: readonly string[]): string {
    const shown = texts.slice(0, MOST_NAMES).join(", ");
    return texts.length > MOST_NAMES ? `${shown} and ${texts.length - MOST_NAMES} more` : shown;
}

const noName: NameOf = () => undefined;

/** Describes a change of a set: `userIds: added outside: "Ada"; removed outside: "Grace"`. */
function membersText(
    kind: Kind,
    { path, live, declared }: Pick<Difference, "path" | "live" | "declared">,
    [onlyLive, onlyDeclared]: readonly [string, string],
    nameOf: NameOf,
): string | undefined {
    const schema = fieldAt(kind.fields, path);
    const { extra, missing, inside } = setDifference(schema, { live, declared });
    const text = (members: readonly unknown[]): string =>
        listed(members.map((member) => memberText(schema, member, nameOf)));
    // Lists that contain a secret are never described in detail, so no secret can be shown here.
    const textInside = (one: Difference): string =>
        differenceText(kind, { secrets: [] }, { ...one, path: `${path}${one.path}` }, nameOf);
    const parts = [
        ...(extra.length > 0 ? [`${onlyLive}: ${text(extra)}`] : []),
        ...(missing.length > 0 ? [`${onlyDeclared}: ${text(missing)}`] : []),
        ...(inside.length > 0 ? [`others differ: ${listed(inside.map(textInside))}`] : []),
    ];
    return parts.length > 0 ? `${path}: ${parts.join("; ")}` : undefined;
}

/**
 * Describes lists of objects that differ in length: `stages: 1 element on the service, 2 declared; stages[0].operator is "AND" on the
 * service, declared "OR"`. If the complete lists were shown, they would be cut off before the first difference.
 */
function elementsText(kind: Kind, { path, live, declared }: Difference, nameOf: NameOf): string | undefined {
    if (!Array.isArray(live) || !Array.isArray(declared) || live.length === declared.length) return undefined;
    const { shape } = insideOf(insideOf(fieldAt(kind.fields, path)).element);
    const [olds, news] = [live.filter(isObject), declared.filter(isObject)];
    if (shape === undefined || olds.length < live.length || news.length < declared.length) return undefined;
    const inside = news.flatMap((one, at) =>
        differences(shape, one, olds[at] ?? one).map((found) =>
            differenceText(kind, { secrets: [] }, { ...found, path: `${path}[${at}].${found.path}` }, nameOf),
        ),
    );
    const isMore = olds.length > news.length;
    const surplus = (isMore ? olds.slice(news.length) : news.slice(olds.length)).map(
        (one) => `only ${isMore ? "on the service" : "declared"}: ${valueText(withNames(one, nameOf))}`,
    );
    const count = `${path}: ${counted(live.length, "element")} on the service, ${declared.length} declared`;
    return [count, ...inside, ...surplus].slice(0, MOST_NAMES).join("; ");
}

function memberText(schema: Fields[string] | undefined, member: unknown, nameOf: NameOf): string {
    const [first, ...more] = memberNames(schema, member).map((value) => quoted(withNames(value, nameOf)));
    return more.length > 0 ? `${first} (${more.join(", ")})` : (first ?? quoted(member));
}

/** Returns the value with known ids replaced by names. */
function withNames(value: unknown, nameOf: NameOf): unknown {
    if (typeof value === "string") return nameOf(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => withNames(item, nameOf));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNames(item, nameOf)]));
}

/** Describes the elements in which two lists of strings differ. */
function listText(live: unknown, declared: unknown): string {
    if (!Array.isArray(live) || !Array.isArray(declared) || hasUnknown(declared)) return "";
    if ([...live, ...declared].some((item) => typeof item !== "string")) return "";
    const without = (list: readonly unknown[], other: readonly unknown[]) =>
        list.filter((item) => !other.includes(item));
    const [missing, extra] = [without(declared, live), without(live, declared)];
    const parts = [
        ...(missing.length > 0 ? [`lacks ${missing.join(", ")}`] : []),
        ...(extra.length > 0 ? [`also has ${extra.join(", ")}`] : []),
    ];
    return ` (${messageLine(parts.join("; ")) || "in another order"})`;
}

function textsIn(value: unknown): string[] {
    if (typeof value === "string") return value === "" || isUnknown(value) ? [] : [value];
    if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsIn);
    return [];
}
