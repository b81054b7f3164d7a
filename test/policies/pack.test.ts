/** The rules as Pulumi runs them: behind the proxies of its policy packs, which throw when something unknown is read. */
import type {
    ResourceValidationArgs,
    ResourceValidationPolicy,
    StackValidationArgs,
    StackValidationPolicy,
} from "@pulumi/policy";
import * as proxies from "@pulumi/policy/proxy.js";
import { describe, expect, test } from "vitest";
import { type PolicyOptions, policiesOf } from "../../src/policies/pack.js";
import type { ProgramResource } from "../../src/policies/program.js";
import { rules } from "../../src/policies/rules/index.js";
import { unknownValue } from "../../src/provider/schema/fields.js";
import { examples } from "./examples/index.js";

// What the server of a pack puts around the properties of every resource; the types of the package leave it out.
const unknownCheckingProxy = Reflect.get(proxies, "unknownCheckingProxy") as (properties: object) => object;
const TYPE = "pulumi-nodejs:dynamic/access-governance:";
const group = (given: Record<string, unknown>): ProgramResource => ({
    kind: "Group",
    name: "vault",
    urn: "urn:vault",
    given,
    uses: {},
});

describe.each(rules.map(({ name }) => name))("%s", (name) => {
    const { failing, at, passing, settings } = examples[name] ?? { failing: [], at: [], passing: [] };
    const options: PolicyOptions = { rules: { [name]: settings ? { settings } : {} } };

    test("reports in a pack what it finds in a program", async () => {
        expect(await reports(name, failing, options)).toHaveLength(at.length);
        expect(await reports(name, passing, options)).toEqual([]);
    });

    test("never reads what is unknown, which would make advice of it", async () => {
        const blurred = failing.map((resource) => ({
            ...resource,
            given: Object.fromEntries(Object.keys(resource.given).map((property) => [property, unknownValue])),
        }));
        await expect(reports(name, [...blurred, ...failing], options)).resolves.toBeDefined();
    });
});

describe("what a resource of a pack is", () => {
    test("another package's resource is not judged", async () => {
        const [policy] = policiesOf().filter(({ name }) => name === "has-admin-owner");
        expect(await run(policy, [group({})], {}, "aws:iam/group:")).toEqual([]);
        expect(await run(policy, [group({})])).toEqual([
            'Group "vault": adminOwnerId is not specified: set it to the owner that administers it',
        ]);
    });

    test("what only the service has is not what the program gives", async () => {
        const options = { settings: { sensitiveNames: ["vault"] } };
        const live = group({ requestConfigurations: [{ allowRequests: true, autoApproval: true }] });
        const [policy] = policiesOf(options).filter(({ name }) => name === "sensitive-no-auto-approval");
        expect(await run(policy, [live], {}, TYPE, [group({ name: "Vault" })])).toEqual([]);
        expect(await run(policy, [group({ name: "Vault" })], {}, TYPE, [live])).toHaveLength(1);
    });

    test("an unknown part leaves the other parts as they are", async () => {
        const configurations = [
            { priority: unknownValue, allowRequests: true, autoApproval: unknownValue, maxDurationMinutes: -1 },
            unknownValue,
            { allowRequests: true, maxDurationMinutes: unknownValue },
        ];
        expect(await reports("requests-end", [group({ requestConfigurations: configurations })])).toEqual([
            'Group "vault": requestConfigurations[0].maxDurationMinutes is -1: access could be requested without expiration',
        ]);
    });
});

