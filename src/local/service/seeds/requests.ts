import { requests } from "../requests/requests.js";
import { requestReviews } from "../requests/reviews.js";
import type { Builder } from "./builder.js";
import type { Company } from "./company.js";
import type { Dice } from "./dice.js";

const FIRST = Date.parse("2026-03-02T08:00:00Z");
const HOUR = 60 * 60 * 1000;

const REASONS = [
    "I take over from a colleague who changes teams.",
    "To look into the alerts of last night.",
    "For the audit of this quarter.",
    "We move the nightly jobs to the new cluster.",
    "A customer reported numbers that cannot be right.",
    "I am new in the team.",
    "To clean up what the last project left behind.",
];

/** Creates requests over several weeks, one every three hours. Most are decided, and the last ones are pending. */
export function request({ build, dice, groupOf, teams, things }: Company, count: number): void {
    for (let i = 0; i < count; i++) {
        const now = new Date(FIRST + i * 3 * HOUR);
        const team = dice.pick(teams);
        const asking = dice.pick(dice.pick(teams).people).id;
        const group = groupOf(team, dice.pick(["staging", "reports", "reviewers", "members"] as const));
        const thing = dice.pick(things);
        const level = thing.levels[0] ?? "";
        const body = {
            groups: group ? [{ id: group }] : [],
            resources: group ? [] : [{ id: thing.id, access_level_remote_id: level }],
            reason: dice.pick(REASONS),
            // Unlimited, because temporary access would have expired when the service starts.
            duration_minutes: -1,
        };
        const made = build.call(requests.createRequest, now, body, {}, asking);
        const id = made?.id ?? "";
        if (build.store.requests.get(id).status !== "PENDING" || i > count * 0.8) continue;
        decide(build, dice, new Date(now.getTime() + HOUR), id, asking);
    }
}

function decide(build: Builder, dice: Dice, now: Date, id: string, asking: string): void {
    const path = { id };
    const outcome = dice.below(100);
    if (outcome < 65) build.call(requestReviews.approveRequest, now, { level: "ADMIN" }, path);
    else if (outcome < 85) {
        const comment = "The team does this for you; ask in its channel.";
        build.call(requestReviews.denyRequest, now, { comment, level: "ADMIN" }, path);
    } else if (outcome < 93) build.call(requests.cancelRequest, now, undefined, path, asking);
    else {
        const comment = "Until when do you need it?";
        build.call(requestReviews.createRequestComment, now, { comment }, path);
        build.call(requestReviews.remindRequest, now, {}, path);
    }
}
