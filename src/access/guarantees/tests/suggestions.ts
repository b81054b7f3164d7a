import type { Knowledge } from "../../answers/questions.js";
import type { Target } from "../../model/facts/facts.js";
import { governedOf } from "../../model/facts/records.js";
import { targetsOf } from "../../model/model.js";
import { type AccessTest, accessTestSchema } from "./access-test.js";
import { rankOf } from "./selectors.js";
import { runTests } from "./verdicts.js";

/** Maximum number of targets for which to suggest tests. */
const MAX_TARGETS = 20;

/** Maximum number of tests per target that check whether a group grants a resource. */
const MAX_LINKS = 3;

/** Maximum number of approvals that a suggested test can require. */
const MAX_APPROVALS = 3;

/** Suggests access tests that currently pass, starting with the most sensitive groups and resources. */
export function suggestTests(knowledge: Knowledge): AccessTest[] {
    const suggested = sensitiveTargets(knowledge).flatMap((target) => testsOf(knowledge, target));
    const passed = runTests(knowledge, suggested).flatMap(({ status, test }) => (status === "passed" ? [test] : []));
    return [...new Map(passed.map((one) => [one.name, one])).values()];
}

/** Candidate tests for one target. Some of them may fail. */
function testsOf(knowledge: Knowledge, target: Target): AccessTest[] {
    const { directory, model } = knowledge;
    const nameOf = (id: string): string => directory.find(id)?.name ?? id;
    const name = nameOf(target.id);
    const what = `${target.type}:${name}`;
    const { adminOwnerId } = governedOf(model.records, target) ?? {};
    const links = linksAround(knowledge, target).slice(0, MAX_LINKS);
    const strictest = strictestApprovals(knowledge, what, name);
    const found = [
        ...links.map(({ groupId, resourceId }) => ({
            name: `${nameOf(groupId)} has ${nameOf(resourceId)}`,
            who: `group:${nameOf(groupId)}`,
            can: `have resource:${nameOf(resourceId)}`,
        })),
        ...(strictest ? [strictest] : []),
        {
            name: `Nobody approves their own request for ${name}`,
            who: "everybody",
            cannot: `approve own requests for ${what}`,
        },
        ...(adminOwnerId
            ? [
                  {
                      name: `Only ${nameOf(adminOwnerId)} administers ${name}`,
                      who: "everybody",
                      except: `owner:${nameOf(adminOwnerId)}`,
                      cannot: `administer ${what}`,
                  },
              ]
            : []),
    ];
    return found.map((one) => accessTestSchema.parse(one));
}

/** Links between groups and resources in which the target occurs. */
function linksAround({ model }: Knowledge, { type, id }: Target): { groupId: string; resourceId: string }[] {
    const all = [...model.records.links].flatMap(([resourceId, edges]) =>
        edges.map(({ groupId }) => ({ groupId, resourceId })),
    );
    return all.filter((one) => (type === "group" ? one.groupId : one.resourceId) === id);
}

/** Returns the passing test that requires the most approvals. */
function strictestApprovals(knowledge: Knowledge, what: string, name: string): AccessTest | undefined {
    const counts = Array.from({ length: MAX_APPROVALS }, (_, index) => MAX_APPROVALS - index);
    const tests = counts.map((count) =>
        accessTestSchema.parse({
            name: `Nobody gets ${name} without ${count === 1 ? "an approval" : `${count} approvals`}`,
            who: "everybody",
            cannot: `reach ${what} unless approved by ${count}`,
        }),
    );
    return runTests(knowledge, tests).find(({ status }) => status === "passed")?.test;
}

/** Returns the most sensitive groups and resources. */
function sensitiveTargets({ model }: Knowledge): Target[] {
    return [...targetsOf(model)]
        .filter(({ type }) => type !== "bundle")
        .map((target) => ({ target, rank: rankOf(governedOf(model.records, target)?.sensitivity) }))
        .sort((a, b) => a.rank - b.rank)
        .slice(0, MAX_TARGETS)
        .map(({ target }) => target);
}
