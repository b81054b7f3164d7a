import { z } from "zod";
import { StartError } from "../http/errors.js";
import { validationText } from "../http/validation.js";
import { layouts } from "./records.js";

/** The record type of each table. */
export type Records = { [Name in keyof typeof layouts]: z.output<(typeof layouts)[Name]["schema"]> };

/** An organization in JSON form, as in data files, seed files and snapshots. */
export type Organization = {
    /** A UUID from which the ids of new objects are derived. Because it is unique, organizations never share ids. */
    namespace: string;
    /** The id of the current user, who owns the service's token. */
    current_user_id: string;
    /** For each name, the number of ids that were derived from it. A recreated object therefore gets a new id. */
    ids_made: Record<string, number>;
} & { [Name in keyof Records]: Records[Name][] };

export function emptyOrganization(namespace: string, current_user_id: string): Organization {
    const records = Object.fromEntries(Object.keys(layouts).map((name) => [name, []]));
    // `records` contains all tables, because its names come from `layouts`.
    return { namespace, current_user_id, ids_made: {}, ...records } as unknown as Organization;
}

/**
 * Validates an organization. Omitted tables are empty. The default of `namespace` is `defaultNamespace`, and the default of
 * `current_user_id` is the first user.
 * @param source how error messages refer to the JSON value
 * @throws StartError if the organization is invalid
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
        throw new StartError(`${source} is not a valid organization: ${validationText(read.error, "the top level")}.`);
    // The compiler cannot infer this type, because the schema is created with `fromEntries`.
    const organization = read.data as unknown as Omit<Organization, "current_user_id"> & { current_user_id?: string };
    const current = organization.current_user_id ?? organization.users[0]?.user_id;
    if (!current || !organization.users.some((user) => user.user_id === current)) {
        throw new StartError(
            `${source} is not a valid organization: current_user_id must be the id of one of its users.`,
        );
    }
    return { ...organization, current_user_id: current };
}
