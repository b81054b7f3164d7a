/** A program may leave out what has a default. What it gave before is not left out silently where the default is wider. */
import { expect, it } from "vitest";
import { wideningOmissions, withDefaults, withoutDefaults } from "../../../src/provider/schema/defaults.js";
import { unknownValue } from "../../../src/provider/schema/fields.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";

const { fields } = Group.kind;
const somebody = "7c86c85d-0651-43e2-a748-d69d658418e8";
const engineers = { groupIds: [somebody] };
const configurations = (...list: object[]) => ({ requestConfigurations: list });
const filled = (...list: object[]) => withDefaults(fields, configurations(...list)).requestConfigurations;

it("a group is native, unless something says where else it lives", () => {
    expect(withDefaults(fields, { name: "a" })).toEqual({ name: "a", groupType: "OPAL_GROUP" });
    for (const elsewhere of [{ remoteInfo: {} }, { handle: "a" }, { teamId: "T1" }])
        expect(withDefaults(fields, elsewhere)).not.toHaveProperty("groupType");
});

it("a configuration may be requested, is reviewed, and ranks as it is listed", () => {
    expect(filled({ condition: engineers }, {}, { condition: { roleRemoteIds: ["admin"] } })).toEqual([
        { condition: engineers, priority: 1, allowRequests: true, autoApproval: false },
        { priority: 0, allowRequests: true, autoApproval: false },
        { condition: { roleRemoteIds: ["admin"] }, priority: 2, allowRequests: true, autoApproval: false },
    ]);
    expect(filled({ condition: { groupIds: unknownValue } }, { condition: null })).toMatchObject([
        { priority: 1 },
        { priority: 0 },
    ]);
});

it("all reviewers of a stage must approve", () => {
    expect(filled({ reviewerStages: [{ ownerIds: [somebody] }] })).toMatchObject([
        { reviewerStages: [{ operator: "AND", ownerIds: [somebody] }] },
    ]);
});

it("groups that see something are the only ones", () => {
    const shown = (visibility: object) => withDefaults(fields, { visibility }).visibility;
    expect(shown({ visibilityGroupIds: [somebody] })).toMatchObject({ visibility: "LIMITED" });
    expect(shown({})).toEqual({});
});

it("nothing that is given is touched, nor what only an up can tell", () => {
    const given = { groupType: "SVC_GROUP", requestConfigurations: unknownValue, visibility: { visibility: "GLOBAL" } };
    expect(withDefaults(fields, given)).toEqual(given);
    expect(
        withDefaults(fields, configurations({ priority: 0, allowRequests: false, autoApproval: true })),
    ).toMatchObject(configurations({ priority: 0, allowRequests: false, autoApproval: true }));
});

it("what declares the same without its defaults is shorter, and gets them back", () => {
    const long = {
        name: "a",
        groupType: "SVC_GROUP",
        visibility: { visibility: "LIMITED", visibilityGroupIds: [somebody] },
        requestConfigurations: [
            {
                priority: 0,
                allowRequests: true,
                autoApproval: true,
                reviewerStages: [{ operator: "AND", ownerIds: [somebody] }],
            },
            { priority: 1, allowRequests: false, autoApproval: false, condition: engineers },
        ],
    };
    const short = {
        name: "a",
        visibility: { visibilityGroupIds: [somebody] },
        requestConfigurations: [
            { autoApproval: true, reviewerStages: [{ ownerIds: [somebody] }] },
            { allowRequests: false, condition: engineers },
        ],
    };
    expect(withoutDefaults(fields, long)).toEqual(short);
    expect(withDefaults(fields, short)).toEqual({ ...long, groupType: "OPAL_GROUP" });
});

it("leaving out what was narrower than its default is refused, where it stands now", () => {
    const before = configurations(
        { priority: 0, allowRequests: false, autoApproval: false },
        { priority: 1, allowRequests: false, autoApproval: true, condition: engineers },
    );
    const problems = wideningOmissions(
        fields,
        withDefaults(fields, before),
        configurations({ condition: engineers, allowRequests: false, autoApproval: true }, {}),
    );
    expect(problems).toEqual([
        {
            path: "requestConfigurations[1].allowRequests",
            reason: "was false and is left out now, which declares true and widens access: give true if that is meant, or keep false",
        },
    ]);
});

it("leaving out what means the same, or more than its default, is not", () => {
    const visibility = { visibility: "LIMITED", visibilityGroupIds: [somebody] };
    const wide = { priority: 0, allowRequests: true, autoApproval: true, reviewerStages: [{ operator: "OR" }] };
    const before = { name: "a", groupType: "SVC_GROUP", visibility, ...configurations(wide) };
    const now = {
        name: "a",
        visibility: { visibilityGroupIds: [somebody] },
        ...configurations({ reviewerStages: [{}] }),
    };
    expect(wideningOmissions(fields, before, now)).toEqual([]);
    expect(wideningOmissions(fields, {}, now)).toEqual([]);
});
