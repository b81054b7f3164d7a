import { operations } from "../api/generated/operations.gen.js";
import { isRead } from "../api/outcome.js";
import { UsageError } from "../errors.js";
import * as campaignActions from "../functions/campaigns.js";
import * as groupReviewers from "../functions/group-reviewers.js";
import * as requestActions from "../functions/requests.js";
import type { Live } from "../live/live.js";
import * as apps from "../lookups/apps.js";
import * as bundles from "../lookups/bundles.js";
import { answerOf, type Callable, checkNames } from "../lookups/callable.js";
import * as campaigns from "../lookups/campaigns.js";
import * as contacts from "../lookups/contacts.js";
import * as events from "../lookups/events.js";
import * as groups from "../lookups/groups.js";
import * as members from "../lookups/members.js";
import { organizationOf } from "../lookups/organization.js";
import * as owners from "../lookups/owners.js";
import * as requests from "../lookups/requests.js";
import * as resources from "../lookups/resources.js";
import * as scripts from "../lookups/scripts.js";
import * as tags from "../lookups/tags.js";
import * as templates from "../lookups/templates.js";
import * as users from "../lookups/users.js";
import type { Properties } from "../schema/fields.js";
import { pluginType } from "../schema/pulumi-type.js";
import { hint } from "../schema/spelling.js";

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

/** Every lookup and action of the package, by the type under which a program in any language calls it. */
export const functions: ReadonlyMap<string, Callable> = new Map(
    MODULES.flatMap((module) => Object.entries(module))
        .filter((entry): entry is [string, Callable] => answerOf(entry[1]) !== undefined)
        .map(([name, callable]) => [pluginType(name), callable]),
);

/** What the engine tells of the operation in which a program calls a function; `unknown` by one that is too old to tell. */
export type Phase = "preview" | "up" | "unknown";

/**
 * Calls a function for a program. A list is answered as `results`, since every answer has names.
 * @throws UsageError for a function that is not there, or that writes where nobody knows whether this is a preview
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
        const other = hint(type, [...functions.keys()]) || ". Install the version that has it.";
        throw new UsageError(
            `There is no function ${JSON.stringify(type)} in this version of access-governance${other}`,
        );
    }
    checkNames(callable, args);
    if (phase === "unknown" && writes(callable))
        throw new UsageError(
            `${type} writes, and this version of the Pulumi CLI does not tell whether it previews. Use a newer one.`,
        );
    const organization = organizationOf(live, () => {});
    const answer = await answers(organization, args, phase === "preview" ? say : undefined);
    return Array.isArray(answer) ? { results: answer } : { ...Object(answer) };
}

function writes({ operations: names }: Callable): boolean {
    return names.some((name) => !isRead(operations[name]));
}
