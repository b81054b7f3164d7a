import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type { UpdateRequestTemplateInfo } from "../../../api/generated/types.gen.js";
import { zRequestTemplateCustomFieldTypeEnum } from "../../../api/generated/zod.gen.js";
import { irrelevant } from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { eachOnce, memberOf, textField } from "../../fields/values.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { requestTemplateSource } from "../../sources.js";

const metadata = z.strictObject({
    /** Content of a `CALLOUT`. */
    calloutData: z
        .strictObject({
            /** Severity, which determines the appearance. */
            severity: z.enum(["INFO", "WARNING", "ERROR"]),
            /** Text of the callout. */
            text: z.string(),
        })
        .optional(),
    /** Choices of a `MULTI_CHOICE` or `MULTI_SELECT`. */
    multiChoiceData: z
        .strictObject({
            /** Choices in the order of display, without duplicates. */
            options: z
                .array(z.string())
                .min(1)
                .superRefine(eachOnce((one) => one)),
        })
        .optional(),
});

const customField = z
    .strictObject({
        /** Label of the question, unique in the template. Not allowed for a `CALLOUT`. */
        name: irrelevant(z.string().min(1, "it must not be empty")).optional(),
        /** Help text shown below the question. */
        description: irrelevant(z.string()).optional(),
        /**
         * Type of the question, such as `SHORT_TEXT`, `LONG_TEXT`, `BOOLEAN`, `MULTI_CHOICE` or `MULTI_SELECT`. A `CALLOUT` shows text
         * instead of a question.
         */
        type: memberOf(zRequestTemplateCustomFieldTypeEnum()),
        /** Whether an answer is required. Not allowed for a `CALLOUT`. */
        required: z.boolean().optional(),
        /** Type-specific settings: `calloutData` or `multiChoiceData`. */
        metadata: metadata.optional(),
    })
    .superRefine(({ name, type, required, metadata = {} }, context) => {
        const fault = (path: string[], message: string): void => context.addIssue({ code: "custom", path, message });
        const isCallout = type === "CALLOUT";
        const isChoice = type === "MULTI_CHOICE" || type === "MULTI_SELECT";
        if (isCallout && name !== undefined) fault(["name"], "leave it out: the name of a CALLOUT is not shown");
        if (isCallout && required !== undefined) fault(["required"], "leave it out: a CALLOUT does not have an answer");
        if (!isCallout && name === undefined) fault(["name"], "it is required for all types except CALLOUT");
        const members = [
            ["calloutData", isCallout, "CALLOUT"],
            ["multiChoiceData", isChoice, "MULTI_CHOICE and MULTI_SELECT"],
        ] as const;
        for (const [member, wanted, types] of members) {
            if (wanted && metadata[member] === undefined) fault(["metadata", member], `it is required for ${type}`);
            if (!wanted && metadata[member] !== undefined)
                fault(["metadata", member], `it is allowed only for ${types}`);
        }
    });

const fields = {
    /** Name of the template. */
    name: irrelevant(textField()),
    /** Questions for requesters in the order of display (complete list). */
    customFields: irrelevant(
        field(
            z.array(customField).superRefine((list, context) => {
                for (const [index, { name }] of list.entries()) {
                    if (name === undefined || list.findIndex((other) => other.name === name) === index) continue;
                    context.addIssue({
                        code: "custom",
                        path: [index, "name"],
                        message: "another question has the same label",
                    });
                }
            }),
            // Name and type identify a question. The service generates the names of callouts. Changing the type creates a new question,
            // because the metadata of the old type would be invalid.
            { list: { identity: ({ name, type }) => (type === "CALLOUT" ? [type] : [type, name]) } },
        ),
    ).optional(),
};

/**
 * A set of questions that requesters answer. Request configurations refer to it with `requestTemplateId`. A template that is in use cannot
 * be deleted. First set `requestTemplateId` to null where it is used: removing the property from the program leaves the service unchanged.
 * Import id: the template's id or name. Operations: GET, POST and PUT /request-templates, GET and DELETE
 * /request-templates/{request_template_id}.
 */
export class RequestTemplate extends AccessObject<RequestTemplateArgs> {
    static readonly kind = entity({
        noun: "request template",
        source: requestTemplateSource,
        fields,
        access: { created: "none", deleted: "none" },
        key: ["name"],
        create: operation("createRequestTemplate"),
        update: operation(
            "updateRequestTemplate",
            (id: string, body: Omit<UpdateRequestTemplateInfo, "request_template_id">) => ({
                body: { request_template_id: id, ...body },
            }),
        ),
        remove: operation("deleteRequestTemplate"),
    });

    /** Id of the template; same as `id`. */
    get requestTemplateId(): Output<ID> {
        return this.id;
    }
}

export interface RequestTemplate extends OutputsOf<typeof fields> {}
export interface RequestTemplateArgs extends ArgsOf<typeof fields> {}
