import { z } from "zod";
import * as schemas from "../../api/generated/zod.gen.js";
import { records, recordsOf } from "../storage/layouts.js";

export const templateLayouts = {
    requestTemplates: records("request template", ["request_template_id"], schemas.zRequestTemplate()),
    configurationTemplates: records(
        "configuration template",
        ["configuration_template_id"],
        schemas.zConfigurationTemplate().required({ configuration_template_id: true }),
    ),
    /** The request rules of a configuration template, which no answer shows. */
    configurationTemplateRules: recordsOf("rules of configuration template", ["configuration_template_id"], {
        request_configurations: z.array(schemas.zRequestConfiguration()),
    }),
};
