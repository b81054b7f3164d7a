import * as access from "pulumi-access-governance";

// The owner of the group reviews all its members every quarter.
export = async () => {
    const contractors = await access.getGroup({ name: "Contractors" });
    new access.QuarterlyReview("contractors", {
        name: "Contractors, each quarter",
        reviewedIds: [contractors.groupId],
        timezone: "Europe/Lisbon",
    });
};
