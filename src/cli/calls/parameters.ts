import { type Command, InvalidArgumentError, Option } from "commander";
import type { ManualEntry, ManualParameter } from "../../api/manual.js";
import type { Parts } from "../../api/parameters.js";
import { foreignJson, jsonFault } from "../../api/transport/json.js";
import { UsageError } from "../../common/errors.js";
import { isObject } from "../../common/properties.js";
import { readInput } from "./input.js";
import type { GivenName } from "./names.js";

/** Values of options, by name in camelCase. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** Maximum number of members of an enumeration in help. Completion offers all of them. */
const MOST_SHOWN = 12;

/** Adds an option for each parameter and each field of the body. */
export function addParameters(command: Command, entry: ManualEntry): void {
    for (const parameter of parametersOf(entry)) command.addOption(optionOf(parameter));
    if (!takesBody(entry)) return;
    const text = "JSON file with the body, or - for standard input; the options above override its fields";
    command.addOption(new Option("--body <file>", text).helpGroup("Body:"));
}

/** Sorts parameters into path, query and body. @param given body whose fields the options override */
export function callParts(entry: ManualEntry, values: OptionValues, given?: object): Parts {
    const named = parametersOf(entry).filter((parameter) => values[optionKey(parameter)] !== undefined);
    const within = (place: ManualParameter["in"]) =>
        Object.fromEntries(
            named.filter((one) => one.in === place).map((one) => [one.name, sentOf(one, values[optionKey(one)])]),
        );
    const fields = within("body");
    const hasBody = takesBody(entry) && (given !== undefined || Object.keys(fields).length > 0);
    return { path: within("path"), query: within("query"), body: hasBody ? { ...given, ...fields } : undefined };
}

/** Finds the id of an object by kind and name. */
export type IdOf = (named: GivenName) => string | Promise<string>;

