import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseState, programOf } from "../../../src/provider/metadata.js";
import { completed, differences, projected } from "../../../src/provider/schema/comparison/differences.js";
import { field, instant } from "../../../src/provider/schema/fields.js";
import { toWire } from "../../../src/provider/schema/wire.js";
import { compare } from "../../../src/provider/steps/comparison.js";
import { setField } from "../../../src/resources/fields/values.js";
import { GroupUser } from "../../../src/resources/kinds/groups/group-user.js";

const member = z.strictObject({
    userId: z.string(),
    level: field(z.string(), { standard: "" }).optional(),
    note: z.string().optional(),
});
const fields = {
    adminOwnerId: z.string().optional(),
    ruleClauses: field(z.strictObject({ attributeSelectors: z.array(z.string()) }), {
        wire: { name: "ruleClauses" },
    }).optional(),
    query: field(z.record(z.string(), z.unknown()), { wire: { verbatim: true } }).optional(),
    renew: field(z.boolean(), { onChange: "local" }).optional(),
    endTime: field(z.string(), { canonical: instant }).optional(),
    members: setField(member, ["userId", "level"]).optional(),
    rules: field(
        z.array(
            z.strictObject({ rank: z.number(), strict: field(z.boolean(), { wire: { whenNew: false } }).optional() }),
        ),
        {
            list: { identity: "rank", unordered: true },
            writeOnly: true,
        },
    ).optional(),
};

describe("a request body", () => {
    it("has snake_case names, or the name set by the mark, at every depth", () => {
        expect(toWire({ adminOwnerId: "a", ruleClauses: { attributeSelectors: [] } }, fields)).toEqual({
            admin_owner_id: "a",
            ruleClauses: { attribute_selectors: [] },
        });
    });

    it("keeps the API's own keys unchanged, and contains no local fields", () => {
        const query = { principalFilter: { allOf: [{ tagKey: "a" }] } };
        expect(toWire({ query, renew: true }, fields)).toEqual({ query });
    });
});

describe("a local field", () => {
    it("never differs from the service, and keeps the declared value", () => {
        expect(differences(fields, { renew: true }, {})).toEqual([]);
        expect(projected(fields, { renew: true }, {})).toEqual({ renew: true });
    });

    it("counts as an intended change, although there is nothing to write", () => {
        const outputs = { groupId: "g", userId: "u", renew: true, __declared: ["groupId", "renew", "userId"] };
        const program = programOf("GroupUser", { groupId: "g", userId: "u", renew: false });
        const found = { groupId: "g", userId: "u" };
        const compared = compare(GroupUser.kind, program, parseState("GroupUser", outputs), found);
        expect(compared).toMatchObject({ intended: true, changes: [], drift: [] });
    });
});

describe("a field with a canonical form", () => {
    it("two notations of the same instant are equal", () => {
        const live = { endTime: "2099-07-14T22:00:00.000Z" };
        expect(differences(fields, { endTime: "2099-07-15T00:00:00+02:00" }, live)).toEqual([]);
        expect(differences(fields, { endTime: "2099-07-15T00:00:00Z" }, live)).toHaveLength(1);
    });
});

describe("a set of objects", () => {
    const live = {
        members: [
            { userId: "a", level: "" },
            { userId: "a", level: "admin" },
            { userId: "b", level: "" },
        ],
    };

    it("compares members by all of their key fields, with the default for an omitted one, in any order", () => {
        const members = [{ userId: "b" }, { userId: "a", level: "admin" }, { userId: "a" }];
        expect(differences(fields, { members }, live)).toEqual([]);
        expect(projected(fields, { members }, live)).toEqual({ members });
        expect(differences(fields, { members: members.slice(1) }, live).map(({ path }) => path)).toEqual(["members"]);
    });

    it("rejects duplicate members", () => {
        const twice = fields.members.safeParse([{ userId: "a" }, { userId: "a", level: "" }]);
        expect(twice.error?.issues.map(({ path }) => path)).toEqual([[1]]);
        const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
        expect(fields.members.safeParse([{ userId: unknown }, { userId: unknown }]).success).toBe(true);
    });
});

it("completes a write-only element with defaults, because the service does not return it", () => {
    const last = { rules: [{ rank: 0 }] };
    expect(completed(fields, last, last)).toEqual({ rules: [{ rank: 0, strict: false }] });
});
