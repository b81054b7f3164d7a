import { expect, test } from "vitest";
import { Directory } from "../../../../src/access/answers/directory.js";
import { cutsOf } from "../../../../src/access/guarantees/escalation/cuts.js";
import { Escalation } from "../../../../src/access/guarantees/escalation/escalation.js";
import { cutsText } from "../../../../src/access/guarantees/escalation/escalation-reports.js";
import type { Facts, RequestRule, Target } from "../../../../src/access/model/facts/facts.js";
import { AccessModel } from "../../../../src/access/model/model.js";
import { factsWith } from "../../empty-facts.js";

const AUTOMATIC: RequestRule[] = [{ priority: 0, allowRequests: true, autoApproval: true, stages: [] }];
const PRIZE: Target = { type: "resource", id: "prize" };
const seenBy = (...groupIds: string[]) => ({ type: "LIMITED" as const, groupIds });

/** Ada can request the key group and Bob leads it. Members of the key group see the prize and get it without approval. */
const FACTS = factsWith({
    users: ["ada", "bob"].map((id) => ({ id, name: id, managerId: null })),
    groups: [
        { id: "askers", name: "askers" },
        { id: "key", name: "key", leaderIds: ["bob"], visibility: seenBy("askers"), requestRules: AUTOMATIC },
    ],
    resources: [{ id: "prize", name: "prize", visibility: seenBy("key"), requestRules: AUTOMATIC }],
    memberships: [{ groupId: "askers", userId: "ada", level: "", until: null }],
});
const climbers = (facts: Facts, target: Target) =>
    new Escalation(AccessModel.of(facts)).to(target, 10).chains.map(({ personId }) => personId);

test("a cut lists every way in which people can get a group", () => {
    expect(climbers(FACTS, PRIZE).sort()).toEqual(["ada", "bob"]);
    const cuts = cutsOf(AccessModel.of(FACTS), [PRIZE]);
    expect(cutsText(cuts, new Directory([FACTS]))).toBe(
        'Changing 1 group cuts all chains. Fewer changes are not enough:\n  - "key": require an approval, and change who administers it\n',
    );
    const closed = (more: object): Facts => ({
        ...FACTS,
        groups: FACTS.groups.map((one) => (one.id === "key" ? { ...one, ...more } : one)),
    });
    expect(climbers(closed({ requestRules: [] }), PRIZE)).toEqual(["bob"]);
    expect(climbers(closed({ leaderIds: [] }), PRIZE)).toEqual(["ada"]);
    expect(climbers(closed({ requestRules: [], leaderIds: [] }), PRIZE)).toEqual([]);
});

test("a chain can lead through a linked group to its source group", () => {
    const facts = factsWith({
        users: [{ id: "eve", name: "eve", managerId: null }],
        groups: [
            { id: "open", name: "open", requestRules: AUTOMATIC },
            { id: "linked", name: "linked", visibility: seenBy() },
            { id: "source", name: "source", visibility: seenBy(), requestRules: AUTOMATIC },
        ],
        nestings: [{ groupId: "open", containingGroupId: "linked", level: "", until: null }],
        bindings: [{ id: "binding", sourceGroupId: "source", groupIds: ["linked"] }],
    });
    expect(climbers(facts, { type: "group", id: "source" })).toEqual(["eve"]);
});

test("a chain whose steps exclude each other is counted as unproved", () => {
    const facts = factsWith({
        users: [{ id: "eve", name: "eve", managerId: null }],
        owners: [{ id: "nobody", name: "nobody", userIds: [], escalationMinutes: 0 }],
        groups: [{ id: "key", name: "key", requestRules: AUTOMATIC }],
        resources: [
            {
                id: "prize",
                name: "prize",
                visibility: seenBy("key"),
                // Users who see the prize need an approval.
                requestRules: [
                    ...AUTOMATIC,
                    {
                        priority: 1,
                        condition: { groupIds: ["key"], levels: [] },
                        allowRequests: true,
                        autoApproval: false,
                        stages: [],
                    },
                ],
            },
        ],
    });
    const { chains, unproved } = new Escalation(AccessModel.of(facts)).to(PRIZE, 10);
    expect([chains.length, unproved]).toEqual([0, 1]);
});
