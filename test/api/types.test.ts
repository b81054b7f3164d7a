import { describe, expectTypeOf, test } from "vitest";
import type * as t from "../../src/api/generated/types.gen.js";
import { AccessGovernanceClient, type CallOptions, type List, type Page } from "../../src/api/index.js";

// The compiler checks everything here: nothing is called, and `npm run typecheck` fails if a line is wrong.
const client = new AccessGovernanceClient({ url: "http://127.0.0.1:1/v1", token: "none" });
const never = () => false;

describe("return types", () => {
    test("are those of the API", () => {
        expectTypeOf(client.groups.get).returns.resolves.toEqualTypeOf<t.Group>();
        expectTypeOf(client.campaigns.start).returns.resolves.toEqualTypeOf<t.Campaign>();
        expectTypeOf(client.requests.approve).returns.resolves.toEqualTypeOf<t.RequestResult>();
        expectTypeOf(client.requests.cancel).returns.resolves.toEqualTypeOf<t.Request>();
        expectTypeOf(client.groups.getReviewers).returns.resolves.toEqualTypeOf<string[]>();
        expectTypeOf(client.groups.delete).returns.resolves.toEqualTypeOf<undefined>();
    });

    test("include undefined for an update that changes nothing", () => {
        expectTypeOf(client.bundles.update).returns.resolves.toEqualTypeOf<t.Bundle | undefined>();
    });

    test("allow members of enumerations that are not known yet", () => {
        expectTypeOf<"MOON_GROUP">().toExtend<t.GroupTypeEnum>();
        expectTypeOf<t.Group["group_type"]>().toEqualTypeOf<t.GroupTypeEnum | undefined>();
    });
});

describe("lists", () => {
    test("have the type of their items, and return the whole response of a page", async () => {
        expectTypeOf(client.groups.list).returns.toEqualTypeOf<List<t.Group, t.PaginatedGroupsList>>();
        expectTypeOf(client.requests.list).returns.toEqualTypeOf<List<t.Request, t.RequestList>>();
        expectTypeOf(client.bundles.listGroups).returns.toEqualTypeOf<
            List<t.BundleGroup, t.PaginatedBundleGroupList>
        >();
        expectTypeOf<List<t.Owner, unknown>["all"]>().returns.resolves.toEqualTypeOf<t.Owner[]>();
        expectTypeOf<List<t.Owner, t.PaginatedOwnersList>["page"]>().returns.resolves.toEqualTypeOf<
            Page<t.Owner, t.PaginatedOwnersList>
        >();
        if (never()) for await (const event of client.events.list()) expectTypeOf(event).toEqualTypeOf<t.Event>();
    });
});

describe("arguments", () => {
    test("have a fixed order: path ids, body, query, options", () => {
        expectTypeOf(client.groups.get).parameters.toEqualTypeOf<[string, CallOptions?]>();
        expectTypeOf(client.groups.updateUser).parameters.toEqualTypeOf<
            [string, string, t.UpdateGroupUserRequest, CallOptions?]
        >();
        expectTypeOf(client.campaigns.stop).parameters.toEqualTypeOf<[string, t.StopCampaignRequest?, CallOptions?]>();
        expectTypeOf(client.users.getCurrentUser).parameters.toEqualTypeOf<[CallOptions?]>();
    });

    test("do not compile if they are missing, misspelled or of another type", () => {
        if (!never()) return;
        // @ts-expect-error: a group is read by its id
        void client.groups.get();
        // @ts-expect-error: an approval needs a level
        void client.requests.approve("id", { comment: "fine" });
        // @ts-expect-error: a denial needs a comment
        void client.requests.deny("id", { level: "REGULAR" });
        // @ts-expect-error: the body of an owner must name its users
        void client.owners.create({ name: "Platform" });
        // @ts-expect-error: no such filter
        void client.groups.list({ group_nmae: "x" });
        // @ts-expect-error: a list of ids
        void client.groups.list({ group_ids: "one" });
        // @ts-expect-error: minutes are a number
        void client.groups.addUser("group", "user", { duration_minutes: "60" });
        // @ts-expect-error: sessions are listed for a resource
        void client.sessions.list();
        // @ts-expect-error: no such operation
        void client.campaigns.delete("id");
        // @ts-expect-error: a list has no length before it is read
        void client.groups.list().length;
    });
});
