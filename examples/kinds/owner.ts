import * as access from "pulumi-access-governance";

// Administers objects and reviews requests. If the first user does not respond within 30 minutes, the second is asked.
export = async () => {
    const ada = await access.getUser({ email: "ada@tidewater.example" });
    const bruno = await access.getUser({ email: "bruno@tidewater.example" });
    new access.Owner("harbor-masters", {
        name: "Harbor masters",
        userIds: [ada.userId, bruno.userId],
        accessRequestEscalationPeriod: 30,
    });
};
