import { accessPolicies } from "pulumi-access-governance/policies";

accessPolicies({
    settings: {
        // Sensitive in addition to objects rated CRITICAL or HIGH by an administrator.
        sensitiveNames: ["^prod"],
        sensitiveTags: ["tier=production"],
    },
    rules: {
        "has-description": "mandatory",
        "owner-has-deputy": { settings: { minimumPeople: 3 } },
        "sensitive-requests-end": { settings: { sensitiveMaximumMinutes: 8 * 60 } },
    },
});
