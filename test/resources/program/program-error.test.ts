import { RunError } from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { SettingsError } from "../../../src/common/errors.js";
import { programError } from "../../../src/resources/program/program-error.js";

it("prints only its own message, even if the SDK adds a prefix or prints the stack", () => {
    const said = "The token is wrong. Help: npx --no-install access-governance explain SettingsError";
    const error = programError(new SettingsError("The token is wrong."));
    error.message = `error serializing property "appId": ${error.message}`;
    expect(RunError.isInstance(error)).toBe(true);
    expect(error.message).toBe(said);
    expect(error.stack).toBe(said);
    expect(String(error)).toBe(`Error: ${said}`);
});

it("returns the same error object for the same message, so that the SDK prints it only once", () => {
    expect(programError("The token is wrong.")).toBe(programError("The token is wrong."));
    expect(programError("The token is wrong.")).not.toBe(programError("The address is wrong."));
});
