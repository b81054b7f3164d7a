import { argumentsType } from "../../../common/pulumi-type.js";
import { type FieldSchema, insideOf, type Kind } from "../../../kernel.js";
import type { OrganizationInventory } from "../inventory/inventory.js";
import { CallExpression, type ExpressionMembers, NameReference, quote, STEP, widthOf } from "./expression.js";
import type { LookupStatement, Lookups } from "./lookups.js";
import { capitalized, UniqueNames } from "./names.js";
import { withoutNulls } from "./nulls.js";
import {
    type LoopStatement,
    loopVariable,
    neededNames,
    type ProgramStatement,
    type ProgramText,
    programOutline,
} from "./outline.js";
import type { PlannedDeclaration } from "./plan.js";
import {
    PYTHON_WIDTH,
    type PythonCall,
    pythonCallText,
    pythonExpression,
    pythonName,
    pythonValue,
} from "./python-source.js";
import type { LiftedValue } from "./repetition.js";

const SDK = "import pulumi_access_governance as access\n";

/** Returns the modules of a planned program in Python, for the SDK that Pulumi generates from the plugin. The same plan always results in the same bytes. */
export function pythonText(
    plan: readonly PlannedDeclaration[],
    inventory: OrganizationInventory,
    kinds: readonly Kind[],
): ProgramText {
    const { files: bodies, lookups, lifted, secrets } = programOutline(plan, inventory, { byClass: true });
    const modules = modulesOf([...bodies.keys()]);
    const moduleOf = (file: string): string => modules.get(file) ?? file;
    const files = new Map(
        [...bodies].map(([file, inside]) => [`${moduleOf(file)}.py`, moduleText(file, inside, moduleOf)]),
    );
    // A package of the environment with the same name must not take the place of a folder.
    for (const path of modules.values()) if (path.includes("/")) files.set(`${path.split("/")[0]}/__init__.py`, "");
    if (!lookups.isEmpty) files.set("lookups.py", lookupsModule(lookups));
    if (lifted.length > 0) files.set("shared.py", sharedModule(lifted, kinds));
    if (secrets.length > 0) files.set("settings.py", SETTINGS);
    const imports = [...modules.values()].sort().map((path) => `import ${dotted(path)}  # noqa: F401\n`);
    files.set(
        "__main__.py",
        `"""Declares the organization: each module declares a part when it is imported."""\n${imports.length > 0 ? "\n" : ""}${imports.join("")}`,
    );
    return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), secrets };
}

/** Returns a declaration as a statement, in a variable if other statements refer to it. */
export function pythonDeclaration({
    kind,
    name,
    variable,
    args,
}: {
    kind: Kind;
    name: string;
    variable?: string;
    args: ExpressionMembers;
}): string {
    const call = constructorCall(kind, quote(name), args);
    return variable === undefined ? pythonCallText(call) : assignment(variable, call);
}

const SETTINGS = `import pulumi

# The configuration of the stack: secrets that the service never returns.
config = pulumi.Config()
`;

/** Returns the path of the module for each file of an outline. */
function modulesOf(files: readonly string[]): Map<string, string> {
    const names = new UniqueNames(["lookups", "shared", "settings", "__main__", "added"]);
    return new Map(
        files.map((file) => {
            const parts = file.split("/").map((part, at) => {
                // The SDK has the name `access` in all modules.
                if (part === "access" && at === 0) return "memberships";
                const plain = part.replaceAll("-", "_").replace(/[^\p{ID_Continue}]/gu, "");
                return pythonName(/^\p{ID_Start}/u.test(plain) ? plain : `team_${plain}`);
            });
            return [file, names.take(parts.join("/"))];
        }),
    );
}

function dotted(path: string): string {
    return path.replaceAll("/", ".");
}

function moduleText(file: string, statements: readonly ProgramStatement[], moduleOf: (file: string) => string): string {
    const imports = [...neededNames(file, statements)]
        .map(([from, names]) => ({ path: dotted(moduleOf(from)), names: names.map(pythonName).sort() }))
        .sort((a, b) => (a.path < b.path ? -1 : 1))
        .map(({ path, names }) => importText(names, path));
    const own = imports.length > 0 ? [imports.join("")] : [];
    return [SDK, ...own, statements.map((one) => `${statementText(one)}\n`).join("\n")].join("\n");
}

function importText(names: readonly string[], path: string): string {
    const flat = `from ${path} import ${names.join(", ")}`;
    if (widthOf(flat) <= PYTHON_WIDTH) return `${flat}\n`;
    return `from ${path} import (\n${names.map((name) => `${STEP}${name},\n`).join("")})\n`;
}

function statementText(statement: ProgramStatement): string {
    return "loop" in statement ? loopText(statement) : pythonDeclaration(statement);
}

