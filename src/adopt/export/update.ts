import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { addTo, grouped } from "../../common/collections.js";
import { UsageError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { isHomeUrl } from "../../common/urls.js";
import type { DeploymentDocument, Kind } from "../../kernel.js";
import { declaredIn, isDeclaredInStack, missingOf, type StackDeclaration } from "./declared.js";
import { objectKey } from "./inventory/found.js";
import type { OrganizationInventory } from "./inventory/inventory.js";
import type { Known } from "./program/expressions.js";
import type { ProgramText } from "./program/outline.js";
import { type PlannedDeclaration, planDeclarations } from "./program/plan.js";
import { typescriptText } from "./program/typescript.js";
import { projectIn } from "./project.js";
import { importsOf } from "./state.js";
import { type DeclarationPlace, declarationPlaces, sourcesIn } from "./variables.js";

/** Options of an update of an existing program. */
export interface ProgramUpdateOptions {
    /** The folder of the program. */
    readonly out: string;
    /** The deployments of its stacks. */
    readonly stacks: readonly DeploymentDocument[];
    readonly inventory: OrganizationInventory;
    readonly kinds: readonly Kind[];
    /** Base URL of the API. */
    readonly url: string;
    readonly createdBy?: string | undefined;
}

/** The result of an update, with data for the remaining manual steps. */
export interface Updated {
    /** New objects, declared in new files. */
    readonly added: readonly PlannedDeclaration[];
    /** Declared objects that no longer exist. */
    readonly gone: readonly Gone[];
    /** Path of the folder with the new files, relative to the folder of the program; undefined if there are no new objects. */
    readonly folder?: string;
    /** Whether the program already imports the additions. If not, a line must be added by hand. */
    readonly isHooked: boolean;
    readonly program?: ProgramText;
}

export interface Gone {
    readonly kind: string;
    readonly resource: string;
    readonly id: string;
    /** Declaration of the object in the program, if found. */
    readonly place?: DeclarationPlace;
}

/** The folder to which updates add files. The program imports it, and its index.ts imports each addition. */
export const ADDED = "added";

/** Content of the file that imports additions. */
export const HOOK = "// Additions of `access-governance export --update`, each in its own folder.\nexport {};\n";

/**
 * Declares new objects of the service in separate files, and reports deleted ones. Does not change existing lines.
 * @throws UsageError if the folder, stacks and service do not belong together
 */
export function updateProgram({ out, stacks, inventory, kinds, url, createdBy }: ProgramUpdateOptions): Updated {
    const folder = resolve(out);
    const project = projectIn(out);
    const each = stacks.flatMap((stack) => [...declaredIn([stack], kinds).values()]);
    const declared = new Map(each.map((one) => [objectKey(one), one]));
    const own = each.filter((one) => one.project === project);
    checkStacks(each, own, project, url);
    const all = declarationPlaces(folder);
    const places = new Map(all.map((place) => [`${place.kind} ${place.resource}`, place]));
    const placeOf = ({ kind, resource }: StackDeclaration): DeclarationPlace | undefined =>
        places.get(`${kind.name} ${resource}`);
    checkAdded(all, own);
    const isHooked = importsFolder(folder, ADDED);
    const gone = missingOf(declared, inventory).map((one) => {
        const place = one.project === project ? placeOf(one) : undefined;
        return { kind: one.kind.name, resource: one.resource, id: one.id, ...(place ? { place } : {}) };
    });
    const declarable = inventory.declarable.filter((one) => !isDeclaredInStack(one, declared, kinds));
    if (declarable.length === 0) return { added: [], gone, isHooked };
    checkLinks(folder);
    const number = numberOf(folder);
    const plan = planDeclarations({ ...inventory, declarable }, kinds, takenBy(own, all));
    const program = typescriptText(plan, inventory, knownOf(own, placeOf));
    const files = new Map([
        ...program.files,
        [
            "import.json",
            `${JSON.stringify(importsOf(plan, { url, createdBy, language: "typescript", unknownFields: inventory.unknownFields }), undefined, 4)}\n`,
        ],
    ]);
    for (const [name, text] of files) {
        const path = join(folder, ADDED, `${number}`, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { flag: "wx", mode: name === "import.json" ? 0o600 : 0o644 });
    }
    const hook = join(folder, ADDED, "index.ts");
    const before = existsSync(hook) ? readFileSync(hook, "utf8") : HOOK;
    // The last line may not end with a line break.
    writeFileSync(hook, `${before}${/\n$|^$/.test(before) ? "" : "\n"}import "./${number}";\n`);
    return { added: plan, gone, folder: `${ADDED}/${number}`, isHooked, program };
}

/** Ensures that files are written only inside the folder of the program. @throws UsageError */
function checkLinks(folder: string): void {
    const link = [ADDED, join(ADDED, "index.ts")].find((path) =>
        lstatSync(join(folder, path), { throwIfNoEntry: false })?.isSymbolicLink(),
    );
    if (link === undefined) return;
    throw new UsageError(
        `${link} is a symbolic link, and new files are written only inside the program. Replace it with the folder or file itself.`,
    );
}

/** @throws UsageError if the stacks cannot belong to the program */
function checkStacks(
    all: readonly StackDeclaration[],
    own: readonly StackDeclaration[],
    project: string,
    url: string,
): void {
    if (own.length === 0) {
        throw new UsageError(
            `None of the stacks in --state belongs to the project ${quoted(project)} of this program. Set --state to the output of \`pulumi stack export\` in its folder.`,
        );
    }
    const homes = new Set(all.flatMap(({ url: home }) => home ?? []));
    if (homes.size === 0 || [...homes].some((home) => isHomeUrl({ url }, home))) return;
    throw new UsageError(
        `The stacks in --state belong to ${[...homes].map(quoted).join(", ")}, but ACCESS_GOVERNANCE_URL is ${quoted(url)}. Correct one of them.`,
    );
}

/** @throws UsageError if an earlier addition is not in a stack yet, because its objects would be added again */
function checkAdded(places: readonly DeclarationPlace[], own: readonly StackDeclaration[]): void {
    const known = new Set(own.map(({ kind, resource }) => `${kind.name} ${resource}`));
    const open = places.find(
        ({ file, kind, resource }) => file.startsWith(`${ADDED}/`) && !known.has(`${kind} ${resource}`),
    );
    if (!open) return;
    const [, number] = open.file.split("/");
    throw new UsageError(
        `The stacks in --state do not contain ${open.kind} ${quoted(open.resource)} of ${open.file}. Import it with \`pulumi import --file ${ADDED}/${number}/import.json\` and export the stack again, or remove ${ADDED}/${number} and its line in ${ADDED}/index.ts.`,
    );
}

/** Whether a file of the program imports the folder with this name. Ignores files in that folder. */
function importsFolder(folder: string, name: string): boolean {
    const line = new RegExp(
        `^[ \\t]*(import|export)\\b[^\\n]*["']\\.{1,2}/(?:[^"'\\n]*/)?${name}(/index(\\.js)?)?["']`,
        "m",
    );
    return sourcesIn(folder).some(({ file, text }) => !file.startsWith(`${name}/`) && line.test(text));
}

function takenBy(own: readonly StackDeclaration[], places: readonly DeclarationPlace[]) {
    const resources = new Map<string, string[]>();
    for (const { kind, resource } of own) addTo(resources, kind.name, resource);
    return { variables: places.flatMap(({ variable }) => variable ?? []), resources };
}

/** Returns the variables that contain declared objects, with paths for imports from the files of an addition. */
function knownOf(
    own: readonly StackDeclaration[],
    placeOf: (one: StackDeclaration) => DeclarationPlace | undefined,
): Known {
    const entities = own.filter(({ kind }) => kind.shape === "entity");
    const byName = grouped(entities, ({ kind, resource }) => `${kind.name} ${resource}`);
    return new Map(
        [...byName.values()].flatMap(([one, ...others]) => {
            // Resources with the same name in two components may be different objects.
            const place = one && others.length === 0 ? placeOf(one) : undefined;
            if (!one || place?.variable === undefined) return [];
            return [[one.id, { name: place.variable, file: `../../${place.file.replace(/\.tsx?$/, "")}` }] as const];
        }),
    );
}

function numberOf(folder: string): number {
    for (let number = 1; ; number += 1) if (!existsSync(join(folder, ADDED, `${number}`))) return number;
}
