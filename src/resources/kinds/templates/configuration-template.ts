import type { ID, Output } from "@pulumi/pulumi";
import { z } from "zod";
import { operation } from "../../../api/calls.js";
import type {
    CreateConfigurationTemplateInfo,
    UpdateConfigurationTemplateInfo,
} from "../../../api/generated/types.gen.js";
import {
    evaluated,
    fewerWidens,
    harmlessWhenNew,
    irrelevant,
    moreWidens,
    unevaluated,
} from "../../../provider/schema/access.js";
import { field } from "../../../provider/schema/fields.js";
import { entity } from "../../../provider/shapes/entity.js";
import { requestConfigurations } from "../../fields/request-configurations.js";
import { ticketPropagation } from "../../fields/settings.js";
import { id, idSet, textField } from "../../fields/values.js";
import { visibilityBody, visibilityPart } from "../../fields/visibility.js";
import { AccessObject, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import {
    configurationTemplateSource,
    messageChannelSource,
    onCallScheduleSource,
    ownerSource,
    userSource,
} from "../../sources.js";

const fields = {
    /** Name of the template. */
    name: irrelevant(textField()),
    /** Owner that administers the template. */
    adminOwnerId: harmlessWhenNew(unevaluated(id(ownerSource))),
    /** Visibility of the objects that use the template. */
    visibility: harmlessWhenNew(unevaluated(visibilityPart())),
    /** Reviewers must pass MFA. */
    requireMfaToApprove: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)),
    /** Users must pass MFA to connect. */
    requireMfaToConnect: harmlessWhenNew(unevaluated(z.boolean(), fewerWidens)),
    /** Message channels notified of changes to the objects that use the template (complete list). */
    linkedAuditMessageChannelIds: harmlessWhenNew(unevaluated(idSet(messageChannelSource), fewerWidens)).optional(),
    /** On-call schedules whose users are members while they are on call (complete list). */
    memberOncallScheduleIds: harmlessWhenNew(unevaluated(idSet(onCallScheduleSource), moreWidens)).optional(),
    /** Users who can use emergency access (complete list). */
    breakGlassUserIds: evaluated(idSet(userSource), moreWidens).optional(),
    /**
     * Rules for requesting access. The service does not return them, so changes outside the program are not detected. Removing them from
     * the program leaves them unchanged.
     */
    requestConfigurations: harmlessWhenNew(unevaluated(field(requestConfigurations, { writeOnly: true }))).optional(),
    /** Tickets to open when access changes. */
    ticketPropagation: irrelevant(
        ticketPropagation().refine(
            (given) => given.ticketProvider !== undefined || !(given.enabledOnGrant || given.enabledOnRevocation),
            {
                path: ["ticketProvider"],
                error: "it is required if enabledOnGrant or enabledOnRevocation is true",
            },
        ),
    ).optional(),
    /** Extra text sent to the requester on approval, 800 characters at most; null for none. */
    customRequestNotification: irrelevant(z.string().max(800)).nullable().optional(),
};

/**
 * A template of visibility and request rules for groups and resources, which refer to it with `configurationTemplateId`. A template that is
 * in use cannot be deleted. First set `configurationTemplateId` to null where it is used: removing the property from the program leaves the
 * service unchanged. Import id: the template's id or name. Operations: GET, POST and PUT /configuration-templates, DELETE
 * /configuration-templates/{configuration_template_id}.
 */
export class ConfigurationTemplate extends AccessObject<ConfigurationTemplateArgs> {
    static readonly kind = entity({
        noun: "configuration template",
        source: configurationTemplateSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        results: ["requestConfigurationId"],
        key: ["name", "adminOwnerId"],
        create: operation("createConfigurationTemplate", (body: CreateConfigurationTemplateInfo) => ({
            body: { ...body, visibility: visibilityBody(body.visibility) },
        })),
        update: operation(
            "updateConfigurationTemplate",
            (id: string, body: Omit<UpdateConfigurationTemplateInfo, "configuration_template_id">) => ({
                body: {
                    ...body,
                    configuration_template_id: id,
                    visibility: body.visibility && visibilityBody(body.visibility),
                },
            }),
        ),
        remove: operation("deleteConfigurationTemplate"),
    });

    /** Id of the request configurations on the service. */
    declare readonly requestConfigurationId: Output<string | null>;

    /** Id of the template; same as `id`. */
    get configurationTemplateId(): Output<ID> {
        return this.id;
    }
}

export interface ConfigurationTemplate extends OutputsOf<typeof fields> {}
export interface ConfigurationTemplateArgs extends ArgsOf<typeof fields> {}
