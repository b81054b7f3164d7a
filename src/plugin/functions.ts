import { operations } from "../api/generated/operations.gen.js";
import { isRead } from "../api/transport/outcome.js";
import { UsageError } from "../common/errors.js";
import { hint } from "../common/spelling.js";
import type { Live } from "../provider/live/live.js";
import type { Properties } from "../provider/schema/fields.js";
import { pluginType } from "../provider/schema/pulumi-type.js";
import * as campaignActions from "../resources/functions/campaigns.js";
import * as groupReviewers from "../resources/functions/group-reviewers.js";
import * as requestActions from "../resources/functions/requests.js";
import * as apps from "../resources/lookups/apps.js";
import * as bundles from "../resources/lookups/bundles.js";
import { answerOf, type Callable, checkNames } from "../resources/lookups/callable.js";
import * as campaigns from "../resources/lookups/campaigns.js";
import * as contacts from "../resources/lookups/contacts.js";
import * as events from "../resources/lookups/events.js";
import * as groups from "../resources/lookups/groups.js";
import * as members from "../resources/lookups/members.js";
import { organizationOf } from "../resources/lookups/organization.js";
import * as owners from "../resources/lookups/owners.js";
import * as requests from "../resources/lookups/requests.js";
import * as resources from "../resources/lookups/resources.js";
import * as scripts from "../resources/lookups/scripts.js";
import * as tags from "../resources/lookups/tags.js";
import * as templates from "../resources/lookups/templates.js";
import * as users from "../resources/lookups/users.js";

const MODULES: readonly object[] = [
    apps,
    bundles,
    campaignActions,
    campaigns,
    contacts,
    events,
    groupReviewers,
    groups,
    members,
    owners,
    requestActions,
    requests,
    resources,
    scripts,
    tags,
    templates,
    users,
];

/** All lookups and actions of the package, by the type with which programs call them. */
export const functions: ReadonlyMap<string, Callable> = new Map(
    MODULES.flatMap((module) => Object.entries(module))
        .filter((entry): entry is [string, Callable] => answerOf(entry[1]) !== undefined)
        .map(([name, callable]) => [pluginType(name), callable]),
);

/**
 * The operation in which a program calls a function, as the engine reports it; `unknown` if the
 * engine is too old to report it.
 */
export type Phase = "preview" | "up" | "unknown";

/**
 * Calls a function for a program. A list is returned as `results`, because every result needs a
 * name.
 * @throws UsageError for a function that does not exist, or that writes if it is unknown whether
 * this is a preview
 */
export async function callFunction(
    live: Live,
    type: string,
    args: Properties,
    phase: Phase,
    say: (sentence: string) => void,
): Promise<Properties> {
    const callable = functions.get(type);
    const answers = answerOf(callable);
    if (!callable || !answers) {
        const other = hint(type, [...functions.keys()]) || ". Install a version that does.";
        throw new UsageError(
            `This version of access-governance does not support the function ${JSON.stringify(type)}${other}`,
        );
    }
    checkNames(callable, args);
    if (phase === "unknown" && writes(callable))
        throw new UsageError(
            `${type} writes, but this version of the Pulumi CLI does not report whether the run is a preview. Use a newer version.`,
        );
    const organization = organizationOf(live, () => {});
    const answer = await answers(organization, args, phase === "preview" ? say : undefined);
    return Array.isArray(answer) ? { results: answer } : { ...Object(answer) };
}

function writes({ operations: names }: Callable): boolean {
    return names.some((name) => !isRead(operations[name]));
}
