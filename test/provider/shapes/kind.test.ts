import { expect, it } from "vitest";
import { z } from "zod";
import { keyValues } from "../../../src/provider/shapes/kind.js";

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

it("the key includes an optional property only if it is specified", () => {
    const kind = {
        key: ["name"],
        keyIfGiven: ["remoteInfo"],
        fields: { name: z.string(), remoteInfo: z.object({ arn: z.string() }).optional() },
    };
    expect(keyValues(kind, { name: "Admin" })).toEqual({ name: "Admin" });
    expect(keyValues(kind, { name: "Admin", remoteInfo: null })).toEqual({ name: "Admin" });
    const remoteInfo = { arn: "a" };
    expect(keyValues(kind, { name: "Admin", remoteInfo })).toEqual({ name: "Admin", remoteInfo });
    expect(keyValues(kind, { name: "Admin", remoteInfo: { arn: unknown } })).toBeUndefined();
    expect(keyValues(kind, { remoteInfo })).toBeUndefined();
});
