import * as access from "pulumi-access-governance";

// Questions that a request must answer.
export = () => {
    new access.RequestTemplate("incident", {
        name: "Incident",
        customFields: [
            { name: "Which incident?", type: "SHORT_TEXT", required: true },
            { name: "How bad?", type: "MULTI_CHOICE", metadata: { multiChoiceData: { options: ["low", "high"] } } },
        ],
    });
};
