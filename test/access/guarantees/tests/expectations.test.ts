import { expect, test } from "vitest";
import { AccessExpectationError, expectAccess, startService } from "../../../../src/testing.js";

test("a service does not close in silence while an expectation is not awaited", async () => {
    const service = await startService({ seed: "small" });
    const forgotten = expectAccess(service, { who: "everybody" }).cannot("reach *");
    forgotten.catch(() => undefined);
    await expect(service.close()).rejects.toThrow(AccessExpectationError);
    const other = await startService({ seed: "small" });
    await expect(expectAccess(other, { who: "everybody" }).cannot("reach *")).rejects.toThrow(AccessExpectationError);
    await other.close();
});
