import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { UsageError } from "../../common/errors.js";
import { quoted } from "../../common/printable.js";
import { slugOf } from "./program/names.js";

/** Languages of exported programs. TypeScript programs use dynamic resources, the others use the provider plugin. */
export const EXPORT_LANGUAGES = ["typescript", "python", "yaml"] as const;
export type Language = (typeof EXPORT_LANGUAGES)[number];

/** Returns the path of the file for the state of a stack, relative to the folder of the program. */
export function stackFile(stack: string): string {
    return `state/${shortName(stack)}.json`;
}

/** Returns the last part of `organization/project/stack`. */
export function shortName(stack: string): string {
    return stack.split("/").at(-1) ?? stack;
}

/** Returns a project name for a folder; empty if the name of the folder does not contain valid characters. */
export function projectName(folder: string): string {
    return slugOf(folder)
        .replace(/[^a-z0-9-]/g, "")
        .replace(/^-+|-+$/g, "")
        .replace(/^\d+$/, "access-$&");
}

/** @throws UsageError if Pulumi would reject a name, or YAML would not read it as a string */
export function checkProjectNames(project: string, stack: string): void {
    if (!/^(?=.*[A-Za-z])[\w.-]{1,100}$/.test(project) || /^(true|false|null|yes|no)$/i.test(project)) {
        throw new UsageError(
            `${quoted(project)} is not a valid name of a Pulumi project. Use letters, digits, hyphens, underscores and periods, including at least one letter. Set another name with --project.`,
        );
    }
    const names = stack.split("/");
    if (names.length > 3 || names.some((name) => !/^[\w.-]{1,100}$/.test(name) || /^\.+$/.test(name))) {
        throw new UsageError(
            `${quoted(stack)} is not a valid name of a stack. Use letters, digits, hyphens, underscores and periods, or organization/project/stack.`,
        );
    }
    if (shortName(stack) === "import")
        throw new UsageError("The stack name import is reserved: state/import.json is the file for `pulumi import`.");
}

/** Returns the project name of the TypeScript program in a folder. @throws UsageError if there is none */
export function projectIn(out: string): string {
    const file = join(resolve(out), "Pulumi.yaml");
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    const [, name] = /^name:\s*["']?([\w.-]+)/m.exec(text) ?? [];
    if (name === undefined)
        throw new UsageError(
            `${out} is not a Pulumi program: it does not contain a Pulumi.yaml with a name. Omit --update to create a program.`,
        );
    const [, runtime] = /^runtime:\s*(?:\n\s+name:\s*)?["']?(python|yaml)\b/m.exec(text) ?? [];
    if (runtime !== undefined)
        throw new UsageError(`${out} has the runtime ${runtime}, but --update adds files in TypeScript.`);
    return name;
}
