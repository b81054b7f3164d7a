/**
 * What an id is the id of, by the name of its parameter or field without `_id` and `_ids`: the kind whose objects have a name that people
 * use, or undefined. What is not in the table by its whole name is there by how it ends: `break_glass_user` is a `user`.
 */
const OBJECTS: Readonly<Record<string, string | undefined>> = {
    access_rule: "AccessRule",
    app: "App",
    bundle: "Bundle",
    campaign: "Campaign",
    configuration_template: "ConfigurationTemplate",
    group: "Group",
    message_channel: "MessageChannel",
    on_call_schedule: "OnCallSchedule",
    opal_script: "Script",
    oncall_schedule: "OnCallSchedule",
    owner: "Owner",
    paladin: "Paladin",
    request_template: "RequestTemplate",
    resource: "Resource",
    tag: "Tag",
    user: "User",
    // Those that are called after what they do.
    actor_filter: "User",
    from: "User",
    manager: "User",
    non_human_identity: "Resource",
    owner_filter: "Owner",
    requester: "User",
    reviewer: "User",
    to: "User",
    // Those that nobody knows by a name, or whose names several have.
    context_source: undefined,
    delegation: undefined,
    event: undefined,
    event_stream: undefined,
    group_binding: undefined,
    id: undefined,
    object_filter: undefined,
    token: undefined,
    uar: undefined,
};

/** Ids whose names say another thing than they do elsewhere. */
const EXCEPTIONS: Readonly<Record<string, string>> = { reviewer_ids: "Owner" };

/** The kind of the object that an id names, if it has a name. @throws Error for an id that the table does not know */
export function objectOf(name: string): string | undefined {
    if (name in EXCEPTIONS) return EXCEPTIONS[name];
    const noun = name.replace(/_ids?$/, "");
    const entry = Object.keys(OBJECTS)
        .filter((one) => noun === one || noun.endsWith(`_${one}`))
        .sort((a, b) => b.length - a.length)[0];
    if (entry === undefined) throw new Error(`What is ${name} the id of? scripts/generate/ids.ts does not know.`);
    return OBJECTS[entry];
}
