import * as access from "pulumi-access-governance";

// A schedule of who is on call.
export = () => {
    new access.OnCallSchedule("harbor", { thirdPartyProvider: "PAGER_DUTY", remoteId: "PHARBOR" });
};
