import * as access from "pulumi-access-governance";

// An on-call schedule in PagerDuty.
export = () => {
    new access.OnCallSchedule("harbor", { thirdPartyProvider: "PAGER_DUTY", remoteId: "PHARBOR" });
};
