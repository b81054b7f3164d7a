import { z } from "zod";
import type * as t from "../../api/generated/types.gen.js";
import * as schemas from "../../api/generated/zod.gen.js";
import type { Layouts } from "../storage/layouts.js";

export interface TemplateRecords {
    requestTemplates: t.RequestTemplate;
    configurationTemplates: t.ConfigurationTemplate & { configuration_template_id: string };
    /** The request rules of a configuration template, which no answer shows. */
    configurationTemplateRules: {
        configuration_template_id: string;
        request_configurations: t.RequestConfiguration[];
    };
}

export const templateLayouts: Layouts<TemplateRecords> = {
    requestTemplates: {
        noun: "request template",
        key: ["request_template_id"],
        schema: schemas.zRequestTemplate,
    },
    configurationTemplates: {
        noun: "configuration template",
        key: ["configuration_template_id"],
        schema: schemas.zConfigurationTemplate.required({ configuration_template_id: true }),
    },
    configurationTemplateRules: {
        noun: "rules of configuration template",
        key: ["configuration_template_id"],
        schema: z.object({
            configuration_template_id: z.guid(),
            request_configurations: z.array(schemas.zRequestConfiguration),
        }),
    },
};
