import { orAbsent } from "../../../src/api/absent.js";
import { isObject, type Properties, same } from "../../../src/common/properties.js";
import { insideOf, marksOf } from "../../../src/provider/schema/fields.js";
import type { Kind } from "../../../src/provider/shapes/kind.js";
import { kinds } from "../../../src/resources/kinds.js";
import { editOutside, type Scene } from "../../../src/verify/write/fixture.js";
import { fixtures } from "../../../src/verify/write/fixtures/all.js";
import type { KindName } from "../../../src/verify/write/naming.js";
import { type BadCase, badOf } from "./bad.js";
import { unreadable } from "./unreadable.js";
import type { World } from "./world.js";
import { WorldStage } from "./world-stage.js";

/** A kind and the data for checking the laws on it. */
export interface Subject {
    readonly kind: Kind;
    /** Prepares a fresh organization. */
    stage(world: World): Promise<Stage>;
}

/** The data and calls that the laws need. `read`, `exists` and the edits call the API directly, without the kernel. */
export interface Stage {
    /** A declaration with all relevant properties. */
    readonly args: Properties;
    /** A declaration with only the required properties. */
    readonly least: Properties;
    /** New values of properties, which are tested one at a time. */
    readonly edits: Properties;
    /** Lets the time pass after which another edit is possible. */
    pause(): void;
    /** Reads the object from the service, in the form of a declaration. */
    read(id: string): Promise<Properties>;
    /** Edits outside Pulumi, by the path of the property that drifts. */
    readonly outside: Readonly<Record<string, (id: string) => Promise<unknown>>>;
    /** Reorders unordered lists. */
    readonly shuffle?: (id: string) => Promise<unknown>;
    /** An edit of a property that `least` does not declare. */
    readonly unmanaged?: { readonly property: string; edit(id: string): Promise<unknown> };
    /** Deletes the object or its parent outside Pulumi. */
    vanish(id: string): Promise<unknown>;
    /** Whether the object or its parent exists. */
    exists(id: string): Promise<boolean>;
    /** Number of objects with the natural key of `args`. */
    count(): Promise<number>;
    /** Properties that the object has after destroy. Undefined if it does not exist then. */
    readonly left: Properties | undefined;
    readonly bad: readonly BadCase[];
    /** A declaration of another object of the kind. */
    readonly sibling: (number: number) => Promise<Properties>;
    /** Natural key for an import. */
    readonly importName?: string;
}

/** Every kind, as the laws take it. */
export const subjects: readonly Subject[] = kinds.map((kind) => ({ kind, stage: (world) => stageIn(world, kind) }));

async function stageIn(world: World, kind: Kind): Promise<Stage> {
    // The cast is safe: the kinds of the package have these names.
    const name = kind.name as KindName;
    const arranged = async (number: number): Promise<Scene> => {
        const scene = await fixtures[name].arrange(new WorldStage(world, number));
        if ("because" in scene) throw new Error(`${name}: ${scene.because}`);
        return scene;
    };
    if (name === "ResourceNonHumanIdentity" || name === "ResourceNonHumanIdentities")
        for (const identity of ["Deployer", "Importer"]) await world.newResource(identity, "AWS_IAM_ROLE");
    const scene = await arranged(0);
    const { args, required = [] } = scene;
    const least = Object.fromEntries(
        Object.entries(args).filter(([field]) => !isOptional(kind, field) || required.includes(field)),
    );
    const read = async (id: string): Promise<Properties> => {
        const live = await scene.read(id);
        if (!live) throw new Error(`${name} ${id} does not exist`);
        return { ...live, ...(await unreadable[name]?.read(world, id)) };
    };
    const edit = (path: string, value: unknown) => (id: string) => editOutside(scene, id, path, value);
    const unmanaged = Object.entries({ ...scene.outside, ...scene.unseen }).find(
        ([path]) => path in kind.fields && !(path in least),
    );
    const label = fixtures[name].label ?? kind.key[0] ?? "";
    const exists = async (id: string) => (await orAbsent(scene.read(id))) !== undefined;
    return {
        args,
        least,
        edits: scene.edits,
        pause: () => world.service.clock.advance((scene.pauseDays ?? 0) * 86_400_000),
        read,
        outside: Object.fromEntries(Object.entries(scene.outside).map(([path, value]) => [path, edit(path, value)])),
        ...(scene.write && { shuffle: (id) => shuffle(kind, scene, id) }),
        ...(unmanaged && { unmanaged: { property: unmanaged[0], edit: edit(...unmanaged) } }),
        vanish: async (id) => (scene.remove ? scene.remove(id) : world.forget(id)),
        exists,
        count: async () => {
            if (kind.shape === "entity") return world.countOf(tableOf(name), String(args[label]));
            return (await exists(kind.idOf(args) ?? "")) ? 1 : 0;
        },
        left: scene.left ?? (kind.removal.does === "leave" ? args : undefined),
        bad: badOf(kind, args),
        sibling: async (number) => (await arranged(number + 1)).args,
        ...(kind.shape === "entity" && kind.key.includes(label) && { importName: String(args[label]) }),
    };
}

/** Name of the table with the objects of a kind. The name of an access rule is that of its group. */
function tableOf(name: KindName): string {
    const one = name === "AccessRule" ? "Group" : name;
    return `${one.charAt(0).toLowerCase()}${one.slice(1)}s`;
}

/** Reverses the unordered lists of an object on the service. */
async function shuffle(kind: Kind, scene: Scene, id: string): Promise<void> {
    const live = await scene.read(id);
    for (const name of Object.keys(scene.args)) {
        const value = live?.[name];
        const reversed = reversedIn(kind.fields[name], value, scene.args);
        if (same(reversed, value)) continue;
        await scene.write?.(id, { [name]: reversed });
        if (!Array.isArray(value) || !same((await scene.read(id))?.[name], value)) continue;
        // The service keeps the order of known elements, so the first one is added again.
        await scene.write?.(id, { [name]: value.slice(1) });
        await scene.write?.(id, { [name]: reversed });
    }
}

function reversedIn(schema: Kind["fields"][string] | undefined, value: unknown, owner: Properties): unknown {
    const { shape, element } = insideOf(schema);
    if (Array.isArray(value)) {
        const items = value.map((item) => reversedIn(element, item, owner));
        const unordered = marksOf(schema).list?.unordered;
        const isUnordered = typeof unordered === "function" ? unordered(owner) : unordered;
        return isUnordered ? items.reverse() : items;
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, reversedIn(shape?.[name], inner, value)]),
    );
}

function isOptional(kind: Kind, field: string): boolean {
    return !kind.key.includes(field) && kind.fields[field]?.safeParse(undefined).success === true;
}
