/** Every rule rejects one program and accepts another, also with unknown values, and its messages do not contain values. */
import { describe, expect, test } from "vitest";
import { unknownValue } from "../../src/common/unknown.js";
import { Program, type ProgramResource } from "../../src/policies/program.js";
import type { Violation } from "../../src/policies/rule.js";
import { rules } from "../../src/policies/rules/index.js";
import { examples } from "./examples/index.js";

test("every rule has an example, and every example has a rule", () => {
    expect(Object.keys(examples).sort()).toEqual(rules.map(({ name }) => name).sort());
});

test("names and descriptions are unique, and every description is a sentence", () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    expect(new Set(rules.map(({ description }) => description)).size).toBe(rules.length);
    expect(rules.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
});

test("a setting has the same definition in every rule", () => {
    const all = rules.flatMap(({ settings }) => Object.entries(settings));
    expect(all.filter(([name, setting]) => all.some(([other, one]) => other === name && one !== setting))).toEqual([]);
});

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
    const { failing, at, passing, settings } = examples[name] ?? { failing: [], at: [], passing: [] };
    const judge = (resources: readonly ProgramResource[]) => rule.check(new Program(resources), settings);

    test("reports the violations in the failing example", () => {
        expect(judge(failing).map(where).sort()).toEqual([...at].sort());
    });

    test("reports nothing for the passing example", () => {
        expect(judge(passing)).toEqual([]);
    });

    test("does not report more violations if any value is unknown", () => {
        for (const program of withUnknowns(passing)) expect(judge(program).map(where)).toEqual([]);
        for (const program of withUnknowns(failing))
            expect(at).toEqual(expect.arrayContaining(judge(program).map(where)));
    });

    test("still judges resources next to ones with only unknown values", () => {
        const blurred = failing.map(blurredCopy);
        expect(judge([...blurred, ...failing]).map(where)).toEqual(expect.arrayContaining([...at]));
    });

    test("does not show property values in its messages", () => {
        const texts = failing.flatMap(({ given }) => textsIn(given)).filter((text) => !/^[A-Z_]+$/.test(text));
        const shown = judge(failing).map(({ message }) => message);
        expect(texts.filter((text) => shown.some((message) => message.includes(text)))).toEqual([]);
    });

    test("names the resource and the property in its messages", () => {
        for (const { message, resource, path } of judge(failing)) {
            expect(message).toContain(`${resource.kind} "${resource.name}": ${path} `);
        }
    });

    test("rejects an unknown setting", () => {
        expect(() => rule.check(new Program([]), { colour: 1 })).toThrow(
            `The rule ${name} does not have a setting colour`,
        );
    });
});

function where({ resource, path }: Violation): string {
    return `${resource.name}: ${path}`;
}

/** Variants of the program, each with one unknown value. */
function withUnknowns(resources: readonly ProgramResource[]): ProgramResource[][] {
    return resources.flatMap((resource, at) =>
        Object.keys(resource.given).flatMap((property) =>
            variantsOf(resource.given[property]).map((value) =>
                resources.with(at, { ...resource, given: { ...resource.given, [property]: value } }),
            ),
        ),
    );
}

function variantsOf(value: unknown): unknown[] {
    if (Array.isArray(value)) {
        return [unknownValue, ...value.flatMap((item, at) => variantsOf(item).map((one) => value.with(at, one)))];
    }
    if (typeof value !== "object" || value === null) return [unknownValue];
    const inside = Object.entries(value).flatMap(([name, inner]) =>
        variantsOf(inner).map((one) => ({ ...value, [name]: one })),
    );
    return [unknownValue, ...inside];
}

/** A copy of the resource under another name, with only unknown values. */
function blurredCopy(resource: ProgramResource): ProgramResource {
    const copy = (urn: string) => `${urn}-copy`;
    return {
        ...resource,
        name: `${resource.name}-copy`,
        urn: copy(resource.urn),
        given: Object.fromEntries(Object.keys(resource.given).map((name) => [name, unknownValue])),
        uses: Object.fromEntries(Object.entries(resource.uses).map(([name, urns]) => [name, urns.map(copy)])),
    };
}

function textsIn(value: unknown): string[] {
    if (typeof value === "string") return value === "" ? [] : [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
