import type { ConfigurationTemplate, RequestTemplate } from "../../api/generated/types.gen.js";
import type { InCamelCase } from "../fields/values.js";
import { configurationTemplateSource, requestTemplateSource } from "../sources.js";
import { lookupOutput, objectLookup, wholeList } from "./lookup.js";

/** A configuration template, with its properties in camelCase. The API does not return its request configurations. */
export type ConfigurationTemplateResult = InCamelCase<ConfigurationTemplate>;
/** A request template, which contains questions for requesters, with its properties in camelCase. */
export type RequestTemplateResult = InCamelCase<RequestTemplate>;

/** Specify the id or the name. If several templates have that name, also specify `adminOwnerId`. */
export interface GetConfigurationTemplateArgs {
    /** Id of the configuration template. */
    configurationTemplateId?: string;
    /** Name of the configuration template. */
    name?: string;
    /** Owner that administers the template. */
    adminOwnerId?: string;
}

/** Specify the id or the name. */
export interface GetRequestTemplateArgs {
    /** Id of the request template. */
    requestTemplateId?: string;
    /** Name of the request template. */
    name?: string;
}

/**
 * Finds a configuration template. Operation: GET /configuration-templates.
 * @throws unless exactly one configuration template matches.
 */
export const getConfigurationTemplate = objectLookup<GetConfigurationTemplateArgs, ConfigurationTemplateResult>(
    configurationTemplateSource,
    "configuration template",
    ["name", "adminOwnerId"],
);

/** Lists all configuration templates. Operation: GET /configuration-templates. */
export const getConfigurationTemplates = wholeList("getConfigurationTemplates");

/**
 * Finds a request template. Operations: GET /request-templates/{request_template_id}, GET /request-templates.
 * @throws unless exactly one request template matches.
 */
export const getRequestTemplate = objectLookup<GetRequestTemplateArgs, RequestTemplateResult>(
    requestTemplateSource,
    "request template",
    ["name"],
);

/** Lists all request templates. Operation: GET /request-templates. */
export const getRequestTemplates = wholeList("getRequestTemplates");

/** Like `getConfigurationTemplate`, but accepts outputs of other resources as arguments. */
export const getConfigurationTemplateOutput = lookupOutput(getConfigurationTemplate);
/** Like `getConfigurationTemplates`, but returns an output. */
export const getConfigurationTemplatesOutput = lookupOutput(getConfigurationTemplates);
/** Like `getRequestTemplate`, but accepts outputs of other resources as arguments. */
export const getRequestTemplateOutput = lookupOutput(getRequestTemplate);
/** Like `getRequestTemplates`, but returns an output. */
export const getRequestTemplatesOutput = lookupOutput(getRequestTemplates);
