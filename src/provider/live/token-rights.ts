import { listing } from "../../api/calls.js";
import type { Client } from "../../api/client.js";
import { ForbiddenError, NotFoundError } from "../../api/errors.js";
import type { Token } from "../../api/generated/types.gen.js";
import {
    isOrganizationRoleType,
    type OrganizationRole,
    organizationRoleNamed,
} from "../../common/organization-roles.js";

/**
 * What the service reveals about the rights of the token in use. A permission on some objects, such as that of a leader, an owner or a
 * custom role, shows nothing about the others. Everything is read once, when it is first needed.
 */
export class TokenRights {
    private tokens: Promise<readonly Token[] | undefined> | undefined;
    private sight: Promise<boolean> | undefined;

    constructor(
        private readonly client: Client,
        /** Returns the id of the user that the token belongs to; undefined if the service does not reveal it. */
        private readonly userId: () => Promise<string | undefined>,
    ) {}

    /**
     * Returns the distinct access levels of all valid tokens of the user, because the API does not identify the token in use. Undefined if
     * the token cannot read them, which only the token of an administrator can.
     */
    async levels(): Promise<readonly string[] | undefined> {
        const valid = (await this.ownTokens())?.filter(
            ({ expires_at }) => !expires_at || Date.parse(expires_at) > this.client.now(),
        );
        return valid && [...new Set(valid.map(({ access_level }) => access_level))];
    }

    /**
     * Whether the token is known to see every object: it is that of an administrator or of the holder of a role that sees everything. For
     * any other token, the service may respond as if an existing object did not exist.
     */
    seesEverything(): Promise<boolean> {
        this.sight ??= this.looksEverywhere();
        return this.sight;
    }

    private async looksEverywhere(): Promise<boolean> {
        // The tokens of a user include the one in use.
        return ((await this.ownTokens()) ?? []).length > 0 || (await this.holdsRole());
    }

    private ownTokens(): Promise<readonly Token[] | undefined> {
        this.tokens ??= this.readTokens();
        return this.tokens;
    }

    private async readTokens(): Promise<readonly Token[] | undefined> {
        const user_id = await this.userId();
        if (user_id === undefined) return undefined;
        return unlessHidden(this.client.call("getTokens", { query: { user_id } }).then(({ results }) => results));
    }

    private async holdsRole(): Promise<boolean> {
        const user_id = await this.userId();
        const held = user_id === undefined ? undefined : await unlessHidden(resourcesOfUser.all(this.client, user_id));
        const roles = (held ?? []).filter(({ resource_name = "" }) => isSeeing(organizationRoleNamed(resource_name)));
        for (const { resource_id } of roles) {
            const role = await unlessHidden(this.client.call("getResource", { path: { resource_id } }));
            if (isOrganizationRoleType(role?.resource_type)) return true;
        }
        return false;
    }
}

const resourcesOfUser = listing("getUserResources", (user_id: string) => ({
    path: { user_id },
    query: { limit: 1000 },
}));

/** Whether the holders of a role see every object, according to the vendor's guides. */
function isSeeing(role: OrganizationRole | undefined): boolean {
    return role === "admin" || role === "readOnlyAdmin" || role === "auditor";
}

/** Returns the response, or undefined if the token is not authorized to read it. */
async function unlessHidden<T>(answer: Promise<T>): Promise<T | undefined> {
    try {
        return await answer;
    } catch (error) {
        if (error instanceof ForbiddenError || error instanceof NotFoundError) return undefined;
        throw error;
    }
}
