import * as access from "pulumi-access-governance";

// A Slack channel for notifications.
export = () => {
    new access.MessageChannel("changes", { thirdPartyProvider: "SLACK", remoteId: "C0CHANGES" });
};