function loopText({ kind, args, loop }: LoopStatement): string {
    const { varying, label, values, areEmails } = loop;
    const variable = loopVariable(loop);
    const name = areEmails ? variable : "name";
    const body = areEmails
        ? new CallExpression("user", [new NameReference(variable)], [])
        : new NameReference(variable);
    const resource = `f${quote(label.map((text) => text?.replace(/[{}]/g, "$&$&") ?? `{${name}}`).join("/"))}`;
    const head = areEmails ? `for ${variable} in ` : `for name, ${pythonName(variable)} in `;
    const all = areEmails
        ? values.map(({ part }) => part)
        : Object.fromEntries(values.map(({ part, value }) => [part, pythonValue(value)]));
    const end = areEmails ? ":" : ".items():";
    // One character less, because `pythonExpression` reserves a character for a comma, which is not needed here.
    const list = pythonExpression(all, "", widthOf(head) + end.length - 1);
    return `${head}${list}${end}\n${STEP}${pythonCallText(constructorCall(kind, resource, { ...args, [varying]: body }), STEP)}`;
}

/** Returns the statement that assigns the result of a call to a variable. */
function assignment(variable: string, call: PythonCall): string {
    const head = `${pythonName(variable)} = `;
    const text = head + pythonCallText(call, "", widthOf(head));
    // If even the beginning does not fit, formatters put parentheses around the call, unless a line would still be too long.
    const wrapped = `${head}(\n${STEP}${pythonCallText(call, STEP)}\n)`;
    const isTooLong = (line: string | undefined): boolean => widthOf(line ?? "") > PYTHON_WIDTH;
    return isTooLong(text.split("\n")[0]) && !wrapped.split("\n").some(isTooLong) ? wrapped : text;
}

function constructorCall(kind: Kind, name: string, args: ExpressionMembers): PythonCall {
    const named = Object.fromEntries(
        Object.entries(args).map(([property, value]) => {
            const schema = kind.fields[property];
            return [pythonName(property), pythonValue(withoutNulls(value, schema), schema)];
        }),
    );
    return { called: `access.${kind.name}`, given: [name], named };
}

function lookupsModule({ constants, hasUsers }: Lookups): string {
    const user = [
        "",
        "",
        "def user(email: str) -> pulumi.Output[str]:",
        `${STEP}"""Looks up the id of a user. Makes one call per thousand users of the organization."""`,
        `${STEP}return access.get_user_output(email=email).user_id`,
        "",
    ];
    const lines = constants.map((one) => pythonLookup(one, "_output"));
    return [
        `${hasUsers ? "import pulumi\n" : ""}${SDK}`,
        "# Objects that this program refers to but does not declare.",
        ...(hasUsers ? user : []),
        ...(lines.length > 0 ? ["", ...lines] : []),
    ]
        .join("\n")
        .trimEnd()
        .concat("\n");
}

/** Returns a lookup whose result is a variable. */
export function pythonLookup({ kind, variable, call, args, id }: LookupStatement, suffix = ""): string {
    const named = Object.fromEntries(
        Object.entries(args).map(([name, value]) => [pythonName(name), pythonValue(value, kind.fields[name])]),
    );
    const after = id === undefined ? "" : `.${pythonName(id)}`;
    return assignment(variable, { called: `access.${pythonName(call)}${suffix}`, named, after });
}

function sharedModule(lifted: readonly LiftedValue[], kinds: readonly Kind[]): string {
    const texts = lifted.map((one) => definition(one, kinds));
    const imports = texts.some((text) => text.includes("pulumi.")) ? "import pulumi\n" : "";
    return `${imports}${SDK}\n# Values used three or more times.\n${texts.join("")}`;
}

function definition({ name, property, kind, body, parameters }: LiftedValue, kinds: readonly Kind[]): string {
    const schema = kind.fields[property];
    const value = pythonValue(withoutNulls(body, schema), schema);
    const type = pythonType(schema, argumentsType(`${kind.name}${capitalized(property)}`, kinds));
    if (parameters.length === 0) {
        const head = `${pythonName(name)}: ${type} = `;
        return `\n${head}${pythonExpression(value, "", widthOf(head) - 1)}\n`;
    }
    const list = parameters.map((one) => `${pythonName(one)}: pulumi.Input[str]`);
    const flat = `def ${pythonName(name)}(${list.join(", ")}) -> ${type}:`;
    const head =
        widthOf(flat) <= PYTHON_WIDTH
            ? flat
            : `def ${pythonName(name)}(\n${list.map((one) => `${STEP}${one},\n`).join("")}) -> ${type}:`;
    return `\n\n${head}\n${STEP}return ${pythonExpression(value, STEP, "return ".length - 1)}\n`;
}

/** Returns the type of an argument in the SDK. */
function pythonType(schema: FieldSchema, name: string): string {
    const { shape, element } = insideOf(schema);
    if (element) return `list[${pythonType(element, name)}]`;
    return shape ? `access.${name}ArgsDict` : "pulumi.Input[str]";
}
