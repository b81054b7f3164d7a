import { z } from "zod";
import type { RequestConfiguration } from "../../api/generated/types.gen.js";
import { zRequestConfiguration } from "../../api/generated/zod.gen.js";
import type { Layouts } from "./layouts.js";

export interface TemplateRuleRecords {
    /** The request rules of a configuration template, which no answer shows. */
    configurationTemplateRules: {
        configuration_template_id: string;
        request_configurations: RequestConfiguration[];
    };
}

export const templateRuleLayouts: Layouts<TemplateRuleRecords> = {
    configurationTemplateRules: {
        noun: "rules of configuration template",
        key: ["configuration_template_id"],
        schema: z.object({
            configuration_template_id: z.guid(),
            request_configurations: z.array(zRequestConfiguration),
        }),
    },
};
