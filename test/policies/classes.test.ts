/** Classification of groups and resources as sensitive by their risk, name and tags. */
import { expect, test } from "vitest";
import { unknownValue } from "../../src/common/unknown.js";
import { type SensitiveValues, sensitiveIn } from "../../src/policies/classes.js";
import { Program, type ProgramResource } from "../../src/policies/program.js";
import { resource } from "./examples/example.js";

const NOTHING: SensitiveValues = { sensitiveRisks: [], sensitiveNames: [], sensitiveTags: [] };
const tagged = (tag: Record<string, unknown>, tagId: unknown = "id-of-tag"): ProgramResource[] => [
    resource("Group", {}),
    resource("Group/other", {}),
    resource("Tag", tag),
    resource("GroupTag", { groupId: unknownValue, tagId }, { groupId: "Group", tagId: "Tag" }),
];

test.each<[what: string, ProgramResource[], Partial<SensitiveValues>]>([
    ["a risk", [resource("Group", { riskSensitivityOverride: "HIGH" })], { sensitiveRisks: ["HIGH"] }],
    ["a name in the program", [resource("Group", { name: "Vault" })], { sensitiveNames: ["^GROUP$"] }],
    ["a name in the service", [resource("Group", { name: "Vault" })], { sensitiveNames: ["^vault"] }],
    ["the key of a tag", tagged({ key: "tier", value: "one" }), { sensitiveTags: ["tier"] }],
    ["a tag", tagged({ key: "tier", value: "one" }), { sensitiveTags: ["tier=one"] }],
    ["a tag without a value", tagged({ key: "tier" }), { sensitiveTags: ["tier="] }],
    ["a tag whose id is known only to the service", tagged({ key: "tier" }, unknownValue), { sensitiveTags: ["tier"] }],
    ["the id of a tag", tagged({ key: unknownValue }), { sensitiveTags: ["id-of-tag"] }],
])("%s makes only the matching group sensitive", (_, resources, settings) => {
    const found = sensitiveIn(new Program(resources), { ...NOTHING, ...settings });
    expect(found.map(({ name }) => name)).toEqual(["group"]);
    expect(sensitiveIn(new Program(resources), NOTHING)).toEqual([]);
});

test.each<[what: string, ProgramResource[], Partial<SensitiveValues>]>([
    ["another risk", [resource("Group", { riskSensitivityOverride: "LOW" })], { sensitiveRisks: ["HIGH"] }],
    ["an unknown risk", [resource("Group", { riskSensitivityOverride: unknownValue })], { sensitiveRisks: ["HIGH"] }],
    ["an unknown name", [resource("Group", { name: unknownValue })], { sensitiveNames: ["04da6b54"] }],
    ["another value of a tag", tagged({ key: "tier", value: "two" }), { sensitiveTags: ["tier=one"] }],
    ["an unknown value of a tag", tagged({ key: "tier", value: unknownValue }), { sensitiveTags: ["tier=one"] }],
    ["an owner of that name", [resource("Owner", { name: "Vault" })], { sensitiveNames: ["vault"] }],
])("%s does not make a group sensitive", (_, resources, settings) => {
    expect(sensitiveIn(new Program(resources), { ...NOTHING, ...settings })).toEqual([]);
});
