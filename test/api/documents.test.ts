import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { joined } from "../../scripts/generate/document.js";

interface Additional {
    readonly info: { readonly "x-sources": Readonly<Record<string, string>> };
    readonly paths: Readonly<
        Record<string, Readonly<Record<string, { operationId?: string; "x-known-from"?: string }>>>
    >;
    readonly components: { readonly schemas: Readonly<Record<string, { "x-known-from"?: string }>> };
}

function read(file: string): Additional {
    return parse(readFileSync(join(__dirname, "../../api", file), "utf8")) as Additional;
}

const main = read("access-governance.openapi.yaml");
const additional = read("additional-operations.openapi.yaml");

test("every added operation and schema names its public source", () => {
    const operations = Object.values(additional.paths).flatMap((methods) => Object.values(methods));
    const added = operations.filter(({ operationId }) => operationId !== undefined);
    const { schemas } = additional.components;
    const own = Object.entries(schemas).flatMap(([name, one]) => (name in main.components.schemas ? [] : one));
    const sources = [...added, ...own].map((one) => one["x-known-from"]);
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(Object.keys(additional.info["x-sources"])).toContain(source);
});

test("joining documents adds members and entries, and overwrites only descriptions", () => {
    const one = { info: { title: "one" }, paths: { "/a": { get: { description: "old", tags: ["x"] } } } };
    const other = { info: { title: "other" }, paths: { "/a": { get: { description: "new", tags: ["y"] }, put: {} } } };
    expect(joined(one, other, "")).toEqual({
        info: { title: "one" },
        paths: { "/a": { get: { description: "new", tags: ["x", "y"] }, put: {} } },
    });
    expect(() => joined({ type: "object" }, { type: "string" }, "/A")).toThrow("contradict each other at /A/type");
});
