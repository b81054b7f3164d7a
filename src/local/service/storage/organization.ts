import { z } from "zod";
import { StartError } from "../http/errors.js";
import { problemsOf } from "../http/validation.js";
import { layouts } from "./records.js";

/** Everything an organization holds, kind by kind. */
export type Records = { [Name in keyof typeof layouts]: z.output<(typeof layouts)[Name]["schema"]> };

/** An organization as JSON: what a data file, a seed file and a snapshot hold. */
export type Organization = {
    /** A UUID that the ids of new objects derive from: two organizations never share an id. */
    namespace: string;
    /** The user that the token stands for. */
    current_user_id: string;
    /** Number of ids derived from each name, so that a recreated object gets a new id. */
    ids_made: Record<string, number>;
} & { [Name in keyof Records]: Records[Name][] };

export function emptyOrganization(namespace: string, current_user_id: string): Organization {
    const records = Object.fromEntries(Object.keys(layouts).map((name) => [name, []]));
    // Every kind is there: the names are those of the layouts.
    return { namespace, current_user_id, ids_made: {}, ...records } as unknown as Organization;
}

/**
 * Reads the JSON form of an organization. Omitted kinds are empty; without `namespace` the caller's default applies, without
 * `current_user_id` the first user.
 * @throws StartError with a sentence that begins with `source`.
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
    // The schema is built kind by kind from the layouts, which the compiler cannot follow through fromEntries.
    const organization = read.data as unknown as Omit<Organization, "current_user_id"> & { current_user_id?: string };
    const current = organization.current_user_id ?? organization.users[0]?.user_id;
    if (!current || !organization.users.some((user) => user.user_id === current)) {
        throw new StartError(`${source} is not an organization: users must contain the user of the token.`);
    }
    return { ...organization, current_user_id: current };
}
