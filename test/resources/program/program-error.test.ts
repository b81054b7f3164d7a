import { RunError } from "@pulumi/pulumi";
import { expect, it } from "vitest";
import { SettingsError } from "../../../src/common/errors.js";
import { programError } from "../../../src/resources/program/program-error.js";

it("ends a program with its sentence alone, whatever the SDK puts in front of it and whichever part it prints", () => {
    const said = "The token is wrong. Help: npx access-governance explain SettingsError";
    const error = programError(new SettingsError("The token is wrong."));
    error.message = `error serializing property "appId": ${error.message}`;
    expect(RunError.isInstance(error)).toBe(true);
    expect(error.message).toBe(said);
    expect(error.stack).toBe(said);
    expect(String(error)).toBe(`Error: ${said}`);
});

it("is the same error for the same sentence, which the SDK prints once for each error", () => {
    expect(programError("The token is wrong.")).toBe(programError("The token is wrong."));
    expect(programError("The token is wrong.")).not.toBe(programError("The address is wrong."));
});
