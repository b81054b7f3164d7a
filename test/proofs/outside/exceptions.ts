/** What no preview of an exported program can show, by a name. Operations that make such changes are named by it in the proof. */
export const EXCEPTIONS = {
    "new object":
        "A new object, such as a group that gives access to a declared resource. `coverage --fail-on-undeclared` lists it, also in the drift job.",
    "on call":
        "Members of a group with on-call schedules, because the API does not return who is on call. They are not declared, and not drift.",
    requested:
        "Access that was removed by hand and then granted again by hand, while an approved request without an end explains it: the API does not tell the two apart.",
    user: "Tags, managers and statuses of users, which decide whom access rules select and who approves. The service does not return all that a declaration of a user needs, so an export does not declare users. `UserTags` shows the tags.",
} as const;
