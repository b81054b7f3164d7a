import { propertyOf } from "../../common/paths.js";
import { type Properties, pick } from "../../common/properties.js";
import type { DeclaredResource } from "../metadata.js";
import type { Task } from "../run/session.js";
import { type Difference, differences } from "../schema/comparison/differences.js";
import { accessAt } from "../schema/comparison/value-changes.js";
import { marksOf } from "../schema/fields.js";
import { argumentProblems } from "../schema/problems.js";
import { referencesIn } from "../schema/references.js";
import { valuesText } from "../sentences.js";
import { isUsual } from "../shapes/arguments.js";
import type { Kind } from "../shapes/kind.js";
import { learnNames } from "./observation.js";
import { unlessRefused } from "./references.js";

/** A value that the service gave a new object, although the program does not declare it. */
type InitialValue = Pick<Difference, "path" | "live">;

/**
 * Reports in one line the values that decide access and that the service gave a new object, unless they are the documented ones.
 * @param outputs the object as stored in the state
 */
export async function tellInitialValues(
    task: Task,
    id: string,
    program: DeclaredResource,
    outputs: Properties,
): Promise<void> {
    const { session, kind } = task;
    const names = Object.keys(kind.fields).filter(
        (name) =>
            !(name in program.given) &&
            accessAt(kind.fields, name).relevance !== "irrelevant" &&
            !isDetermined(kind, program.given, name, outputs[name]),
    );
    const found = (await Promise.all(names.map((name) => initialValues(task, name, outputs)))).flat();
    if (found.length === 0) return;
    const properties = found.map(({ path }) => propertyOf(path));
    await learnNames(session, referencesIn(kind.fields, pick(outputs, properties)));
    session.tell(
        program.resource,
        ` got values from the service that the program does not declare: ${valuesText(kind, program, found, session.nameOf)}`,
        id,
    );
}

/**
 * Whether something that the program declares, such as a template, determines a value: the program could declare the value, but not in
 * addition. A value that no program could declare is not determined.
 */
function isDetermined({ schema }: Kind, given: Properties, name: string, value: unknown): boolean {
    const isRefused = (values: Properties): boolean =>
        argumentProblems(schema, { ...values, [name]: value }, () => false).some(
            ({ path }) => propertyOf(path) === name,
        );
    return isRefused(given) && !isRefused({});
}

async function initialValues({ session, kind }: Task, name: string, object: Properties): Promise<InitialValue[]> {
    const value = object[name];
    const schema = kind.fields[name];
    const { usual, inheritedFrom } = marksOf(schema);
    if (typeof usual === "function") {
        return differences(kind.fields, { [name]: usual(object) }, { [name]: value });
    }
    if (isUsual(schema, value)) return [];
    const parent =
        inheritedFrom === undefined ? undefined : await referredObject(session, inheritedFrom, kind.fields, object);
    return parent?.[name] === value ? [] : [{ path: name, live: value }];
}

/** Returns the object whose id is in a field; undefined if the token may not read it. */
async function referredObject(
    { sources, scope }: Task["session"],
    name: string,
    fields: Task["kind"]["fields"],
    object: Properties,
): Promise<Properties | undefined> {
    const { refersTo } = marksOf(fields[name]);
    const source = refersTo && "kind" in refersTo ? sources.get(refersTo.kind) : undefined;
    return source && unlessRefused(scope.live.object(source, String(object[name])));
}
