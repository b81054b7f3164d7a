import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseTerraformState } from "../../../../src/adopt/export/terraform/terraform-state.js";
import { UsageError } from "../../../../src/common/errors.js";

const written = (name: string) => readFileSync(join(__dirname, `states/${name}.tfstate`), "utf8");

/** Returns a state with one resource and one instance with these properties. */
const stateOf = (instance: object, resource: object = {}) =>
    JSON.stringify({
        version: 4,
        resources: [
            {
                mode: "managed",
                type: "opal_tag",
                name: "this",
                provider: "",
                ...resource,
                instances: [{ attributes: {}, ...instance }],
            },
        ],
    });

describe("addresses have the form that Terraform commands accept", () => {
    test.each([
        [undefined, ""],
        [0, "[0]"],
        ["0", '["0"]'],
        ["[1]", '["[1]"]'],
        ['a"b\\c', '["a\\"b\\\\c"]'],
        ["a.b/c d", '["a.b/c d"]'],
        ["ünï-🚀", '["ünï-🚀"]'],
        ["line\nand\ttab\r", '["line\\nand\\ttab\\r"]'],
        ["$" + "{a} %{b} $c", '["$$' + '{a} %%{b} $c"]'],
        ["zero\u200bwidth\u00a0\u{e0001}", '["zero\\u200bwidth\\u00a0\\U000e0001"]'],
    ])("escapes the key %j", (index_key, text) => {
        const [one] = parseTerraformState(stateOf({ index_key }));
        expect(one?.address).toBe(`opal_tag.this${text}`);
    });

    test("addresses contain modules and data sources", () => {
        const [one] = parseTerraformState(
            stateOf({ index_key: 1 }, { mode: "data", module: 'module.team["a/b"].module.access' }),
        );
        expect(one).toMatchObject({
            address: 'module.team["a/b"].module.access.data.opal_tag.this[1]',
            isManaged: false,
        });
    });

    test("addresses are correct for the keys in a state written by Terraform", () => {
        const addresses = parseTerraformState(written("terraform-small")).map(({ address }) => address);
        expect(addresses).toContain('opal_owner.team["a\\"b\\\\c"]');
        expect(addresses).toContain('opal_owner.team["ünï-🚀"]');
        expect(addresses).toContain('module.service[0].opal_group_user.member["dana o."]');
        expect(addresses).toContain('module.named["x y"].opal_tag.level["gold"]');
        expect(new Set(addresses).size).toBe(addresses.length);
    });
});

test("tainted, deposed and sensitive instances are marked", () => {
    const all = parseTerraformState(written("odd"));
    const instancesAt = (name: string) => all.filter(({ address }) => address === name);
    expect(instancesAt("opal_owner.tainted")).toMatchObject([{ isTainted: true, isDeposed: false }]);
    expect(instancesAt("opal_tag.replaced").map(({ isDeposed }) => isDeposed)).toEqual([false, true]);
    expect(instancesAt("opal_group.sensitive")).toMatchObject([
        { sensitive: ["custom_request_notification", "description"] },
    ]);
    expect(instancesAt("opal_owner.gone")).toMatchObject([{ isTainted: false, isDeposed: false, sensitive: [] }]);
});

test("a state after `terraform destroy` is empty", () => {
    expect(parseTerraformState(written("destroyed"))).toEqual([]);
});

test("the recorded states and services contain no local path and only example hosts", () => {
    const files = ["states", "services"].flatMap((folder) =>
        readdirSync(join(__dirname, folder)).map((file) => join(__dirname, folder, file)),
    );
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) {
        const text = readFileSync(file, "utf8");
        expect(text, file).not.toMatch(/(^|["\s:=])\/?(home|root|tmp|var|work|Users)\//);
        const hosts = [...text.matchAll(/https?:\/\/([^/"\\]+)/g)].map(([, host]) => host);
        expect(
            hosts.filter((host) => !host?.endsWith(".example")),
            file,
        ).toEqual([]);
        // Every state contains the address of the provider.
        const registries = [...text.matchAll(/registry\.[\w./-]+/g)].map(([found]) => found);
        expect(
            registries.filter((one) => !/^registry\.(terraform\.io|opentofu\.org)\/opalsecurity\/opal$/.test(one)),
            file,
        ).toEqual([]);
    }
});

describe("an invalid state is refused, and the error does not repeat its contents", () => {
    const secret = "made-up-secret-in-the-text";
    test.each([
        ["an empty file", " \n", /The input is empty\..*terraform state pull/],
        ["invalid JSON", `${secret} {`, /it is not JSON/],
        ["a list", JSON.stringify([secret]), /it is not a JSON object/],
        ["null", "null", /it is not a JSON object/],
        ["an encrypted state", written("encrypted"), /encrypted.*tofu state pull/],
        ["output of `show -json`", JSON.stringify({ format_version: "1.0", values: { secret } }), /`show -json`/],
        ["an older version", JSON.stringify({ version: 3, modules: [secret] }), /of version 3, but only version 4/],
        ["a newer version", JSON.stringify({ version: 5, resources: [secret] }), /of version 5/],
        ["a state without a version", JSON.stringify({ resources: [secret] }), /without a version/],
        ["a version that is not a number", JSON.stringify({ version: secret, resources: [] }), /without a version/],
        ["a state without resources", JSON.stringify({ version: 4, outputs: { secret } }), /resources: /],
        [
            "resources of the wrong type",
            JSON.stringify({ version: 4, resources: secret }),
            /resources: .*expected array/,
        ],
        ["an instance of the wrong type", stateOf({ attributes: secret }), /resources\.0\.instances\.0\.attributes: /],
        ["a key of the wrong type", stateOf({ index_key: [secret] }), /index_key: /],
    ])("refuses %s", (_name, text, message) => {
        const refused = errorOf(() => parseTerraformState(text));
        expect(refused).toBeInstanceOf(UsageError);
        expect(refused?.message).toMatch(message);
        expect(refused?.message).not.toContain(secret);
        expect(refused?.message).not.toContain("pbkdf2");
    });
});

function errorOf(work: () => unknown): Error | undefined {
    try {
        work();
        return undefined;
    } catch (error) {
        return error instanceof Error ? error : new Error(String(error));
    }
}
