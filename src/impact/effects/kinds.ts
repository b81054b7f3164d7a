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
    ConfigurationTemplate: "its rules apply to what it governs, and the API does not return them",
    Script: "it decides by its source, which is not run here",
};

/** Fields, of whatever kind, by which an object takes rules that this model does not evaluate. */
export const FIELDS_NOT_EVALUATED: Readonly<Record<string, string>> = {
    configurationTemplateId: "the rules of its configuration template apply, and the API does not return them",
};
