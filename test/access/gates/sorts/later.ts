import type { Bench, Edit, Sorts } from "../edit.js";
import { delegationOf } from "../programs.js";

const DAYS = ["2026-05-01T00:00:00Z", "2026-09-01T00:00:00Z", "2027-01-01T00:00:00Z", "2030-01-01T00:00:00Z"] as const;
const LAST = "2031-01-01T00:00:00Z";

/** Edits whose effect begins or ends after the deployment. */
export const LATER_WIDER: Sorts = {
    ...Object.fromEntries(
        DAYS.map((startTime): [string, Sorts[string]] => [
            `delegate reviews from ${startTime.slice(0, 7)}`,
            (on) => delegated(on, { startTime, endTime: LAST }),
        ]),
    ),
    "delegate reviews for longer": (on) => {
        const delegation = on.one(["Delegation"]);
        return delegation && on.set(delegation, { endTime: LAST });
    },
    "delegate reviews to another person": (on) => {
        const delegation = on.one(["Delegation"]);
        const { delegatorUserId, delegateUserId } = delegation?.args ?? {};
        const user = on.dice.maybe(on.users.filter((id) => id !== delegatorUserId && id !== delegateUserId));
        return delegation && user ? on.set(delegation, { delegateUserId: user }) : undefined;
    },
    "add a member who stays longer than a nested group": (on) => {
        const nesting = on.one(["ContainingGroup"]);
        const groupId = nesting?.args.containingGroupId ?? "";
        const userId = on.dice.pick(on.users);
        if (!nesting || on.userIn(on.id(groupId), userId)) return undefined;
        const { accessLevelRemoteId: level } = nesting.args;
        const args = { groupId, userId, ...(level !== undefined && { accessLevelRemoteId: level }) };
        return on.add("new-member", "GroupUser", { ...args, durationMinutes: 525_600 });
    },
};

export const LATER_NARROWER: Sorts = {
    "delegate reviews for a shorter time": (on) => {
        const delegation = on.one(["Delegation"]);
        return delegation && on.set(delegation, { endTime: "2026-06-01T00:00:00Z" });
    },
};

function delegated(on: Bench, span: { readonly startTime: string; readonly endTime: string }): Edit | undefined {
    const [from = "", to = ""] = on.dice.some(on.users, 2);
    const isThere = on.store.delegations.where("delegator_user_id", from).length > 0;
    return isThere ? undefined : on.add("new-delegation", "Delegation", { ...delegationOf(from, to), ...span });
}
