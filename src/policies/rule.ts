import { SettingsError } from "../common/errors.js";
import { expectKinds, type Place, type Program, type ProgramResource, pathIn, resourcePlace } from "./program.js";

/** `advisory` warns, `mandatory` stops the run, `disabled` turns the rule off. */
export type EnforcementLevel = "advisory" | "mandatory" | "disabled";

/** A violation of a rule. It never contains the value of a property, which could be secret. */
export interface Violation {
    readonly resource: ProgramResource;
    /** The property, such as `requestConfigurations[0].autoApproval`. */
    readonly path: string;
    /** One sentence that names the resource, the property and the problem. */
    readonly message: string;
}

/** Value of a setting. */
export type SettingValue = number | readonly string[];

export interface Setting<Value extends SettingValue = SettingValue> {
    readonly description: string;
    readonly default: Value;
}

export type Settings = Readonly<Record<string, Setting>>;
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** The settings of a rule, each with the type of its default. */
export type ValuesOf<Own extends Settings> = { readonly [Name in keyof Own]: Own[Name]["default"] };

/** A rule for what a program declares. It does not depend on Pulumi. */
export interface PolicyRule {
    readonly name: string;
    /** The requirement, as a sentence. */
    readonly description: string;
    readonly enforcementLevel: EnforcementLevel;
    /** `resource` checks each resource separately, before it is registered. `stack` checks all resources together, at the end. */
    readonly scope: "resource" | "stack";
    readonly settings: Settings;
    /**
     * Returns the violations in a program. Values that are not known yet are not violations.
     * @throws SettingsError if a setting is unknown or has the wrong type
     */
    check(program: Program, settings?: SettingValues): Violation[];
}

/** A violation that a rule found. `reason` completes the sentence "<property> …". */
export interface Fault {
    readonly place: Place;
    readonly property: string;
    readonly reason: string;
}

interface RuleSpec<Own extends Settings> {
    readonly name: string;
    readonly description: string;
    readonly enforcementLevel: EnforcementLevel;
    readonly settings?: Own;
}

/** Creates a rule that checks resources of some kinds, one at a time. @throws SettingsError if a kind is unknown */
export function resourceRule<Own extends Settings = Record<never, Setting>>(
    spec: RuleSpec<Own> & {
        readonly kinds: readonly string[];
        readonly find: (resource: Place, settings: ValuesOf<Own>) => readonly Fault[];
    },
): PolicyRule {
    const { kinds, find, ...rest } = spec;
    expectKinds(kinds);
    return ruleOf("resource", rest, (program, settings) =>
        program.of(...kinds).flatMap((resource) => find(resourcePlace(resource), settings)),
    );
}

/** Creates a rule that checks the whole program. */
export function stackRule<Own extends Settings = Record<never, Setting>>(
    spec: RuleSpec<Own> & { readonly find: (program: Program, settings: ValuesOf<Own>) => readonly Fault[] },
): PolicyRule {
    const { find, ...rest } = spec;
    return ruleOf("stack", rest, find);
}

export function faultAt(place: Place, property: string, reason: string): Fault {
    return { place, property, reason };
}

function ruleOf<Own extends Settings>(
    scope: PolicyRule["scope"],
    { name, description, enforcementLevel, settings }: RuleSpec<Own>,
    find: (program: Program, settings: ValuesOf<Own>) => readonly Fault[],
): PolicyRule {
    const known: Settings = settings ?? {};
    return {
        name,
        description,
        enforcementLevel,
        scope,
        settings: known,
        check: (program, given = {}) => {
            // `valuesOf` checks that each value has the type of its default, as ValuesOf requires.
            const values = valuesOf(name, known, given) as ValuesOf<Own>;
            return find(program, values).map(violationOf);
        },
    };
}

function violationOf({ place, property, reason }: Fault): Violation {
    const { resource } = place;
    const path = pathIn(place, property);
    return { resource, path, message: `${resource.kind} "${resource.name}": ${path} ${reason}` };
}

function valuesOf(rule: string, settings: Settings, given: SettingValues): SettingValues {
    for (const [name, value] of Object.entries(given)) {
        const setting = settings[name];
        if (!setting) {
            const known = Object.keys(settings).join(", ") || "none";
            throw new SettingsError(`The rule ${rule} does not have a setting ${name}. Its settings: ${known}.`);
        }
        if (Array.isArray(setting.default) ? !isTexts(value) : typeof value !== "number") {
            const wanted = Array.isArray(setting.default) ? "a list of strings" : "a number";
            throw new SettingsError(`The setting ${name} of the rule ${rule} must be ${wanted}.`);
        }
    }
    return { ...Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, one.default])), ...given };
}

function isTexts(value: unknown): boolean {
    return Array.isArray(value) && value.every((item) => typeof item === "string");
}
