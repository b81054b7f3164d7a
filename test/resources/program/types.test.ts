import type { Unwrap } from "@pulumi/pulumi";
import { expectTypeOf, test } from "vitest";
import type * as t from "../../../src/api/generated/types.gen.js";
import type { GroupResult } from "../../../src/resources/lookups/groups.js";
import type { InputOf } from "../../../src/resources/program/resource.js";

// The compiler checks these types: `npm run typecheck` fails if one is wrong.
test("an open enumeration has the same type in arguments and in lookup results", () => {
    expectTypeOf<Unwrap<InputOf<{ type: t.GroupTypeEnum }>>["type"]>().toEqualTypeOf<t.GroupTypeEnum>();
    expectTypeOf<GroupResult["groupType"]>().toEqualTypeOf<t.GroupTypeEnum | undefined>();
});
