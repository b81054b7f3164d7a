import { createHash } from "node:crypto";
import type { Properties } from "../../../src/common/properties.js";
import { fromWire } from "../../../src/common/wire-names.js";
import type { KindName } from "../../../src/verify/write/naming.js";
import type { World } from "./world.js";

/** How properties that the API does not return are read from the records of the local service. */
export interface Unreadable {
    readonly names: readonly string[];
    read(world: World, id: string): Promise<Properties> | Properties;
}

/** The properties that the API does not return, by kind. */
export const unreadable: { readonly [Name in KindName]?: Unreadable } = {
    User: {
        names: ["role"],
        read: ({ service }, id) => ({ role: service.store.userFacts.get(id).role }),
    },
    ConfigurationTemplate: {
        names: ["requestConfigurations"],
        read: ({ service }, id) => {
            const rules = service.store.configurationTemplateRules.find(id)?.request_configurations;
            return { requestConfigurations: rules?.map(fromWire) };
        },
    },
    Script: {
        names: ["ownerId"],
        read: ({ service }, id) => ({
            ownerId: service.store.scriptReviewers.where("opal_script_id", id)[0]?.owner_id,
        }),
    },
    ContainingGroup: {
        names: ["durationMinutes"],
        read: (world, id) => {
            const links = world.service.snapshot().groupContainingGroups;
            const link = links.find((one) => `${one.group_id}/${one.containing_group_id}` === id);
            const end = link?.expiration_date;
            return { durationMinutes: end ? Math.round((Date.parse(end) - world.now()) / 60_000) : 0 };
        },
    },
    App: {
        names: ["customConnector"],
        read: async (world, id) => {
            const { custom_connector } = await world.api<{ custom_connector?: Properties }>("GET", `/apps/${id}`);
            const { hash } = world.service.store.connectorSecrets.get(id);
            const signingSecret = ["first-signing-secret", "second-signing-secret"].find(
                (secret) => createHash("sha256").update(secret).digest("hex") === hash,
            );
            const { identifier, base_url: baseUrl, supports_groups: supportsGroups } = custom_connector ?? {};
            return { customConnector: { identifier, baseUrl, signingSecret, supportsGroups } };
        },
    },
};
