import type { RequestTemplateCustomField, RequestTemplateCustomFieldInput } from "../../../api/generated/types.gen.js";
import type { Routes } from "../http/area.js";
import { BadRequest, Conflict } from "../http/errors.js";
import type { Store } from "../storage/store.js";
import { allGoverned, allRuled } from "./reviewer-uses.js";

export const requestTemplateRoutes = {
    getRequestTemplates: ({ store }) => ({ next: null, previous: null, results: store.requestTemplates.all() }),

    createRequestTemplate({ store, body }) {
        return store.requestTemplates.set({
            request_template_id: store.newId("request template", body.name),
            name: body.name,
            custom_fields: readFields(store, body.custom_fields ?? []),
        });
    },

    /** The API does not document this; we assume that an unknown id results in status 404, as in other updates with ids in the body. */
    updateRequestTemplate({ store, body }) {
        const { request_template_id } = store.requestTemplates.get(body.request_template_id);
        return store.requestTemplates.change(request_template_id, {
            name: body.name,
            custom_fields: body.custom_fields && readFields(store, body.custom_fields),
        });
    },

    getRequestTemplate: ({ store, path }) => store.requestTemplates.get(path.request_template_id),

    /**
     * The API does not document this; we assume that a template cannot be deleted while it is in use, because requests would no longer
     * contain its questions.
     */
    deleteRequestTemplate({ store, path }) {
        const template = store.requestTemplates.get(path.request_template_id);
        const { request_template_id } = template;
        const use =
            allRuled(store).find(({ configurations }) =>
                configurations.some((one) => one.request_template_id === request_template_id),
            ) ??
            // Templates can also be in a legacy field that is not part of the request rules.
            allGoverned(store).find(({ object }) => object.request_template_id === request_template_id);
        if (use)
            throw new Conflict(
                `The request template "${template.name}" cannot be deleted: it is used by the ${use.label}.`,
            );
        store.requestTemplates.delete(template);
    },
} satisfies Routes;

function readFields(store: Store, given: readonly RequestTemplateCustomFieldInput[]): RequestTemplateCustomField[] {
    const read = given.map((field, i) => readField(store, `custom_fields[${i}]`, field));
    const names = read.map((field) => field.name);
    const twice = names.findIndex((name, i) => names.indexOf(name) < i);
    // Answers identify questions by name, so names must be unique.
    if (twice >= 0)
        throw new BadRequest(`custom_fields[${twice}].name: another question already has the name "${names[twice]}".`);
    return read;
}

function readField(store: Store, at: string, field: RequestTemplateCustomFieldInput): RequestTemplateCustomField {
    const { name, description, type, required = false, metadata } = field;
    checkMetadata(at, field);
    const rest = { ...(description !== undefined && { description }), type, ...(metadata && { metadata }) };
    if (type === "CALLOUT") return { name: name || `callout-${store.newId("callout", "")}`, ...rest, required: false };
    if (!name) throw new BadRequest(`${at}.name is required unless the type is CALLOUT.`);
    return { name, ...rest, required };
}

function checkMetadata(at: string, { type, metadata = {} }: RequestTemplateCustomFieldInput): void {
    const needed = neededMember(type);
    for (const member of ["callout_data", "multi_choice_data"] as const) {
        if (member === needed && !metadata[member]) {
            throw new BadRequest(`${at}.metadata.${member} is required for type ${type}.`);
        }
        if (member !== needed && metadata[member]) {
            throw new BadRequest(`${at}.metadata.${member} is not allowed for type ${type}.`);
        }
    }
    const options = metadata.multi_choice_data?.options;
    if (options && (options.length === 0 || new Set(options).size < options.length)) {
        throw new BadRequest(
            `${at}.metadata.multi_choice_data.options must contain at least one choice, without duplicates.`,
        );
    }
}

function neededMember(type: string): "callout_data" | "multi_choice_data" | undefined {
    if (type === "CALLOUT") return "callout_data";
    return type === "MULTI_CHOICE" || type === "MULTI_SELECT" ? "multi_choice_data" : undefined;
}
