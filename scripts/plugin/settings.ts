import { readFileSync } from "node:fs";
import { join } from "node:path";
import { READ_SCOPES, type SettingName, settingNames } from "../../src/provider/settings.js";
import { enumSpec, type Spec } from "./specs.js";

/** A setting in the form of the plugin's schema. */
interface Variable extends Spec {
    readonly description: string;
    readonly secret?: true;
    readonly defaultInfo?: { readonly environment: readonly string[] };
}

/**
 * The settings, described as in docs/settings.md. Types that they need are added to `types`. Without defaults: in Python, the generated
 * configuration would replace 0 by the default.
 * @throws if one of them is missing there
 */
export function settingVariables(types: Map<string, Spec>): Record<string, Variable> {
    const page = readFileSync(join(__dirname, "../../docs/settings.md"), "utf8");
    const specs: Record<SettingName, Spec> = {
        url: TEXT,
        token: TEXT,
        concurrency: WHOLE,
        readsPerSecond: WHOLE,
        writesPerSecond: WHOLE,
        retries: WHOLE,
        timeoutSeconds: WHOLE,
        maxWaitSeconds: WHOLE,
        maxAnswerMegabytes: WHOLE,
        allowHttp: TRUTH,
        allowMissing: TRUTH,
        lagSeconds: WHOLE,
        formerUrl: TEXT,
        read: enumSpec({ name: "ReadScope", values: READ_SCOPES, isOpen: false }, types),
        // Any field, by name.
        defaults: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
        ignoredFields: { type: "array", items: TEXT },
    };
    return Object.fromEntries(settingNames.map((name) => [name, { ...specs[name], ...variableOf(name, page) }]));
}

/**
 * The variables as arguments of a provider. Without variables of the environment: a generated SDK would pass their values as arguments, and
 * the plugin could not tell that a token is from the environment.
 */
export function providerArguments(variables: Readonly<Record<string, Variable>>): Record<string, Spec> {
    return Object.fromEntries(
        Object.entries(variables).map(([name, { defaultInfo: _, ...variable }]) => [name, variable]),
    );
}

const TEXT: Spec = { type: "string" };
const WHOLE: Spec = { type: "integer" };
const TRUTH: Spec = { type: "boolean" };

function variableOf(name: SettingName, page: string): Variable {
    const row = page.split("\n").find((line) => line.startsWith(`| \`access-governance:${name}\` |`));
    const [, , variables = "", text = "", usual = ""] = row?.split(/ ?(?<!\\)\| ?/) ?? [];
    if (text === "") throw new Error(`docs/settings.md does not describe access-governance:${name}.`);
    const environment = [...variables.matchAll(/`([A-Z_]+)`/g)].map(([, variable = ""]) => variable);
    return {
        description: `${text[0]?.toUpperCase()}${text.slice(1)}.${usual.trim() ? ` Default: ${usual.trim()}.` : ""}`,
        ...(name === "token" ? { secret: true } : {}),
        ...(environment.length > 0 ? { defaultInfo: { environment } } : {}),
    };
}
