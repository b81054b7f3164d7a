/** What programs in other languages call: the schema names it, and the plugin has it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as access from "../../src/index.js";
import { functions } from "../../src/plugin/functions.js";
import { pluginType } from "../../src/provider/schema/pulumi-type.js";

interface Spec {
    readonly outputs: { readonly properties: Readonly<Record<string, object>> };
}

// It is our own file.
const schema = JSON.parse(readFileSync(join(__dirname, "../../api/plugin.schema.json"), "utf8")) as {
    readonly functions: Readonly<Record<string, Spec>>;
};

test("every lookup and action of the package is a function, in the schema and in the plugin", () => {
    const exported = Object.entries(access)
        .filter(([, value]) => typeof value === "function" && "operations" in value && "takes" in value)
        .map(([name]) => pluginType(name));
    expect(exported.length).toBeGreaterThan(80);
    expect([...functions.keys()].sort()).toEqual(exported.sort());
    expect(Object.keys(schema.functions).sort()).toEqual(exported.sort());
});

// Python takes a property that may be anything for a dict, and fails on every other value.
test.each(Object.entries(schema.functions))("no property of the answer of %s is of an open type", (_, { outputs }) => {
    const open = Object.entries(outputs.properties).filter(
        ([, value]) => JSON.stringify(value) === '{"$ref":"pulumi.json#/Any"}',
    );
    expect(open).toEqual([]);
});
