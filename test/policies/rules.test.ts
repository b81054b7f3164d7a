/** Every rule refuses a program and lets another one pass, whatever is not known yet, and shows nobody a value. */
import { describe, expect, test } from "vitest";
import { Program, type ProgramResource } from "../../src/policies/program.js";
import type { Violation } from "../../src/policies/rule.js";
import { rules } from "../../src/policies/rules/index.js";
import { unknownValue } from "../../src/provider/schema/fields.js";
import { examples } from "./examples/index.js";

test("every rule has an example, and there is no other", () => {
    expect(Object.keys(examples).sort()).toEqual(rules.map(({ name }) => name).sort());
});

test("every name and description is a rule's own, and every description a sentence", () => {
    expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
    expect(new Set(rules.map(({ description }) => description)).size).toBe(rules.length);
    expect(rules.filter(({ description }) => !/^[A-Z].*\.$/.test(description))).toEqual([]);
});

test("a setting means the same in every rule that has it", () => {
    const all = rules.flatMap(({ settings }) => Object.entries(settings));
    expect(all.filter(([name, setting]) => all.some(([other, one]) => other === name && one !== setting))).toEqual([]);
});

describe.each(rules.map((rule) => [rule.name, rule] as const))("%s", (name, rule) => {
    const { failing, at, passing, settings } = examples[name] ?? { failing: [], at: [], passing: [] };
    const judge = (resources: readonly ProgramResource[]) => rule.check(new Program(resources), settings);

    test("refuses what it is there for", () => {
        expect(judge(failing).map(where).sort()).toEqual([...at].sort());
    });

    test("lets the rest pass", () => {
        expect(judge(passing)).toEqual([]);
    });

    test("says nothing more of a program with something unknown, wherever it is", () => {
        for (const program of withUnknowns(passing)) expect(judge(program).map(where)).toEqual([]);
        for (const program of withUnknowns(failing))
            expect(at).toEqual(expect.arrayContaining(judge(program).map(where)));
    });

    test("judges the others beside what is unknown", () => {
        const blurred = failing.map(blurredCopy);
        expect(judge([...blurred, ...failing]).map(where)).toEqual(expect.arrayContaining([...at]));
    });

    test("shows no value", () => {
        const texts = failing.flatMap(({ given }) => textsIn(given)).filter((text) => !/^[A-Z_]+$/.test(text));
        const shown = judge(failing).map(({ message }) => message);
        expect(texts.filter((text) => shown.some((message) => message.includes(text)))).toEqual([]);
    });

    test("names what it is about", () => {
        for (const { message, resource, path } of judge(failing)) {
            expect(message).toContain(`${resource.kind} "${resource.name}": ${path} `);
        }
    });

    test("refuses a setting that it does not have", () => {
        expect(() => rule.check(new Program([]), { colour: 1 })).toThrow(
            `The rule ${name} does not have a setting colour`,
        );
    });
});

function where({ resource, path }: Violation): string {
    return `${resource.name}: ${path}`;
}

/** The program once for each place in it, with what is there unknown. */
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

/** The same resource under another name, with nothing of it known. */
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
