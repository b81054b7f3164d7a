/** The pages by what people want to do. A test holds that every page of docs is here. */
export const sidebar = [
    {
        text: "Begin",
        items: [
            { text: "The first hour", link: "/first-hour" },
            { text: "What can be declared", link: "/declaring" },
            { text: "What a preview says", link: "/messages" },
            { text: "The local service", link: "/local-service" },
        ],
    },
    {
        text: "Bring in what you have",
        items: [
            { text: "From the console to GitOps", link: "/adopt" },
            { text: "From Terraform", link: "/from-terraform" },
            { text: "Compared with Terraform", link: "/comparison" },
        ],
    },
    {
        text: "Declare access",
        items: [
            { text: "Model a team", link: "/guides/team" },
            { text: "Reviewers and escalation", link: "/guides/reviewers" },
            { text: "Access for a limited time", link: "/guides/limited-time" },
            { text: "Break-glass", link: "/guides/break-glass" },
            { text: "On-call", link: "/guides/on-call" },
            { text: "Accept drift", link: "/guides/accept-drift" },
            { text: "Quarterly review", link: "/guides/quarterly-review" },
            { text: "Components", link: "/components" },
            { text: "Several organizations", link: "/guides/several-organizations" },
            { text: "Several teams, several stacks", link: "/examples/multi-stack/" },
            { text: "Forms of a program", link: "/programs" },
            { text: "Other languages", link: "/languages" },
        ],
    },
    {
        text: "Review and run",
        items: [
            { text: "Set up a pipeline", link: "/guides/pipelines" },
            { text: "Pipelines in detail", link: "/examples/pipelines/access/" },
            { text: "For reviewers", link: "/reviewers" },
            { text: "Reports", link: "/reports" },
            { text: "What drift looks like", link: "/drift" },
            { text: "Impact, gates and the model", link: "/access" },
            { text: "Who has access", link: "/questions" },
            { text: "Policies", link: "/policies" },
        ],
    },
    {
        text: "Operate",
        items: [
            { text: "When something goes wrong", link: "/errors" },
            { text: "Tokens: rights and rotation", link: "/tokens" },
            { text: "Verify this version", link: "/verify" },
            { text: "Verify by writing", link: "/verify-write" },
            { text: "Upgrade", link: "/guides/upgrade" },
            { text: "Settings", link: "/settings" },
            { text: "Performance", link: "/performance" },
            { text: "Security", link: "/security" },
            { text: "Changes", link: "/changelog" },
        ],
    },
    {
        text: "Test",
        items: [{ text: "Test your own program", link: "/test-your-program" }],
    },
    {
        text: "Reference",
        items: [
            { text: "Kinds", link: "/kinds" },
            { text: "Client and shell", link: "/client" },
            { text: "Operations", link: "/operations" },
            { text: "What the vendor has", link: "/additional-operations" },
            { text: "In a program", link: "/reference/program" },
            { text: "…/client", link: "/reference/client" },
            { text: "…/access", link: "/reference/access" },
            { text: "…/policies", link: "/reference/policies" },
            { text: "…/testing", link: "/reference/testing" },
            { text: "…/service", link: "/reference/service" },
        ],
    },
    {
        text: "How it works",
        collapsed: true,
        items: [
            { text: "Architecture", link: "/architecture" },
            { text: "Reliability", link: "/reliability" },
            { text: "How it is tested", link: "/testing" },
            { text: "Pulumi's protocol", link: "/protocol" },
            { text: "Add a kind", link: "/new-kind" },
        ],
    },
];
