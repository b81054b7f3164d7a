import { vendorGroups, vendorSettings } from "../classes.js";
import { resourcePlace } from "../program.js";
import { minutesOf, requestableOf } from "../requests.js";
import { faultAt, type PolicyRule, stackRule } from "../rule.js";
import { isEndless, tooLong } from "./duration.js";

const settings = {
    ...vendorSettings,
    vendorMaximumDays: { description: "Maximum duration of access for external users, in days.", default: 90 },
};
const MINUTES_A_DAY = 24 * 60;

export const vendors: readonly PolicyRule[] = [
    stackRule({
        name: "vendor-access-ends",
        description: "External users are members of a group only for a limited time.",
        enforcementLevel: "mandatory",
        settings,
        find: (program, { vendorMaximumDays, ...given }) =>
            vendorGroups(program, given).flatMap((group) => [
                ...program.pointingAt(group, "GroupUser", "groupId").flatMap((user) => {
                    const place = resourcePlace(user);
                    const { durationMinutes } = user.given;
                    if (isEndless(durationMinutes)) {
                        return [faultAt(place, "durationMinutes", "does not limit the access of an external user")];
                    }
                    return Number(minutesOf(durationMinutes)) > vendorMaximumDays * MINUTES_A_DAY
                        ? [faultAt(place, "durationMinutes", `is more than ${vendorMaximumDays} days`)]
                        : [];
                }),
                ...program
                    .pointingAt(group, "GroupUsers", "groupId")
                    .filter(({ given: { users } }) => Array.isArray(users) && users.length > 0)
                    .map((users) =>
                        faultAt(
                            resourcePlace(users),
                            "users",
                            "define memberships that do not expire: use a GroupUser with durationMinutes for each user",
                        ),
                    ),
            ]),
    }),
    stackRule({
        name: "vendor-requests-end",
        description: "External users can request access only for a limited time.",
        enforcementLevel: "mandatory",
        settings,
        find: (program, { vendorMaximumDays, ...given }) =>
            vendorGroups(program, given)
                .flatMap((group) => requestableOf(program, group))
                .flatMap((place) => tooLong(place, vendorMaximumDays * MINUTES_A_DAY)),
    }),
];