/** Replaces names with ids. */
export async function withIds(entry: ManualEntry, values: OptionValues, idOf: IdOf): Promise<OptionValues> {
    const found = parametersOf(entry).map(async (parameter): Promise<[string, unknown]> => {
        const { name, of, list } = parameter;
        const key = optionKey(parameter);
        const idIn = (text: unknown) =>
            of === undefined || !isName(text) ? text : idOf({ option: `--${flagOf(name)}`, of, text, list });
        const value = values[key];
        return [key, Array.isArray(value) ? await Promise.all(value.map(idIn)) : await idIn(value)];
    });
    return { ...values, ...Object.fromEntries(await Promise.all(found)) };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a name, not an id or a comma-separated list of ids. */
function isName(text: unknown): text is string {
    return typeof text === "string" && text !== "" && !text.split(",").every((one) => ID.test(one));
}

/** Returns the body from `--body`, if specified. @throws UsageError if it is not a JSON object */
export async function readBodyOption({ body: file }: OptionValues): Promise<object | undefined> {
    if (typeof file !== "string") return undefined;
    const where = file === "-" ? "standard input" : file;
    const text = await readInput(file).catch((error: unknown) => {
        const hint = /^\s*[{[]/.test(file)
            ? " --body expects a file name. To pass JSON directly, pipe it and use --body -."
            : "";
        throw new UsageError(`Cannot read the body from ${where}: ${reasonOf(error)}.${hint}`);
    });
    // Removes the byte order mark that some editors write.
    const body = foreignJson(text.replace(/^\ufeff/, ""));
    if (!body) throw new UsageError(`The body in ${where} is ${jsonFault(text)}. Provide a JSON object.`);
    if (isObject(body.value)) return body.value;
    throw new UsageError(`The body in ${where} is not a JSON object. Enclose its fields in braces.`);
}

/**
 * Checks that the body has all required fields. The API accepts `addGroupUser` without a body, but then access never expires.
 * @throws UsageError if a field is missing
 */
export function requireFields(entry: ManualEntry, { body }: Parts): void {
    const given: OptionValues = Object(body);
    const missing = entry.parameters.find((one) => one.in === "body" && one.required && given[one.name] === undefined);
    if (missing) throw new UsageError(`--${flagOf(missing.name)} is required: ${missing.description}`);
}

/** Returns fields of the body that the API does not define. They are probably misspelled, and the service ignores them. */
export function unknownFields(entry: ManualEntry, { body }: Parts): string[] {
    const known = new Set(entry.parameters.filter((one) => one.in === "body").map((one) => one.name));
    return Object.keys(Object(body)).filter((name) => !known.has(name));
}

function takesBody(entry: ManualEntry): boolean {
    return entry.parameters.some((parameter) => parameter.in === "body");
}

/**
 * Returns parameters with unique names. A deprecated query parameter can have the name of a field in the body: the option sets the field.
 */
function parametersOf(entry: ManualEntry): ManualParameter[] {
    return entry.parameters.filter((one, at) => entry.parameters.findIndex((other) => other.name === one.name) === at);
}

function optionOf(parameter: ManualParameter): Option {
    const { in: place, description, required, deprecated, type, list, choices } = parameter;
    const shape = list ? `[${metavar(parameter)}...]` : type === "boolean" ? "[true|false]" : `<${metavar(parameter)}>`;
    const notes = [
        ...(required ? ["required"] : []),
        ...(deprecated ? ["deprecated"] : []),
        ...(choices && choices.length <= MOST_SHOWN ? [`one of ${choices.join(", ")}`] : []),
    ];
    const text = description.replace(/\.$/, "") + (notes.length > 0 ? ` (${notes.join("; ")})` : "");
    const option = new ParameterOption(parameter, shape, text).helpGroup(place === "body" ? "Body:" : "Parameters:");
    if (required && place !== "body") option.makeOptionMandatory();
    if (type === "integer" && list) option.argParser(integers);
    else if (type === "integer") option.argParser(integer);
    if (type === "json") option.argParser(json);
    if (type === "boolean") option.argParser(truth);
    // Completion offers the known members. Other values are accepted too, because the API may add members.
    if (choices) option.argChoices = [...choices];
    return option;
}

/** An option with hyphens in its name. The name with underscores, as in the API, is also accepted. */
export class ParameterOption extends Option {
    constructor(
        readonly parameter: ManualParameter,
        shape: string,
        text: string,
    ) {
        super(`--${flagOf(parameter.name)} ${shape}`, text);
    }

    /** Called by commander to look up an option. */
    is(argument: string): boolean {
        return argument === this.long || argument === `--${this.parameter.name}`;
    }
}

function metavar({ type, format, choices, of }: ManualParameter): string {
    if (of) return "id|name";
    if (format === "uuid") return "id";
    if (format === "date-time" || format === "date") return "date";
    if (type === "integer") return "number";
    return type === "string" ? (choices ? "name" : "text") : type;
}

/** Returns the names of the options of an operation, without hyphens at the start. */
export function flagsOf(entry: ManualEntry): string[] {
    return parametersOf(entry).map(({ name }) => flagOf(name));
}

function flagOf(name: string): string {
    return name
        .replace(/([a-z])([A-Z])/g, "$1-$2")
        .replaceAll("_", "-")
        .toLowerCase();
}

/** Returns the name of an option in commander. */
function optionKey({ name }: ManualParameter): string {
    return flagOf(name).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns the value to send. For a list option without a value, commander returns `true`; the value is an empty list. */
function sentOf({ format, choices, list }: ManualParameter, value: unknown): unknown {
    if (!list) return value;
    if (!Array.isArray(value)) return [];
    // Commas also separate members if the members cannot contain them.
    return format === "uuid" || choices ? value.flatMap((one) => String(one).split(",")) : value;
}

function integer(text: string): number {
    if (!/^[-+]?\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
    return Number(text);
}

function integers(text: string, before: unknown): number[] {
    // `before` is the result of earlier occurrences of the option: a list, or `true` if the option had no value.
    return [...(Array.isArray(before) ? before : []), integer(text)];
}

function truth(text: string): boolean {
    if (text === "true" || text === "false") return text === "true";
    throw new InvalidArgumentError("It must be true or false.");
}

function json(text: string): unknown {
    const given = foreignJson(text);
    if (!given) throw new InvalidArgumentError(`It is ${jsonFault(text)}.`);
    return given.value;
}

function reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    return "code" in error && error.code === "ENOENT" ? "no such file" : error.message;
}
