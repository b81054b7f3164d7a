import { publicType } from "../apps/types.js";
import type { Organization } from "../storage/organization.js";
import { uuid } from "../storage/store.js";
import { Builder } from "./builder.js";
import { establish, LARGE, MEDIUM, type Scale } from "./scales.js";

export type SeedName = "small" | "medium" | "large" | "other" | "empty";

interface Seed {
    /** A fixed UUID that is different for each seed, so that organizations never share ids. */
    readonly namespace: string;
    readonly domain: string;
    /** Creates the objects. If neither `build` nor `scale` is set, the organization contains only the current user. */
    readonly build?: (build: Builder) => void;
    /** The size of a generated organization. Each seed number results in a different organization. */
    readonly scale?: Scale;
}

const SEEDS: Readonly<Record<SeedName, Seed>> = {
    small: { namespace: "3f0c5a1e-8d52-5b3c-9a47-6f1d2e9b7c01", domain: "tidewater.example", build: small },
    medium: { namespace: "5b8e2c47-0d61-5f9a-a3b4-91c7e6d20f04", domain: "fernhollow.example", scale: MEDIUM },
    large: { namespace: "e17d9a35-6c20-5e84-8b5f-24a8c3f1b605", domain: "copperfield-mills.example", scale: LARGE },
    other: { namespace: "c94d7b60-1e2f-5a88-b6d3-0a5f8e7c4d02", domain: "quarry-hill.example", build: other },
    empty: { namespace: "7a61e8d3-94bc-5f17-8c20-d3b9f6a15e03", domain: "empty.example" },
};

export function isSeedName(name: string): name is SeedName {
    return Object.hasOwn(SEEDS, name);
}

/** Returns the organization with the type names of the public API, for clients that support only those. */
export function publiclySpelled(organization: Organization): Organization {
    return {
        ...organization,
        apps: organization.apps.map((app) => ({ ...app, app_type: publicType(app.app_type) })),
        groups: organization.groups.map((group) => ({
            ...group,
            ...(group.group_type && { group_type: publicType(group.group_type) }),
        })),
        resources: organization.resources.map((resource) => ({
            ...resource,
            ...(resource.resource_type && { resource_type: publicType(resource.resource_type) }),
        })),
    };
}

/**
 * Returns one of the built-in organizations. The result is always the same.
 * @param number selects a generated organization for `medium` and `large`; 0 or more
 */
export function seedOrganization(name: SeedName, number = 0): Organization {
    const { namespace, domain, build, scale } = SEEDS[name];
    const builder = new Builder(scale && number > 0 ? uuid(namespace, `${number}`) : namespace, domain);
    build?.(builder);
    if (scale) establish(builder, scale, number);
    return builder.store.view();
}

/**
 * Tidewater Freight, a fictional company with eight employees. It contains objects that programs can refer to, but no objects that programs
 * usually declare.
 */
function small(build: Builder): void {
    const ada = build.administrator;
    const bruno = build.user("Bruno", "Castell", "Site reliability engineer");
    const chiyo = build.user("Chiyo", "Marsh", "Site reliability engineer");
    const dana = build.user("Dana", "Orlov", "Data engineer");
    const elif = build.user("Elif", "Sorensen", "Security engineer");
    const femi = build.user("Femi", "Laurent", "Support lead");
    const greta = build.user("Greta", "Okoye", "People partner");
    const hugo = build.user("Hugo", "Winter", "Contractor");

    const audit = build.channel("C0AUDIT", "access-audit");
    const reviews = build.channel("C0REVIEW", "access-reviews");
    build.schedule("PAGER_DUTY", "PPLAT01", "Platform on call");
    build.schedule("OPSGENIE", "ODATA01", "Data on call");

    const administrators = build.owner("Administrators", [ada, elif], reviews);
    const native = build.app("Tidewater", "SVC", administrators);
    const directory = build.app("Tidewater Directory", "OKTA_DIRECTORY", administrators);

    const everybody = [ada, bruno, chiyo, dana, elif, femi, greta, hugo];
    const everyone = build.group("Everyone", native, administrators, "SVC_GROUP", everybody);
    build.group("Contractors", directory, administrators, "OKTA_GROUP", [hugo]);
    const staff = build.group("Office staff", directory, administrators, "OKTA_GROUP", [femi, greta]);
    build.store.groupMessageChannels.set({ group_id: everyone, message_channel_ids: [audit] });

    build.resource("Freight tracker", native, administrators);
    build.resource("Billing archive", native, administrators);

    const region = build.tag("region", "eu");
    build.tag("team", "platform");
    build.tag("tier", "critical");
    build.store.groupTags.set({ tag_id: region, group_id: staff });
    build.store.userTags.set({ tag_id: region, user_id: greta });
}

/** Another fictional company. Its objects have the same names as those of the first company, but different ids. */
function other(build: Builder): void {
    const administrators = build.owner("Administrators", [build.administrator]);
    const native = build.app("Quarry Hill", "SVC", administrators);
    const ivo = build.user("Ivo", "Sandoval", "Engineer");
    build.group("Everyone", native, administrators, "SVC_GROUP", [build.administrator, ivo]);
    build.channel("C0QUARRY", "quarry-audit");
    build.schedule("PAGER_DUTY", "PQUARRY1", "Quarry on call");
    build.tag("team", "platform");
}
