import { accessAt, settingsIn, type ValueChange } from "../../../../src/provider/schema/comparison/value-changes.js";
import type { Risk } from "../../../../src/provider/schema/risk.js";
import type { Kind } from "../../../../src/provider/shapes/kind.js";
import { kinds } from "../../../../src/resources/kinds.js";
import { EFFECTS } from "../../../../src/review/impact/effects/kinds.js";
import { type Declaration, edited, type Value } from "../../../proofs/simulator/program.js";
import type { Bench, Draw, Edit, Sorts } from "../edit.js";
import type { Args } from "../programs.js";
import { pathsOf } from "../values.js";

/** Creation and deletion of every kind, and a change of each of its properties. */
export const PROPERTIES: Sorts = sortsOf((kind) => [
    [`create ${kind.name}`, (on) => created(on, kind)],
    [`delete ${kind.name}`, (on) => deleted(on, kind)],
    ...pathsOf(kind).map((path): [string, Draw] => [`${kind.name}.${path}`, (on) => changed(on, kind, path)]),
]);

/** A change of each property of every kind to a value that the preview does not show. */
export const HIDDEN_PROPERTIES: Sorts = sortsOf((kind) => [
    ...Object.keys(kind.fields).map((name): [string, Draw] => [
        `${kind.name}.${name} as a secret`,
        (on) => secretChange(on, kind, name),
    ]),
    ...Object.keys(kind.fields).map((name): [string, Draw] => [
        `new ${kind.name} with a secret ${name}`,
        (on) => secretNew(on, kind, name),
    ]),
    ...pathsOf(kind).map((path): [string, Draw] => [
        `${kind.name}.${path} computed from a new object`,
        (on) => computed(on, kind, path),
    ]),
]);

function sortsOf(drawsOf: (kind: Kind) => readonly (readonly [string, Draw])[]): Sorts {
    return Object.fromEntries(kinds.flatMap(drawsOf).map(([name, draw]) => [name, draw]));
}

function created(on: Bench, kind: Kind): Edit | undefined {
    const args = on.values.declaration(kind);
    if (!args) return undefined;
    const isHidden = isUnreadable("", args);
    return { ...on.add("new-thing", kind.name, args), isRisky: isRiskyNew(kind, args), isHidden };
}

function deleted(on: Bench, { name }: Kind): Edit | undefined {
    const declaration = on.one([name]);
    if (!declaration) return undefined;
    const edit = on.remove(declaration);
    const left = new Set(edit.program);
    const isRisky = on.program
        .filter((one) => !left.has(one))
        .some(({ kind: removed }) => {
            const kind = kinds.find((one) => one.name === removed);
            return kind?.removal.does === "delete" && !EFFECTS[removed] && isRiskOf(kind.access.deleted);
        });
    return { ...edit, isRisky };
}

function changed(on: Bench, kind: Kind, path: string): Edit | undefined {
    const found = redrawn(on, kind, path);
    if (!found) return undefined;
    const { declaration, name, value, isRisky } = found;
    return { ...on.set(declaration, { [name]: value }), isRisky, isHidden: isUnreadable(path, value) };
}

function secretChange(on: Bench, kind: Kind, name: string): Edit | undefined {
    const path = on.dice.pick(pathsOf(kind).filter((one) => one.split(".")[0] === name));
    const found = redrawn(on, kind, path);
    if (!found) return undefined;
    const { declaration, value } = found;
    const { words, program = [] } = on.set(declaration, { [name]: value });
    const options = { secrets: [name] };
    return {
        words: `${words}, as a secret`,
        program: edited(program, [{ edit: "option", name: declaration.name, options }]),
        isRisky: found.isRisky,
        isHidden: isRelevant(kind, name),
    };
}

function secretNew(on: Bench, kind: Kind, name: string): Edit | undefined {
    const args = on.values.declaration(kind);
    if (args?.[name] === undefined) return undefined;
    return {
        ...on.add("new-thing", kind.name, args, { secrets: [name] }),
        isRisky: isRiskyNew(kind, args),
        isHidden: isRelevant(kind, name),
    };
}

/** Changes a property to the output of a resource that does not exist yet. */
function computed(on: Bench, kind: Kind, path: string): Edit | undefined {
    const found = redrawn(on, kind, path);
    const to = found && literal(on, found.to);
    if (!found || to === undefined) return undefined;
    const { declaration, name, isRisky } = found;
    const source: Declaration = { name: "new-source", kind: "Tag", args: { key: "new-source" } };
    const value: Value = JSON.parse(JSON.stringify(found.value).replace(JSON.stringify(found.to), JSON.stringify(to)));
    return {
        words: `${declaration.name}: ${path} becomes ${JSON.stringify(to)}`,
        program: edited(on.program, [
            { edit: "declare", declaration: source },
            { edit: "set", name: declaration.name, args: { [name]: value } },
        ]),
        isRisky,
        isHidden: isRelevant(kind, path),
    };
}

function literal(on: Bench, value: Value | undefined): Value | undefined {
    if (typeof value === "string") return `@~new-source=${on.id(value)}`;
    if (!Array.isArray(value) || value.length === 0) return undefined;
    const items = value.map((one) => (typeof one === "string" ? `@~new-source=${on.id(one)}` : undefined));
    return items.every((one) => one !== undefined) ? items : undefined;
}

function redrawn(on: Bench, kind: Kind, path: string) {
    const declaration = on.one([kind.name]);
    const drawn = declaration && on.values.change(kind, declaration.args, path);
    const [name = ""] = path.split(".");
    // An empty list has no element to change.
    if (!drawn || JSON.stringify(drawn.value) === JSON.stringify(declaration.args[name])) return undefined;
    const { from, to } = drawn;
    // Within an object, an empty list is the same as no list.
    if (path.includes(".") && from === undefined && Array.isArray(to) && to.length === 0) return undefined;
    const changes = from === undefined && to !== undefined ? settingsIn(drawn.path, to) : [{ ...drawn, from, to }];
    // A replacement deletes the old object.
    const isDeletionRisky = kind.replacing.includes(name) && !EFFECTS[kind.name] && isRiskOf(kind.access.deleted);
    const isRisky = isDeletionRisky || changes.some((one) => isRiskyChange(kind, one));
    return { ...drawn, declaration, name, isRisky };
}

/** Returns whether the kind declares that creating an object with these properties may widen access in a way that the model does not evaluate. */
function isRiskyNew(kind: Kind, args: Args): boolean {
    if (isRiskOf(kind.access.created) && !EFFECTS[kind.name]) return true;
    return Object.entries(args)
        .flatMap(([name, value]) => settingsIn(name, value))
        .filter(({ path }) => kind.shape !== "entity" || !accessAt(kind.fields, path).isHarmlessWhenNew)
        .some((one) => isRiskyChange(kind, one));
}

/** No call shows which users benefit from a value such as missing MFA or the instructions of a Paladin, so the risk that the field declares counts. */
function isRiskyChange({ fields }: Kind, { path, from, to, siblings }: ValueChange): boolean {
    const { risk, relevance } = accessAt(fields, path);
    return relevance === "unevaluated" && isRiskOf(risk(from, to, siblings));
}

/** The API returns neither managers nor people on call. */
function isUnreadable(path: string, value: Value): boolean {
    return /onCallSchedule|managerId|requireManagerApproval":true/i.test(`${path} ${JSON.stringify(value)}`);
}

function isRelevant({ fields }: Kind, path: string): boolean {
    return accessAt(fields, path).relevance !== "irrelevant";
}

function isRiskOf(risk: Risk): boolean {
    return risk === "widens" || risk === "mayWiden";
}
