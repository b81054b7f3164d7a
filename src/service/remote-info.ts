import type { GroupRemoteInfo } from "../api/generated/types.gen.js";
import { zGroupRemoteInfo } from "../api/generated/zod.gen.js";
import { BadRequest } from "./errors.js";

/** Group types whose coordinates are not called as the type is. */
const MEMBER_OF: Readonly<Record<string, string>> = {
    GIT_HUB_TEAM: "github_team",
    GIT_HUB_ENTERPRISE_TEAM: "github_enterprise_team",
    GIT_LAB_GROUP: "gitlab_group",
    GOOGLE_GROUPS_GROUP: "google_group",
    GOOGLE_GROUPS_GKE_GROUP: "google_group",
};

/**
 * Inferred: the coordinates of an imported group have exactly one member, the one that fits the type. Of a type that the interface does
 * not name, any one member will do.
 * @throws BadRequest
 */
export function checkGroupRemoteInfo(groupType: string, info: GroupRemoteInfo): void {
    const given = Object.keys(info);
    const member = MEMBER_OF[groupType] ?? groupType.toLowerCase();
    const fits = member in zGroupRemoteInfo.shape;
    if (groupType === "SVC_GROUP") {
        throw new BadRequest("remote_info: must be left out for SVC_GROUP, which is not imported.");
    }
    if (given.length !== 1 || (fits && given[0] !== member)) {
        const allowed = fits ? member : "one member";
        throw new BadRequest(
            `remote_info: must hold ${allowed} and nothing else; found ${given.join(", ") || "nothing"}.`,
        );
    }
}
