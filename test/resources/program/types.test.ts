import type { Unwrap } from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type * as t from "../../../src/api/generated/types.gen.js";
import type { GroupResult } from "../../../src/resources/lookups/groups.js";
import type { Given } from "../../../src/resources/program/resource.js";

// Proved by the compiler: `npm run typecheck` fails where a line is wrong.
test("an enumeration that may grow is a text, for programs and in what a lookup answers", () => {
    expectTypeOf<Unwrap<Given<{ type: t.GroupTypeEnum }>>["type"]>().toEqualTypeOf<t.GroupTypeEnum>();
    expectTypeOf<GroupResult["groupType"]>().toEqualTypeOf<t.GroupTypeEnum | undefined>();
});
