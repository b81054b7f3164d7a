import type {
    RequestCustomFieldResponse as Answer,
    CreateRequestInfo,
    RequestTemplateCustomField as Question,
} from "../../api/generated/types.gen.js";
import { BadRequest } from "../http/errors.js";
import type { Store } from "../storage/store.js";

type Given = NonNullable<CreateRequestInfo["custom_metadata"]>;

/**
 * The answers to the questions of templates, as a request shows them.
 * @throws BadRequest for a question that nobody asks, an answer that does not fit its question, and a required one without answer.
 */
export function readAnswers(store: Store, templateIds: ReadonlySet<string>, given: Given = []): Answer[] {
    const fields = [...templateIds].flatMap((id) => store.requestTemplates.find(id)?.custom_fields ?? []);
    const questions = new Map(fields.filter(({ type }) => type !== "CALLOUT").map((field) => [field.name, field]));
    const answers = given.map((answer, i) => readAnswer(`custom_metadata[${i}]`, questions.get(answer.name), answer));
    for (const { name, required } of questions.values()) {
        if (required && !answers.some((answer) => answer.field_name === name && answer.field_value !== "")) {
            throw new BadRequest(`custom_metadata: must answer ${name}, which is required.`);
        }
    }
    return answers;
}

function readAnswer(at: string, question: Question | undefined, { name, type, value }: Given[number]): Answer {
    if (!question) throw new BadRequest(`${at}.name: nothing that is asked for has a question called ${name}.`);
    if (question.type !== type) throw new BadRequest(`${at}.type: must be ${question.type}, as in the template.`);
    const options = question.metadata?.multi_choice_data?.options ?? [];
    // How several choices are written is not stated, so only a single one can be held against the options.
    if (type === "MULTI_CHOICE" && value !== "" && !options.includes(value)) {
        throw new BadRequest(`${at}.value: must be one of ${options.join(", ")}.`);
    }
    if (type !== "BOOLEAN") return { field_name: name, field_type: type, field_value: value };
    if (value !== "true" && value !== "false") throw new BadRequest(`${at}.value: must be "true" or "false".`);
    return { field_name: name, field_type: type, field_value: value === "true" };
}
