import * as access from "pulumi-access-governance";

// A channel of the chat, to be told of changes.
export = () => {
    new access.MessageChannel("changes", { thirdPartyProvider: "SLACK", remoteId: "C0CHANGES" });
};