describe("the options", () => {
    const levelOf = (name: string, options: PolicyOptions) =>
        policiesOf(options).find((policy) => policy.name === name)?.enforcementLevel;

    test("give levels: of all, of one, and else each rule's own", () => {
        expect(levelOf("has-description", {})).toBe("advisory");
        expect(levelOf("has-admin-owner", {})).toBe("mandatory");
        expect(levelOf("has-admin-owner", { enforcementLevel: "advisory" })).toBe("advisory");
        const rules = { "has-description": "disabled", "has-admin-owner": { enforcementLevel: "mandatory" } } as const;
        expect(levelOf("has-description", { enforcementLevel: "advisory", rules })).toBe("disabled");
        expect(levelOf("has-admin-owner", { enforcementLevel: "advisory", rules })).toBe("mandatory");
    });

    test("give settings to every rule that has them, and those of the run win", async () => {
        const options = { settings: { sensitiveNames: ["^vault$"] } };
        expect(await reports("sensitive-mfa-to-approve", [group({})])).toEqual([]);
        expect(await reports("sensitive-mfa-to-approve", [group({})], options)).toHaveLength(1);
        expect(await reports("sensitive-not-global", [group({})], options)).toHaveLength(1);
        const run = { enforcementLevel: "mandatory", sensitiveNames: ["safe"] };
        expect(await reports("sensitive-not-global", [group({})], options, run)).toEqual([]);
    });

    test("are told in the schema that Pulumi checks the configuration with", () => {
        const schema = policiesOf({ settings: { delegationMaximumDays: 7 } }).find(
            ({ name }) => name === "delegation-ends",
        );
        expect(schema?.configSchema?.properties.delegationMaximumDays).toMatchObject({ type: "number", default: 7 });
        const { configSchema } = policiesOf().find(({ name }) => name === "sensitive-not-global") ?? {};
        expect(configSchema?.properties.sensitiveRisks).toMatchObject({ type: "array", default: ["CRITICAL", "HIGH"] });
    });

    test.each<[PolicyOptions, string]>([
        [{ rules: { "has-owner": "mandatory" } }, "Unknown rule has-owner. The rules are: has-admin-owner,"],
        [{ settings: { colours: ["red"] } }, "Unknown setting colours: no rule has it."],
        [
            { settings: { sensitiveMaximumMinutes: ["60"] } },
            "The setting sensitiveMaximumMinutes of the rule sensitive-requests-end must be a number.",
        ],
        [
            { settings: { vendorNames: 1 } },
            "The setting vendorNames of the rule vendor-access-ends must be a list of strings.",
        ],
        [{ settings: { sensitiveNames: ["("] } }, '"(" is not a regular expression.'],
        [
            { rules: { "has-description": { settings: { words: 3 } } } },
            "The rule has-description does not have a setting words. Its settings: none.",
        ],
    ])("that are wrong are refused before anything runs: %j", (options, message) => {
        expect(() => policiesOf(options)).toThrow(message);
    });

    test("take rules of your own", () => {
        const own = { ...rules[0], name: "own-rule" } as (typeof rules)[number];
        expect(levelOf("own-rule", { more: [own] })).toBe("mandatory");
    });
});

function reports(name: string, resources: readonly ProgramResource[], options: PolicyOptions = {}, config = {}) {
    return run(
        policiesOf(options).find((policy) => policy.name === name),
        resources,
        config,
    );
}

/**
 * What a policy reports of resources, which it sees as Pulumi's server shows them: each with what the program gives, and then all of them
 * with what there is.
 */
async function run(
    policy: ResourceValidationPolicy | StackValidationPolicy | undefined,
    resources: readonly ProgramResource[],
    config: object = {},
    type = TYPE,
    declared = resources,
): Promise<string[]> {
    const found: string[] = [];
    const shown = ({ kind, name, urn, given, uses }: ProgramResource) => ({
        type: `${type}${kind}`,
        name,
        urn,
        props: unknownCheckingProxy({ ...given, __provider: unknownValue }),
        propertyDependencies: Object.fromEntries(
            Object.entries(uses).map(([property, urns]) => [property, urns.map((used) => ({ urn: used }))]),
        ),
        getConfig: () => config,
    });
    if (policy && "validateResource" in policy && typeof policy.validateResource === "function") {
        for (const resource of declared) {
            // Of the arguments a rule reads the type, name, properties, dependencies and configuration alone.
            const args = shown(resource) as unknown as ResourceValidationArgs;
            await policy.validateResource(args, (message) => found.push(message));
        }
    }
    if (policy && "validateStack" in policy) {
        // As above.
        const args = { resources: resources.map(shown), getConfig: () => config } as unknown as StackValidationArgs;
        await policy.validateStack(args, (message) => found.push(message));
    }
    return found;
}
