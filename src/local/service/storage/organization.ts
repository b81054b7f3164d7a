import { z } from "zod";
import { StartError } from "../http/errors.js";
import { problemsOf } from "../http/validation.js";
import { layouts } from "./records.js";

/** The type of the records of each kind. */
export type Records = { [Name in keyof typeof layouts]: z.output<(typeof layouts)[Name]["schema"]> };

/** An organization as JSON, in data files, seed files and snapshots. */
export type Organization = {
    /** A UUID from which the ids of new objects are derived, so that two organizations never share an id. */
    namespace: string;
    /** The current user, to whom the service's token belongs. */
    current_user_id: string;
    /** Number of ids derived from each name, so that a recreated object gets a new id. */
    ids_made: Record<string, number>;
} & { [Name in keyof Records]: Records[Name][] };

export function emptyOrganization(namespace: string, current_user_id: string): Organization {
    const records = Object.fromEntries(Object.keys(layouts).map((name) => [name, []]));
    // `records` has every kind, because its names come from the layouts.
    return { namespace, current_user_id, ids_made: {}, ...records } as unknown as Organization;
}

/**
 * Validates an organization. Omitted kinds are empty. The default of `namespace` is `defaultNamespace`, and that of `current_user_id` is the
 * first user.
 * @throws StartError with a message that begins with `source`
 */
export function toOrganization(source: string, json: unknown, defaultNamespace: string): Organization {
    const form = z.strictObject({
        namespace: z.guid().default(defaultNamespace),
        current_user_id: z.guid().optional(),
        ids_made: z.record(z.string(), z.int()).default({}),
        ...Object.fromEntries(Object.entries(layouts).map(([name, { schema }]) => [name, z.array(schema).default([])])),
    });
    const read = form.safeParse(json);
    if (!read.success)
        throw new StartError(`${source} is not an organization: ${problemsOf(read.error, "the top level")}.`);
    // The compiler cannot infer this type, because the schema is built with `fromEntries`.
    const organization = read.data as unknown as Omit<Organization, "current_user_id"> & { current_user_id?: string };
    const current = organization.current_user_id ?? organization.users[0]?.user_id;
    if (!current || !organization.users.some((user) => user.user_id === current)) {
        throw new StartError(`${source} is not an organization: users must contain the user of the token.`);
    }
    return { ...organization, current_user_id: current };
}
