import { requests } from "../requests/requests.js";
import { requestReviews } from "../requests/reviews.js";
import type { Builder } from "./builder.js";
import type { Company } from "./company.js";
import type { Dice } from "./dice.js";

const FIRST = Date.parse("2026-03-02T08:00:00Z");
const HOUR = 60 * 60 * 1000;

const REASONS = [
    "I am taking over from a colleague who is changing teams.",
    "To investigate last night's alerts.",
    "For this quarter's audit.",
    "We are moving the nightly jobs to the new cluster.",
    "A customer reported incorrect numbers.",
    "I am new on the team.",
    "To clean up after the last project.",
];

/** Creates requests over a period of several weeks, one every three hours. Most of them are decided; the last ones are pending. */
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
            // The duration is unlimited, because temporary access would already have expired when the service starts.
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
        const comment = "The team can do this for you. Ask in its channel.";
        build.call(requestReviews.denyRequest, now, { comment, level: "ADMIN" }, path);
    } else if (outcome < 93) build.call(requests.cancelRequest, now, undefined, path, asking);
    else {
        const comment = "How long do you need it?";
        build.call(requestReviews.createRequestComment, now, { comment }, path);
        build.call(requestReviews.remindRequest, now, {}, path);
    }
}
