import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records } from "../storage/layouts.js";

export const templateLayouts = {
    requestTemplates: records("request template", ["request_template_id"], schemas.zRequestTemplate),
    configurationTemplates: records(
        "configuration template",
        ["configuration_template_id"],
        schemas.zConfigurationTemplate.required({ configuration_template_id: true }),
    ),
    /** The request rules of a configuration template, which no answer shows. */
    configurationTemplateRules: records(
        "rules of configuration template",
        ["configuration_template_id"],
        z.object({
            configuration_template_id: z.guid(),
            request_configurations: z.array(schemas.zRequestConfiguration),
        }),
    ),
};
