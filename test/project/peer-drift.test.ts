/** Tests the parts of `npm run bench -- peer --drift` that need neither Terraform nor the vendor's provider. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DRIFT_PAGE, driftSection } from "../../bench/drift-page.js";
import { attributesByType, supportedPart, terraformAttributes } from "../../bench/terraform-program.js";

/** A shortened output of `terraform providers schema -json`. */
const printed = {
    provider_schemas: {
        "registry.terraform.io/opalsecurity/opal": {
            resource_schemas: {
                opal_group: {
                    block: {
                        attributes: {
                            id: { type: "string", computed: true },
                            name: { type: "string", required: true },
                            visibility: { type: "string", required: true },
                            visibility_group_ids: { type: ["set", "string"], optional: true },
                            member_on_call_schedule_ids: { type: ["set", "string"], optional: true },
                            request_configurations: {
                                required: true,
                                nested_type: {
                                    nesting_mode: "list",
                                    attributes: {
                                        max_duration: { type: "number", optional: true },
                                        require_mfa_to_request: {
                                            type: "bool",
                                            optional: true,
                                            description: "Not Null",
                                        },
                                        owner_ids: { type: ["set", "string"], optional: true, description: "Not Null" },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
};
const attributes = attributesByType(printed).get("opal_group") ?? {};

test("a declaration is converted to the attributes in the Terraform provider's schema", () => {
    const declared = {
        id: "1",
        name: "Engineers",
        handle: "eng",
        visibility: { visibility: "LIMITED", visibilityGroupIds: ["a"] },
        memberOncallScheduleIds: ["b"],
        requestConfigurations: [{ maxDurationMinutes: 60, escalation: { delayMinutes: 5 } }],
    };
    const { id: _, handle: __, ...supported } = declared;
    expect(supportedPart(attributes, declared)).toEqual({
        ...supported,
        requestConfigurations: [{ maxDurationMinutes: 60 }],
    });
    expect(terraformAttributes(attributes, { ...declared, memberOncallScheduleIds: null })).toEqual({
        name: "Engineers",
        visibility: "LIMITED",
        visibility_group_ids: ["a"],
        request_configurations: [{ max_duration: 60, require_mfa_to_request: false, owner_ids: [] }],
    });
});

test("a cell has one symbol if both sides agree, and properties without edits have no row", () => {
    const text = driftSection(
        [
            {
                kind: "Owner",
                type: "opal_owner",
                deleted: ["repaired", "repaired"],
                rows: [
                    {
                        property: "userIds",
                        results: [
                            ["repaired", "hidden"],
                            ["none", "none"],
                            ["unmanaged", "none"],
                            ["equal", "equal"],
                        ],
                    },
                    { property: "sourceGroupId", results: [["none", "none"]] },
                ],
            },
        ],
        { cli: "OpenTofu 1.9.4", provider: "3.5.2", date: "2026-11-27" },
    );
    expect(text.split("\n")).toEqual([
        "Measured on 2026-11-27 with version 3.5.2 of the provider and OpenTofu 1.9.4.",
        "",
        "| 3 edits of 1 kinds | repaired | shown only | hidden | equal | unmanaged |",
        "| --- | --- | --- | --- | --- | --- |",
        "| pulumi-access-governance | 2 | 0 | 0 | 1 | 0 |",
        "| Terraform provider | 1 | 0 | 1 | 1 | 0 |",
        "",
        "| kind | property | added | changed | removed | reordered |",
        "| --- | --- | --- | --- | --- | --- |",
        "| Owner<br>`opal_owner` | the object |  |  | ✓ |  |",
        "|  | `userIds` | ✓ · **hidden** |  | – · n/a | = |",
    ]);
});

test("the table has the same results for this package as docs/drift.md", () => {
    const own = new Map<string, string[]>();
    for (const section of readFileSync(join(__dirname, "../../docs/drift.md"), "utf8").split("\n## ").slice(1)) {
        const [kind = ""] = section.split("\n");
        own.set(`${kind}.the object`, ["", "", /^Object deleted: (\S+)\./m.exec(section)?.[1] ?? "", ""]);
        for (const [, property = "", cells = ""] of section.matchAll(/^\| `(\w+)` \|(.*)\|.*\|$/gm))
            own.set(
                `${kind}.${property}`,
                cells.split("|").map((cell) => cell.trim()),
            );
    }
    const [, section = ""] = readFileSync(DRIFT_PAGE, "utf8").split(/<!-- (?:end of )?drift -->/);
    const [, table = ""] = section.split("| kind | property ");
    let kind = "";
    const compared = new Set<string>();
    for (const [, first = "", property = "", cells = ""] of table.matchAll(
        /^\| (.*?) ?\| `?(\w+|the object)`? \|(.*\|.*\|.*\|.*)\|$/gm,
    )) {
        kind = first.split("<br>")[0] || kind;
        const ours = cells.split("|").map((cell) => cell.split("·")[0]?.trim().replace("n/a", ""));
        expect(ours, `${kind}.${property}`).toEqual(own.get(`${kind}.${property}`));
        compared.add(kind);
    }
    // All kinds that both sides support.
    expect(compared.size).toBe(21);
});
