import { PolicyPack, type ResourceValidationPolicy, type StackValidationPolicy } from "@pulumi/policy";
import { SettingsError } from "../common/errors.js";
import type { Properties } from "../common/properties.js";
import { Program } from "./program.js";
import { programResources } from "./resources.js";
import type { EnforcementLevel, PolicyRule, SettingValues } from "./rule.js";
import { rules } from "./rules/index.js";

/** Options of one rule. */
export interface RuleOptions {
    readonly enforcementLevel?: EnforcementLevel;
    readonly settings?: SettingValues;
}

export interface PolicyOptions {
    /** Name of the pack. Default: `access-governance`. */
    readonly name?: string;
    /** Level of rules that are not listed in `rules`. Default: the default level of each rule. */
    readonly enforcementLevel?: EnforcementLevel;
    /**
     * Settings by name, which apply to every rule that has them. For example, they define which groups are sensitive, external or
     * break-glass.
     */
    readonly settings?: SettingValues;
    /** Options of individual rules, by name. A level can be used instead of an object. */
    readonly rules?: Readonly<Record<string, EnforcementLevel | RuleOptions>>;
    /** Your own rules, in addition to those of the package. */
    readonly more?: readonly PolicyRule[];
}

/**
 * Creates a policy pack with the rules of this package. The `index.ts` of a pack needs only this call.
 * @throws SettingsError if a rule or a setting is unknown, or a setting has the wrong type
 */
export function accessPolicies(options: PolicyOptions = {}): PolicyPack {
    return new PolicyPack(options.name ?? "access-governance", { policies: policiesOf(options) });
}

/** Returns the same rules, for a policy pack that also has other rules. */
export function policiesOf(options: PolicyOptions = {}): (ResourceValidationPolicy | StackValidationPolicy)[] {
    const all = [...rules, ...(options.more ?? [])];
    const names = all.map(({ name }) => name);
    for (const name of Object.keys(options.rules ?? {})) {
        if (!names.includes(name)) throw new SettingsError(`Unknown rule ${name}. The rules are: ${names.join(", ")}.`);
    }
    for (const name of Object.keys(options.settings ?? {})) {
        if (!all.some(({ settings }) => name in settings))
            throw new SettingsError(`Unknown setting ${name}: no rule has it.`);
    }
    const declared = new Map<string, Properties>();
    return all.map((rule) => policyOf(rule, options, declared));
}

/**
 * Creates the Pulumi policy of a rule. Stack policies receive the live properties, including undeclared ones, but not the metadata that
 * distinguishes them. Therefore, a stack rule also receives each resource as the program declares it, and stores it in `declared` until it
 * checks the stack.
 */
function policyOf(
    rule: PolicyRule,
    options: PolicyOptions,
    declared: Map<string, Properties>,
): ResourceValidationPolicy | StackValidationPolicy {
    const own = options.rules?.[rule.name];
    const { enforcementLevel, settings }: RuleOptions =
        typeof own === "string" ? { enforcementLevel: own } : (own ?? {});
    const shared = Object.entries(options.settings ?? {}).filter(([name]) => name in rule.settings);
    const given: SettingValues = { ...Object.fromEntries(shared), ...settings };
    // Reports invalid settings before any policy runs.
    rule.check(new Program([]), given);
    const common = {
        name: rule.name,
        description: rule.description,
        enforcementLevel: enforcementLevel ?? options.enforcementLevel ?? rule.enforcementLevel,
        configSchema: { properties: schemaOf(rule, given) },
    };
    if (rule.scope === "resource") {
        return {
            ...common,
            validateResource: (args, report) => {
                const program = new Program(programResources([args]));
                for (const { message } of rule.check(program, { ...given, ...configured(args.getConfig()) }))
                    report(message);
            },
        };
    }
    return {
        ...common,
        validateResource: (args) => {
            for (const { urn, given: properties } of programResources([args])) declared.set(urn, properties);
        },
        validateStack: (args, report) => {
            const program = new Program(programResources(args.resources, declared));
            for (const { message, resource } of rule.check(program, { ...given, ...configured(args.getConfig()) })) {
                report(message, resource.urn);
            }
        },
    };
}

/** Returns the settings from the file in `--policy-pack-config`, which Pulumi has validated against the schema. */
function configured(config: object): SettingValues {
    return Object.fromEntries(Object.entries(config).filter(([name]) => name !== "enforcementLevel"));
}

function schemaOf({ settings }: PolicyRule, given: SettingValues) {
    return Object.fromEntries(
        Object.entries(settings).map(([name, { description, default: usual }]) => {
            const value = given[name] ?? usual;
            return typeof value === "number"
                ? [name, { type: "number" as const, description, default: value }]
                : [
                      name,
                      { type: "array" as const, items: { type: "string" as const }, description, default: [...value] },
                  ];
        }),
    );
}
