import type { Builder } from "./builder.js";

/** A made-up company of eight, Tidewater Freight: something to look up, nothing that a program would declare. */
export function small(build: Builder): void {
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

/** Another made-up company, which shares names with the first and not one id. */
export function other(build: Builder): void {
    const administrators = build.owner("Administrators", [build.administrator]);
    const native = build.app("Quarry Hill", "SVC", administrators);
    const ivo = build.user("Ivo", "Sandoval", "Engineer");
    build.group("Everyone", native, administrators, "SVC_GROUP", [build.administrator, ivo]);
    build.channel("C0QUARRY", "quarry-audit");
    build.schedule("PAGER_DUTY", "PQUARRY1", "Quarry on call");
    build.tag("team", "platform");
}
