export const durations = { day: 1440, week: 10080 };

const settings = {
    carpenters: { name: "Carpenters", description: "Wood" },
    masons: { name: "Masons", description: "Stone", requireMfaToApprove: true },
};

export default settings;
