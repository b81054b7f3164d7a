import * as access from "pulumi-access-governance";

// Questions that must be answered with a request.
export = () => {
    new access.RequestTemplate("incident", {
        name: "Incident",
        customFields: [
            { name: "Which incident?", type: "SHORT_TEXT", required: true },
            { name: "How bad?", type: "MULTI_CHOICE", metadata: { multiChoiceData: { options: ["low", "high"] } } },
        ],
    });
};
