import { isDeepStrictEqual } from "node:util";
import type { Group, GroupRemoteInfo, Resource, ResourceRemoteInfo } from "../../../api/generated/types.gen.js";
import { zGroupRemoteInfo, zResourceRemoteInfo } from "../../../api/generated/zod.gen.js";
import { BadRequest, Conflict } from "../http/errors.js";
import { isStructure } from "../http/json.js";
import type { Store } from "../storage/store.js";
import { normalType, sameType } from "./types.js";

/** Names of the `remote_info` field for types whose field name is not the lower-case type name. Some types have more than one. */
const MEMBERS_OF: Readonly<Record<string, readonly string[]>> = {
    GIT_HUB_TEAM: ["github_team"],
    GIT_HUB_ENTERPRISE_TEAM: ["github_enterprise_team"],
    GIT_LAB_GROUP: ["gitlab_group"],
    GOOGLE_GROUPS_GROUP: ["google_group"],
    GOOGLE_GROUPS_GKE_GROUP: ["google_group"],
    AWS_SSO_PERMISSION_SET: ["aws_permission_set"],
    AWS_RDS_POSTGRES_CLUSTER: ["aws_rds_cluster"],
    AWS_RDS_MYSQL_CLUSTER: ["aws_rds_cluster"],
    AWS_RDS_POSTGRES_INSTANCE: ["aws_rds_instance"],
    AWS_RDS_MYSQL_INSTANCE: ["aws_rds_instance"],
    GCP_CLOUD_SQL_POSTGRES_INSTANCE: ["gcp_sql_instance"],
    GCP_CLOUD_SQL_MYSQL_INSTANCE: ["gcp_sql_instance"],
    GIT_HUB_REPO: ["github_repo"],
    GIT_HUB_ORG: ["github_org"],
    GIT_HUB_ORG_ROLE: ["github_org_role"],
    GIT_HUB_ENTERPRISE_ROLE: ["github_enterprise_role"],
    GIT_LAB_PROJECT: ["gitlab_project"],
    DOCUSIGN_GROUP: ["docusign_group", "docusign_signing_group"],
    OKTA_ROLE: ["okta_standard_role", "okta_custom_role"],
};

/** Types that are never imported from a remote system. */
const NATIVE = ["SVC_GROUP", "SVC_ROLE", "SVC_SCOPED_ROLE", "CUSTOM"];

/** Fields of `remote_info` that describe a location, from the largest location to the smallest. */
const SCOPES = [
    "parent_id",
    "organizational_unit_id",
    "org_name",
    "account_id",
    "project_id",
    "region",
    "zone",
    "metastore_id",
    "database_name",
    "schema_name",
    "dataset_id",
    "application_id",
    "repo_id",
];

/** A group or resource that may be imported from a remote system. */
interface Imported {
    readonly app_id?: string;
    readonly group_type?: string;
    readonly resource_type?: string;
    readonly remote_info?: object;
}

/**
 * Checks the `remote_info` of a new group or resource. We assume that a remote object can be imported only once (not documented by the
 * API).
 * @param sent the body before validation
 * @throws BadRequest if `remote_info` is invalid, or Conflict if the remote object has already been imported
 */
export function checkImport(store: Store, body: Imported, sent: unknown): void {
    if (!body.remote_info) return;
    const isGroup = body.group_type !== undefined;
    checkRemoteInfo(
        typeOf(body),
        body.remote_info,
        sent,
        isGroup ? zGroupRemoteInfo().shape : zResourceRemoteInfo().shape,
    );
    const others: (Group | Resource)[] = isGroup ? store.groups.all() : store.resources.all();
    const taken = others.find((other) => isSameImport(other, body));
    if (!taken) return;
    const label = "group_id" in taken ? `group ${taken.group_id}` : `resource ${taken.resource_id}`;
    throw new Conflict(`remote_info: this object was already imported as the ${label}.`);
}

/**
 * Returns the id of an object in the remote system. We assume that it is the first field that does not describe a location or, if there is
 * no such field, the smallest location (not documented by the API).
 */
export function remoteIdOf(info: GroupRemoteInfo | ResourceRemoteInfo): string | undefined {
    const texts = Object.values(info)
        .flatMap((member) => Object.entries(member))
        .filter((field): field is [string, string] => typeof field[1] === "string");
    const named = texts.find(([name]) => !SCOPES.includes(name));
    const narrowest = texts.sort(([a], [b]) => SCOPES.indexOf(b) - SCOPES.indexOf(a))[0];
    return (named ?? narrowest)?.[1];
}

function typeOf({ group_type, resource_type = "" }: Imported): string {
    return group_type ?? resource_type;
}

function isSameImport(one: Imported, other: Imported): boolean {
    return (
        sameType(typeOf(one), typeOf(other)) &&
        one.app_id === other.app_id &&
        isDeepStrictEqual(one.remote_info, other.remote_info)
    );
}

/**
 * The API does not document this; we assume that `remote_info` has exactly one field, which matches the type. Types that the API does not
 * list accept any single field. Unknown fields are refused. They are present in `sent`, but not in the validated `info`.
 */
function checkRemoteInfo(type: string, info: object, sent: unknown, shape: object): void {
    const given = Object.keys(isStructure(sent) && isStructure(sent.remote_info) ? sent.remote_info : info);
    const members = MEMBERS_OF[normalType(type)] ?? [type.toLowerCase()];
    const known = members.some((member) => member in shape);
    if (NATIVE.includes(normalType(type))) {
        throw new BadRequest(`remote_info must be omitted for the type ${type}, which is never imported.`);
    }
    if (
        given.length !== 1 ||
        Object.keys(info).length !== 1 ||
        (known && !members.some((member) => member === given[0]))
    ) {
        const allowed = known ? `, ${members.join(" or ")}` : "";
        throw new BadRequest(
            `remote_info must have exactly one field${allowed}; found ${given.join(", ") || "nothing"}.`,
        );
    }
}
