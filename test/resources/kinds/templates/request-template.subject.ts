import { RequestTemplate } from "../../../../src/resources/kinds/templates/request-template.js";
import type { Subject } from "../../../proofs/conformance/subject.js";

interface Question {
    name?: string;
    description?: string;
    type: string;
    required?: boolean;
    metadata?: {
        callout_data?: { severity: string; text: string };
        multi_choice_data?: { options: string[] };
    };
}

interface Template {
    name: string;
    custom_fields?: Question[];
}

export const requestTemplate: Subject = {
    kind: RequestTemplate.kind,
    stage: async (world) => {
        const get = (id: string) => world.api<Template>("GET", `/request-templates/${id}`);
        const put = (id: string, change: object) =>
            world.api("PUT", "/request-templates", { request_template_id: id, ...change });
        const change = async (id: string, edit: (questions: Question[]) => Question[]) =>
            put(id, { custom_fields: edit((await get(id)).custom_fields ?? []) });
        const args = {
            name: "Production access",
            customFields: [
                { type: "CALLOUT", metadata: { calloutData: { severity: "WARNING", text: "You are watched" } } },
                { name: "Ticket", description: "Of the incident", type: "SHORT_TEXT", required: true },
                {
                    name: "Region",
                    type: "MULTI_CHOICE",
                    metadata: { multiChoiceData: { options: ["europe", "americas"] } },
                },
            ],
        };
        const [callout, ticket, region] = args.customFields;
        return {
            args,
            least: { name: args.name },
            edits: { name: "Access to production", customFields: [ticket, callout] },
            read: async (id) => {
                const { name, custom_fields = [] } = await get(id);
                return {
                    name,
                    customFields: custom_fields.map((question) => ({
                        name: question.name,
                        description: question.description,
                        type: question.type,
                        required: question.required,
                        metadata: question.metadata && {
                            calloutData: question.metadata.callout_data,
                            multiChoiceData: question.metadata.multi_choice_data,
                        },
                    })),
                };
            },
            outside: {
                name: (id) => put(id, { name: "Renamed" }),
                customFields: (id) => change(id, (questions) => [...questions].reverse()),
                "customFields[1].required": (id) =>
                    change(id, (questions) =>
                        questions.map((one) => (one.name === "Ticket" ? { ...one, required: false } : one)),
                    ),
                "customFields[0].metadata.calloutData.text": (id) =>
                    change(id, (questions) =>
                        questions.map((one) =>
                            one.type === "CALLOUT"
                                ? { ...one, metadata: { callout_data: { severity: "WARNING", text: "edited" } } }
                                : one,
                        ),
                    ),
            },
            unmanaged: { property: "customFields", edit: (id) => put(id, { custom_fields: [] }) },
            vanish: (id) => world.api("DELETE", `/request-templates/${id}`),
            exists: (id) => world.has(`/request-templates/${id}`),
            count: async () => {
                const { results } = await world.api<{ results: Template[] }>("GET", "/request-templates");
                return results.filter(({ name }) => name === args.name).length;
            },
            afterDestroy: "nothing",
            bad: {
                name: { ...args, name: " " },
                "customFields[0].name": { ...args, customFields: [{ ...callout, name: "Notice" }] },
                "customFields[0].required": { ...args, customFields: [{ ...callout, required: true }] },
                "customFields[0].metadata.calloutData": { ...args, customFields: [{ type: "CALLOUT" }] },
                "customFields[1].metadata.multiChoiceData": {
                    ...args,
                    customFields: [ticket, { ...region, type: "SHORT_TEXT" }],
                },
                "customFields[2].name": { ...args, customFields: [ticket, region, { ...ticket }] },
            },
            sibling: async (number) => ({ ...args, name: `Template ${number}` }),
            importName: args.name,
        };
    },
};
