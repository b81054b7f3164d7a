import * as access from "pulumi-access-governance";

// Who administers and reviews. The second is asked when the first has not answered for half an hour.
export = async () => {
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    new access.Owner("harbor-masters", {
        name: "Harbor masters",
        userIds: [ada.userId, bruno.userId],
        accessRequestEscalationPeriod: 30,
    });
};
