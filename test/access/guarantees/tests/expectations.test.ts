import { expect, test } from "vitest";
import { AccessExpectationError, expectAccess, startService } from "../../../../src/testing.js";

test("closing a service fails if an expectation was not awaited and failed", async () => {
    const service = await startService({ seed: "small" });
    const forgotten = expectAccess(service, { who: "everybody" }).cannot("reach *");
    forgotten.catch(() => undefined);
    await expect(service.close()).rejects.toThrow(AccessExpectationError);
    const other = await startService({ seed: "small" });
    await expect(expectAccess(other, { who: "everybody" }).cannot("reach *")).rejects.toThrow(AccessExpectationError);
    await other.close();
});
