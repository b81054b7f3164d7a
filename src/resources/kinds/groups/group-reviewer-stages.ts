import { operation } from "../../../api/calls.js";
import type { RequestConfiguration } from "../../../api/generated/types.gen.js";
import { ArgumentError, MissingError } from "../../../common/errors.js";
import { quoted } from "../../../common/printable.js";
import type { Properties } from "../../../common/properties.js";
import { toWireNames } from "../../../common/wire-names.js";
import { evaluated, fewerWidens } from "../../../provider/schema/access.js";
import { subresource } from "../../../provider/shapes/subresource.js";
import { reviewerStages } from "../../fields/request-configurations.js";
import { effectOfRemoval, stagesAfterRemoval } from "../../fields/review.js";
import { id } from "../../fields/values.js";
import { AccessResource, type ArgsOf, type OutputsOf } from "../../program/resource.js";
import { groupSource } from "../../sources.js";

const fields = {
    /** Group that the stages belong to. */
    groupId: evaluated(id(groupSource)),
    /** Review stages of the default request configuration, in order, three at most. Without `autoApproval`, at least one. */
    stages: evaluated(reviewerStages, fewerWidens),
};

const writeConfigurations = operation("updateGroups", (id: string, configurations: readonly Properties[]) => ({
    body: {
        groups: [
            {
                group_id: id,
                // The cast is safe: the configurations were read from the API, and the stages match the fields above.
                request_configurations: configurations.map((one) => toWireNames(one)) as RequestConfiguration[],
            },
        ],
    },
}));

/**
 * The review stages of the default request configuration, for a group that is declared elsewhere. Other request configurations and settings
 * stay unchanged. If the group is declared in the same program, set `requestConfigurations` on `Group` instead; do not use both for the
 * same group. Do not use it for a group with a configuration template, which determines the stages. Removing the declaration makes the
 * admin owner of the group the only reviewer. Pulumi id and import id: the group's id. Operations: GET /groups/{group_id}, PUT /groups.
 */
export class GroupReviewerStages extends AccessResource<GroupReviewerStagesArgs> {
    static readonly kind = subresource({
        name: "GroupReviewerStages",
        noun: "review stage list of a group",
        parent: groupSource,
        fields,
        access: { created: "mayWiden", deleted: "mayWiden" },
        read: {
            operations: ["getGroup", "getGroups"],
            within: groupSource,
            run: (live, id) => live.object(groupSource, id),
        },
        value: (group) => ({ stages: defaultOf(configurationsOf(group))?.reviewerStages ?? [] }),
        write: {
            operations: [writeConfigurations.name],
            run: async ({ client, live }, id, { stages }) => {
                // Read the group again, so that the other settings are written back with their current values.
                live.wrote(groupSource.name, id);
                const group = await live.object(groupSource, id);
                if (!group) throw new MissingError(`No group has the id ${quoted(id)}. Correct groupId.`);
                const configurations = configurationsOf(group);
                const changed = defaultOf(configurations);
                if (!changed) {
                    throw new MissingError(
                        `The group ${id} does not have a default request configuration, which contains the stages. Set requestConfigurations of the group first.`,
                    );
                }
                if (Array.isArray(stages) && stages.length === 0 && changed.autoApproval !== true) {
                    throw new ArgumentError(
                        `stages: the group ${id} does not approve requests automatically, so it must have at least one stage.`,
                    );
                }
                try {
                    const written = configurations.map((one) =>
                        one === changed ? { ...one, reviewerStages: stages } : one,
                    );
                    await writeConfigurations.send(client, id, written);
                } finally {
                    live.wrote(groupSource.name, id);
                }
            },
        },
        ending: {
            writes: (now, live, id) => stagesAfterRemoval(now, live, groupSource, id),
            says: effectOfRemoval("group"),
        },
    });
}

export interface GroupReviewerStages extends OutputsOf<typeof fields> {}
export interface GroupReviewerStagesArgs extends ArgsOf<typeof fields> {}

function configurationsOf(group: Properties | undefined): Properties[] {
    const list = group?.requestConfigurations;
    return Array.isArray(list) ? list : [];
}

/** Returns the default configuration, for requests that do not match the condition of another configuration. */
function defaultOf(configurations: readonly Properties[]): Properties | undefined {
    return configurations.find(({ priority }) => priority === 0);
}
