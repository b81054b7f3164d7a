import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SettingName, settingNames } from "../../src/provider/settings.js";

/** A setting in the form of the plugin's schema. */
interface Variable {
    readonly type: "string";
    readonly description: string;
    readonly secret?: true;
    readonly defaultInfo?: { readonly environment: readonly string[] };
}

/** The settings, described as in docs/settings.md. @throws if one of them is missing there */
export function settingVariables(): Record<string, Variable> {
    const page = readFileSync(join(__dirname, "../../docs/settings.md"), "utf8");
    return Object.fromEntries(settingNames.map((name) => [name, variableOf(name, page)]));
}

function variableOf(name: SettingName, page: string): Variable {
    const row = page.split("\n").find((line) => line.startsWith(`| \`access-governance:${name}\` |`));
    const [, , variables = "", text = "", usual = ""] = row?.split(/ ?(?<!\\)\| ?/) ?? [];
    if (text === "") throw new Error(`docs/settings.md does not describe access-governance:${name}.`);
    const environment = [...variables.matchAll(/`([A-Z_]+)`/g)].map(([, variable = ""]) => variable);
    return {
        type: "string",
        description: `${text[0]?.toUpperCase()}${text.slice(1)}.${usual.trim() ? ` Default: ${usual.trim()}.` : ""}`,
        ...(name === "token" ? { secret: true } : {}),
        ...(environment.length > 0 ? { defaultInfo: { environment } } : {}),
    };
}
