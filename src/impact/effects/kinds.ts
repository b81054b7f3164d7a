import type { Effect } from "./effect.js";
import { GOVERNANCE } from "./governance.js";
import { GROUPS } from "./groups.js";
import { PEOPLE } from "./people.js";
import { RESOURCES } from "./resources.js";

/** What the declarations of a kind do to access, by its name. */
export const EFFECTS: Readonly<Record<string, Effect>> = { ...GROUPS, ...RESOURCES, ...PEOPLE, ...GOVERNANCE };

/** Kinds that change what this model does not evaluate. */
export const NOT_EVALUATED: Readonly<Record<string, string>> = {
    App: "what is in it is deleted with it, and who sees it is not told of here",
    ConfigurationTemplate: "what it governs takes its rules, which the API does not tell",
    Script: "it decides by its source, which is not run here",
};

/** Fields, of whatever kind, by which an object takes rules that this model does not evaluate. */
export const FIELDS_NOT_EVALUATED: Readonly<Record<string, string>> = {
    configurationTemplateId: "it takes the rules of a configuration template, which the API does not tell",
};
