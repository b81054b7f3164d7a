import { expect, it } from "vitest";
import type { Write } from "../../../../src/api/write.js";
import { touchedBy } from "../../../../src/provider/live/cache/touched.js";

const [a, b, c] = ["a", "b", "c"].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
    string,
    string,
    string,
];

const write = (operation: Write["operation"], parts: Write["parts"], answer: unknown = undefined): Write => ({
    operation,
    parts,
    answer,
    from: 0,
    at: 0,
});

it.each([
    ["ids in the path", write("addGroupTag", { path: { tag_id: a, group_id: b } }), [[a, b]]],
    [
        "the other object in the body",
        write("addBundleGroup", { path: { bundle_id: a }, body: { group_id: b } }),
        [[a, b]],
    ],
    [
        "no references",
        write("setGroupVisibility", { path: { group_id: a }, body: { visibility_group_ids: [b] } }, { owner_id: c }),
        [[a]],
    ],
    ["the id of a new object", write("createGroup", { body: { app_id: a } }, { group_id: b, app_id: a }), [[b]]],
    [
        "each object of a bulk update separately",
        write("updateGroups", { body: { groups: [{ group_id: a, admin_owner_id: c }, { group_id: b }] } }),
        [[a], [b]],
    ],
    [
        "all objects of a list below one object",
        write("updateIdpGroupMappings", {
            path: { app_resource_id: a },
            body: { mappings: [{ group_id: b }, { group_id: c }] },
        }),
        [[a, b, c]],
    ],
    ["nothing if it contains no id", write("createUAR", { body: { name: "Q4" } }, { uar: {} }), []],
])("a write touches %s", (_, one, ids) => {
    expect(touchedBy(one)).toEqual(ids);
});
