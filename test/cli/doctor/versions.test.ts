import { expect, test } from "vitest";
import { addressFinding } from "../../../src/cli/doctor/connection.js";
import { type Installed, isIn, versionFindings } from "../../../src/cli/doctor/versions.js";

const SUPPORTED: Installed = {
    node: "22.4.0",
    own: { version: "1.2.3", node: ">=20.19", pulumi: "^3.200.0" },
    sdk: { version: "3.270.0", node: ">=22" },
    cli: { version: "v3.270.0" },
};

const statuses = (installed: Partial<Installed>) =>
    Object.fromEntries(
        versionFindings({ ...SUPPORTED, ...installed }).map(({ check, status }) => [check, status] as const),
    );

test("all versions are ok if they satisfy the requirements", () => {
    expect(statuses({})).toEqual({ package: "ok", Node: "ok", "Pulumi SDK": "ok", "Pulumi CLI": "ok" });
});

test.each([
    ["a Node that is too old for this package", { node: "20.18.1" }, "Node", "problem"],
    ["a Node that is too old for the SDK", { node: "20.19.0" }, "Pulumi SDK", "warning"],
    ["an SDK that is too old", { sdk: { version: "3.199.9" } }, "Pulumi SDK", "problem"],
    ["an SDK of another major version", { sdk: { version: "4.0.0" } }, "Pulumi SDK", "problem"],
    ["a missing SDK", { sdk: undefined }, "Pulumi SDK", "warning"],
    ["a missing CLI", { cli: { because: "pulumi is not on PATH." } }, "Pulumi CLI", "warning"],
] as const)("%s is reported", (_, installed, check, status) => {
    expect(statuses(installed)).toMatchObject({ [check]: status });
});

test.each([
    ["22.0.0", ">=22", true],
    ["v20.19.0", ">=20.19", true],
    ["20.9.0", ">=20.19", false],
    ["21.0.0", ">=20.19", true],
    ["3.200.0", "^3.200.0", true],
    ["3.199.9", "^3.200.0", false],
    ["4.0.0", "^3.200.0", false],
    ["1.0.0", "<2 || >3", true],
])("version %s satisfies %s: %s", (version, range, expected) => {
    expect(isIn(version, range)).toBe(expected);
});

test.each([
    ["https://access.example/v1", "ok"],
    ["http://127.0.0.1:4000/v1", "ok"],
    ["http://localhost:4000/v1", "ok"],
    ["http://[::1]:4000/v1", "ok"],
    ["http://access.example/v1", "warning"],
    ["http://127.access.example/v1", "warning"],
    ["https://access.example", "warning"],
])("the result for the address %s is %s", (url, status) => {
    expect(addressFinding(url).status).toBe(status);
});
