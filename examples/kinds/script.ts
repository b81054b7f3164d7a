import * as access from "pulumi-access-governance";

// What reviewers are told about a request beside what it says itself.
export = () => {
    new access.Script("on-duty", {
        name: "Who is on duty",
        scriptType: "CONTEXT_PROVIDER",
        script: "def main(request):\n    return {'weekday': request.created_at.weekday}\n",
    });
};
