import { RunError } from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { programError } from "../../src/program/program-error.js";

it("ends a program with its sentence alone, whatever the SDK puts in front of it and whichever part it prints", () => {
    const error = programError("The token is wrong.");
    error.message = `error serializing property "appId": ${error.message}`;
    expect(RunError.isInstance(error)).toBe(true);
    expect(error.message).toBe("The token is wrong.");
    expect(error.stack).toBe("The token is wrong.");
    expect(String(error)).toBe("Error: The token is wrong.");
});

it("is the same error for the same sentence, which the SDK prints once for each error", () => {
    expect(programError("The token is wrong.")).toBe(programError("The token is wrong."));
    expect(programError("The token is wrong.")).not.toBe(programError("The address is wrong."));
});
