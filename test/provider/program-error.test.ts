import { RunError } from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { programError } from "../../src/provider/program-error.js";

it("ends a program with its sentence alone: no frame is left that the SDK would format", () => {
    const error = programError("The token is wrong.");
    expect(RunError.isInstance(error)).toBe(true);
    expect(error.message).toBe("The token is wrong.");
    expect(error.stack).toBe("Error: The token is wrong.");
});
