import { accessPolicies } from "pulumi-access-governance/policies";

accessPolicies({
    settings: {
        // Beside what an administrator has called CRITICAL or HIGH.
        sensitiveNames: ["^prod"],
        sensitiveTags: ["tier=production"],
    },
    rules: {
        "has-description": "mandatory",
        "owner-has-deputy": { settings: { minimumPeople: 3 } },
        "sensitive-requests-end": { settings: { sensitiveMaximumMinutes: 8 * 60 } },
    },
});
