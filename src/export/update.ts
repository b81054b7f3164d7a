import { appendFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { DeploymentDocument } from "../deployment.js";
import { UsageError } from "../errors.js";
import type { Kind } from "../shapes/kind.js";
import { type Declared, declaredIn, isDeclared, missingOf } from "./declared.js";
import type { Declarable } from "./found.js";
import type { Inventory } from "./inventory.js";
import { keyOf } from "./program/circles.js";
import { type Declaration, planOf } from "./program/plan.js";
import { type Known, type ProgramText, programText } from "./program/program.js";
import { importsOf } from "./state.js";
import { type Place, placesIn } from "./variables.js";

/** What is to be brought into a program that people have edited. */
export interface UpdateOptions {
    /** The folder of the program. */
    readonly out: string;
    /** What its stacks declare. */
    readonly stacks: readonly DeploymentDocument[];
    readonly inventory: Inventory;
    readonly kinds: readonly Kind[];
    /** Base URL of the API. */
    readonly url: string;
    readonly createdBy?: string | undefined;
}

/** What an update did, and what is left to people. */
export interface Updated {
    /** What is new on the service, and declared in new files. */
    readonly added: readonly Declaration[];
    /** What the program declares and the service has no more. */
    readonly gone: readonly Gone[];
    /** The folder of the new files, from that of the program; undefined if nothing is new. */
    readonly folder?: string;
    /** Whether the program takes in what is added; otherwise a line is to be added by hand. */
    readonly isHooked: boolean;
    readonly program?: ProgramText;
}

export interface Gone {
    readonly kind: string;
    readonly resource: string;
    readonly id: string;
    /** Where the program declares it, if its text says so. */
    readonly place?: Place;
}

/** The folder of what updates add. The program imports it once, and it imports each addition. */
export const ADDED = "added";

/** What the file says that takes additions in. */
export const HOOK = "// What `access-governance export --update` adds, each in a folder of its own.\nexport {};\n";

/**
 * Adds what is new on the service in files of their own, and tells what is gone. No line that exists is changed.
 * @throws UsageError if there is no program in the folder
 */
export function updateProgram({ out, stacks, inventory, kinds, url, createdBy }: UpdateOptions): Updated {
    const folder = resolve(out);
    if (!existsSync(join(folder, "Pulumi.yaml"))) {
        throw new UsageError(
            `${out} holds no Pulumi program: there is no Pulumi.yaml. Leave --update out to make one.`,
        );
    }
    const declared = declaredIn(stacks, kinds);
    const places = new Map(placesIn(folder).map((place) => [`${place.kind} ${place.resource}`, place]));
    const placeOf = ({ kind, resource }: Declared): Place | undefined => places.get(`${kind.name} ${resource}`);
    const isHooked = existsSync(join(folder, ADDED, "index.ts"));
    const gone = missingOf(declared, inventory).map((one) => {
        const place = placeOf(one);
        return { kind: one.kind.name, resource: one.resource, id: one.id, ...(place ? { place } : {}) };
    });
    const declarable = inventory.declarable.flatMap((one) => newOf(one, declared, kinds));
    if (declarable.length === 0) return { added: [], gone, isHooked };
    const number = numberOf(folder);
    const plan = planOf({ ...inventory, declarable }, kinds, takenBy(declared, places.values()));
    const program = programText(plan, inventory, knownOf(declared, placeOf));
    const files = new Map([
        ...program.files,
        ["import.json", `${JSON.stringify(importsOf(plan, { url, createdBy }), undefined, 4)}\n`],
    ]);
    for (const [name, text] of files) {
        const path = join(folder, ADDED, `${number}`, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { flag: "wx" });
    }
    const hook = join(folder, ADDED, "index.ts");
    if (!isHooked) writeFileSync(hook, HOOK);
    appendFileSync(hook, `import "./${number}";\n`);
    return { added: plan, gone, folder: `${ADDED}/${number}`, isHooked, program };
}

/** What of a declarable thing no stack declares: nothing, the thing, or those members of a set that nobody declares one by one. */
function newOf(one: Declarable, declared: ReadonlyMap<string, Declared>, kinds: readonly Kind[]): Declarable[] {
    if (isDeclared(one, declared, kinds)) return [];
    const members = one.members ?? [];
    const others = members.filter((member) => !declared.has(keyOf(member)));
    return others.length < members.length ? others : [one];
}

function takenBy(declared: ReadonlyMap<string, Declared>, places: Iterable<Place>) {
    const resources = new Map<string, string[]>();
    for (const { kind, resource } of declared.values()) {
        resources.set(kind.name, [...(resources.get(kind.name) ?? []), resource]);
    }
    const variables = Array.from(places, ({ variable }) => variable).filter((name) => name !== undefined);
    return { variables, resources };
}

/** The variables that hold declared objects, as the files of an addition see them. */
function knownOf(declared: ReadonlyMap<string, Declared>, placeOf: (one: Declared) => Place | undefined): Known {
    return new Map(
        [...declared.values()].flatMap((one) => {
            const place = one.kind.shape === "entity" ? placeOf(one) : undefined;
            if (place?.variable === undefined) return [];
            return [[one.id, { name: place.variable, file: `../../${place.file.replace(/\.tsx?$/, "")}` }] as const];
        }),
    );
}

function numberOf(folder: string): number {
    for (let number = 1; ; number += 1) if (!existsSync(join(folder, ADDED, `${number}`))) return number;
}
