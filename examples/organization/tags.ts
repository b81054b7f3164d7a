import * as access from "pulumi-access-governance";
import type { Directory } from "./directory";
import type { Estate } from "./estate";
import type { Teams } from "./teams";

/** Tags for rules and reviews. */
export function declareTags() {
    return {
        production: new access.Tag("production", { key: "environment", value: "production" }),
        harbour: new access.Tag("harbour", { key: "harbour", value: "eu" }),
    };
}

export type Tags = ReturnType<typeof declareTags>;

/** Tags groups and resources that give access to production. */
export function tagProduction(
    { resources }: Directory,
    { production }: Tags,
    { platform, data }: Teams,
    estate: Estate,
) {
    for (const [name, groupId] of Object.entries({ platform: platform.onCall.id, data: data.onCall.id })) {
        new access.GroupTag(`${name}-on-call-production`, { groupId, tagId: production.id });
    }
    const tagged = { ledgers: estate.ledgers.id, tracker: resources.tracker };
    for (const [name, resourceId] of Object.entries(tagged)) {
        new access.ResourceTag(`${name}-production`, { resourceId, tagId: production.id });
    }
}
