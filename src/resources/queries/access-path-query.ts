import { z } from "zod";
import type { AccessEntityFilters, AccessPathQueryBody, EntityItemTypeEnum } from "../../api/generated/types.gen.js";
import { isObject } from "../../common/properties.js";
import { field } from "../../provider/schema/fields.js";
import { ids, textField, whole } from "../fields/values.js";

/** Filters of a query, with the key names of the API. Unknown keys are rejected, because a misspelled filter would match all objects. */
const entityFilters: z.ZodType<AccessEntityFilters, AccessEntityFilters> = z.lazy(() =>
    z.strictObject({
        entityTypes: z.array(z.enum(["RESOURCE", "GROUP", "USER"])).optional(),
        // The API may add values to this enumeration, so only the service checks them.
        entityItemTypes: z.array(z.custom<EntityItemTypeEnum>((value) => typeof value === "string")).optional(),
        entityName: z
            .strictObject({
                stringMatchType: z.enum(["CONTAINS", "EQUALS", "STARTS_WITH", "ENDS_WITH"]),
                string: z.string(),
            })
            .optional(),
        entityTag: z
            .strictObject({ key: textField(), value: z.string().optional(), connectionId: z.string().optional() })
            .optional(),
        entityIDs: ids().optional(),
        importedFromApp: ids().optional(),
        roleRemoteIds: z.array(z.string()).optional(),
        roleNames: z.array(z.string()).optional(),
        allOf: z.array(entityFilters).optional(),
        anyOf: z.array(entityFilters).optional(),
        not: entityFilters.optional(),
        entityDescription: z.strictObject({ string: z.string(), not: z.boolean().optional() }).optional(),
        hrIdpStatus: z
            .strictObject({
                statuses: z.array(z.enum(["ACTIVE", "SUSPENDED", "DEPROVISIONED", "DELETED", "NOT_FOUND"])).optional(),
                not: z.boolean().optional(),
            })
            .optional(),
        entityAdminOwner: z.strictObject({ ownerIDs: ids(), not: z.boolean().optional() }).optional(),
    }),
);

const relationshipFilters = z.strictObject({
    isAccessibleBy: entityFilters.optional(),
    hasAccessTo: entityFilters.optional(),
});

const query: z.ZodType<AccessPathQueryBody, AccessPathQueryBody> = z.strictObject({
    principalFilter: entityFilters.optional(),
    entitlementFilter: entityFilters.optional(),
    principalAccessFilters: relationshipFilters.optional(),
    entitlementAccessFilters: relationshipFilters.optional(),
    accessLevelRemoteIds: z.array(z.string()).optional(),
    accessLevelNames: z.array(z.string()).optional(),
    edgeFilter: z
        .strictObject({
            directOnly: z.literal(true, "it must be true: campaigns review direct access").optional(),
            accessDurationType: z.enum(["EXPIRING_ONLY", "PERMANENT_ONLY"]).optional(),
        })
        .optional(),
});

/**
 * Schema for the query that selects the access to review in a campaign. It is compared as a whole, because an omitted filter changes the
 * result of the query.
 */
export function campaignQuery() {
    const checked = query.refine(
        ({ principalFilter, entitlementFilter }) => principalFilter !== undefined || entitlementFilter !== undefined,
        "it must have principalFilter, entitlementFilter, or both",
    );
    return field(checked, { onChange: "replace", wire: { verbatim: true }, canonical: canonicalQuery });
}

/** Returns the canonical form of a query, as the service stores it: `directOnly` is always set, and the order of lists is ignored. */
function canonicalQuery(value: unknown): unknown {
    if (!isObject(value)) return value;
    const edgeFilter = { directOnly: true, ...(isObject(value.edgeFilter) ? value.edgeFilter : {}) };
    return whole({ ...value, edgeFilter });
}
