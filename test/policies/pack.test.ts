/** Runs the rules the way Pulumi does: with the proxies of policy packs, which throw if an unknown value is read. */
import type {
    ResourceValidationArgs,
    ResourceValidationPolicy,
    StackValidationArgs,
    StackValidationPolicy,
} from "@pulumi/policy";
import * as proxies from "@pulumi/policy/proxy.js";
import { describe, expect, test } from "vitest";
import { SettingsError } from "../../src/common/errors.js";
import { unknownValue } from "../../src/common/unknown.js";
import { type PolicyOptions, policiesOf } from "../../src/policies/pack.js";
import { Program, type ProgramResource } from "../../src/policies/program.js";
import { faultAt, resourceRule } from "../../src/policies/rule.js";
import { rules } from "../../src/policies/rules/index.js";
import { kinds } from "../../src/resources/kinds.js";
import { examples } from "./examples/index.js";

// The policy server wraps the properties of every resource in this proxy. The type declarations of the package omit it.
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

    test("reports the same violations in a pack as in a program", async () => {
        expect(await reports(name, failing, options)).toHaveLength(at.length);
        expect(await reports(name, passing, options)).toEqual([]);
    });

    test("never reads an unknown value, which would make the violation advisory", async () => {
        const blurred = failing.map((resource) => ({
            ...resource,
            given: Object.fromEntries(Object.keys(resource.given).map((property) => [property, unknownValue])),
        }));
        await expect(reports(name, [...blurred, ...failing], options)).resolves.toBeDefined();
    });
});

describe("a rule in a pack", () => {
    test("does not judge resources of other packages", async () => {
        const [policy] = policiesOf().filter(({ name }) => name === "has-admin-owner");
        expect(await run(policy, [group({})], {}, "aws:iam/group:")).toEqual([]);
        expect(await run(policy, [group({})])).toEqual([
            'Group "vault": adminOwnerId is not specified: set it to the owner that administers it',
        ]);
    });

    test("does not judge properties that only the service has", async () => {
        const options = { settings: { sensitiveNames: ["vault"] } };
        const live = group({ requestConfigurations: [{ allowRequests: true, autoApproval: true }] });
        const [policy] = policiesOf(options).filter(({ name }) => name === "sensitive-no-auto-approval");
        expect(await run(policy, [live], {}, TYPE, [group({ name: "Vault" })])).toEqual([]);
        expect(await run(policy, [group({ name: "Vault" })], {}, TYPE, [live])).toHaveLength(1);
    });

    test("judges the known parts of a property with unknown parts", async () => {
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

describe("the options of a pack", () => {
    const levelOf = (name: string, options: PolicyOptions) =>
        policiesOf(options).find((policy) => policy.name === name)?.enforcementLevel;

    test("set the enforcement level of all rules or of one rule", () => {
        expect(levelOf("has-description", {})).toBe("advisory");
        expect(levelOf("has-admin-owner", {})).toBe("mandatory");
        expect(levelOf("has-admin-owner", { enforcementLevel: "advisory" })).toBe("advisory");
        const rules = { "has-description": "disabled", "has-admin-owner": { enforcementLevel: "mandatory" } } as const;
        expect(levelOf("has-description", { enforcementLevel: "advisory", rules })).toBe("disabled");
        expect(levelOf("has-admin-owner", { enforcementLevel: "advisory", rules })).toBe("mandatory");
    });

    test("set settings for every rule that has them, and the configuration of the run takes precedence", async () => {
        const options = { settings: { sensitiveNames: ["^vault$"] } };
        expect(await reports("sensitive-mfa-to-approve", [group({})])).toEqual([]);
        expect(await reports("sensitive-mfa-to-approve", [group({})], options)).toHaveLength(1);
        expect(await reports("sensitive-not-global", [group({})], options)).toHaveLength(1);
        const run = { enforcementLevel: "mandatory", sensitiveNames: ["safe"] };
        expect(await reports("sensitive-not-global", [group({})], options, run)).toEqual([]);
    });

    test("are the defaults in the schema of the configuration", () => {
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
    ])("are rejected if they are invalid: %j", (options, message) => {
        expect(() => policiesOf(options)).toThrow(message);
    });

    test("accept custom rules", () => {
        const own = { ...rules[0], name: "own-rule" } as (typeof rules)[number];
        expect(levelOf("own-rule", { more: [own] })).toBe("mandatory");
    });
});

describe("a rule of your own", () => {
    const ruleOf = (...kinds: string[]) =>
        resourceRule({
            name: "own-rule",
            description: "Nothing.",
            enforcementLevel: "mandatory",
            kinds,
            find: (place) => [faultAt(place, "name", "is wrong")],
        });

    test.each([["Gruop"], ["group"], ["AccessTeam"], ["Provider"], ["Group", "Onwer"], []])(
        "is rejected if it could never find a resource of its kinds: %s",
        (...kinds) => {
            expect(() => ruleOf(...kinds)).toThrow(SettingsError);
            const program = new Program([group({})]);
            expect(() => program.of(...kinds)).toThrow(SettingsError);
            expect(() => program.usedBy(group({}), "adminOwnerId", ...kinds)).toThrow(SettingsError);
            const [kind] = kinds.slice(-1);
            if (kind === undefined) return;
            expect(() => program.pointingAt(group({}), kind, "groupId")).toThrow(SettingsError);
            expect(() => program.mayBePointedAt(group({}), kind, "groupId")).toThrow(SettingsError);
        },
    );

    test("is accepted for every kind", () => {
        for (const { name } of kinds) {
            const resource = { ...group({}), kind: name };
            expect(ruleOf(name).check(new Program([resource]))).toHaveLength(1);
        }
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
 * Messages of a policy about resources, presented the way Pulumi's server does: first each resource as declared, then all of them in their
 * actual state.
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
            // A rule only reads the type, name, properties, dependencies and configuration of these arguments.
            const args = shown(resource) as unknown as ResourceValidationArgs;
            await policy.validateResource(args, (message) => found.push(message));
        }
    }
    if (policy && "validateStack" in policy) {
        // A rule only reads the resources and the configuration of these arguments.
        const args = { resources: resources.map(shown), getConfig: () => config } as unknown as StackValidationArgs;
        await policy.validateStack(args, (message) => found.push(message));
    }
    return found;
}
