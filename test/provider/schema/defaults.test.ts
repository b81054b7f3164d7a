/** A program may omit fields that have a default. It may not omit a value that it specified before if the default widens access. */
import { expect, it } from "vitest";
import { unknownValue } from "../../../src/common/unknown.js";
import { explicitIn, wideningOmissions, withDefaults, withoutDefaults } from "../../../src/provider/schema/defaults.js";
import { Group } from "../../../src/resources/kinds/groups/group.js";

const { fields } = Group.kind;
const somebody = "7c86c85d-0651-43e2-a748-d69d658418e8";
const engineers = { groupIds: [somebody] };
const configurations = (...list: object[]) => ({ requestConfigurations: list });
const filled = (...list: object[]) => withDefaults(fields, configurations(...list)).requestConfigurations;

it("a group is native by default, unless a property refers to another system", () => {
    expect(withDefaults(fields, { name: "a" })).toEqual({ name: "a", groupType: "OPAL_GROUP" });
    for (const elsewhere of [{ remoteInfo: {} }, { handle: "a" }, { teamId: "T1" }])
        expect(withDefaults(fields, elsewhere)).not.toHaveProperty("groupType");
});

it("a configuration allows requests, requires review, and has the priority of its position by default", () => {
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

it("all reviewers of a stage must approve by default", () => {
    expect(filled({ reviewerStages: [{ ownerIds: [somebody] }] })).toMatchObject([
        { reviewerStages: [{ operator: "AND", ownerIds: [somebody] }] },
    ]);
});

it("visibility is LIMITED by default if visibility groups are specified", () => {
    const shown = (visibility: object) => withDefaults(fields, { visibility }).visibility;
    expect(shown({ visibilityGroupIds: [somebody] })).toMatchObject({ visibility: "LIMITED" });
    expect(shown({})).toEqual({});
});

it("defaults replace neither specified values nor unknown ones", () => {
    const given = { groupType: "SVC_GROUP", requestConfigurations: unknownValue, visibility: { visibility: "GLOBAL" } };
    expect(withDefaults(fields, given)).toEqual(given);
    expect(
        withDefaults(fields, configurations({ priority: 0, allowRequests: false, autoApproval: true })),
    ).toMatchObject(configurations({ priority: 0, allowRequests: false, autoApproval: true }));
});

it("withoutDefaults removes values that withDefaults restores", () => {
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

const none = () => false;
/** The refused omissions when a program changes from `before` to `now`. */
const refused = (before: object, now: object, isSecret: (path: string) => boolean = none) =>
    wideningOmissions(
        fields,
        explicitIn(fields, { ...before }, isSecret),
        withDefaults(fields, { ...before }),
        { ...now },
        isSecret,
    );
const closed = { allowRequests: false };
const others = { groupIds: ["ffffffff-0651-43e2-a748-d69d658418e8"] };

it("refuses to omit a value that is narrower than its default, with its current path", () => {
    const before = configurations(closed, { ...closed, autoApproval: true, condition: engineers });
    const now = configurations({ condition: engineers, ...closed, autoApproval: true }, {});
    expect(refused(before, now)).toEqual([
        {
            path: "requestConfigurations[1].allowRequests",
            reason: "was false and is now omitted, so it becomes true, which widens access. Set true if that is intended, or keep false",
        },
    ]);
    const isSecret = (path: string) => path.startsWith("requestConfigurations");
    expect(refused(before, now, isSecret)).toMatchObject([{ reason: expect.stringContaining("was [secret] and") }]);
    expect(explicitIn(fields, before, isSecret).map(([, value]) => value)).toEqual([null, null, null]);
});

it("refuses the omission if the element was probably edited, or if the object would be replaced", () => {
    const before = configurations({}, { condition: engineers, ...closed });
    const changed = configurations({}, { condition: { ...engineers, roleRemoteIds: ["x"] } });
    expect(refused(before, changed)).toMatchObject([{ path: "requestConfigurations[1].allowRequests" }]);
    expect(refused({ name: "a", groupType: "GIT_HUB_TEAM" }, { name: "a" })).toMatchObject([
        { path: "groupType", reason: expect.stringContaining("replaces the object") },
    ]);
});

it("allows omitting a value that is equal to or wider than its default", () => {
    const visibility = { visibility: "LIMITED", visibilityGroupIds: [somebody] };
    const wide = { priority: 0, allowRequests: true, autoApproval: true, reviewerStages: [{ operator: "OR" }] };
    const before = { name: "a", groupType: "SVC_GROUP", visibility, ...configurations(wide) };
    const now = {
        name: "a",
        visibility: { visibilityGroupIds: [somebody] },
        ...configurations({ reviewerStages: [{}] }),
    };
    expect(refused(before, now)).toEqual([]);
    expect(refused({}, now)).toEqual([]);
});

it("allows defaults that were never specified to change with their list", () => {
    const three = configurations({}, { condition: engineers }, { condition: others });
    expect(refused(three, configurations({}, { condition: others }))).toEqual([]);
    expect(refused(configurations({}, { condition: others }), three)).toEqual([]);
    expect(filled(...[unknownValue as never], { condition: others })).toEqual([
        unknownValue,
        { condition: others, priority: unknownValue, allowRequests: true, autoApproval: false },
    ]);
});

it("default priorities skip the specified ones", () => {
    expect(filled({}, { condition: engineers, priority: 2 }, { condition: others })).toMatchObject([
        { priority: 0 },
        { priority: 2 },
        { priority: 1 },
    ]);
});
