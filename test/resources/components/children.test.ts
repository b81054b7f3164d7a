/** Checks the resources that a component registers, with the mocks of the SDK: names, parents and transforms. */
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AccessTeam, BreakGlass, days, hours, JustInTimeAccess, minutes, VendorAccess } from "../../../src/index.js";

const ID = "b7c6a7d0-8a52-5b3b-9a47-6f1d2e9b7c01";
const team = { name: "Yard", appId: ID, reviewerIds: [ID], memberIds: [ID] };
const vendor = { name: "Cranes", appId: ID, reviewerIds: [ID] };
const asked = { name: "Now", appId: ID, adminOwnerId: ID, requesterGroupIds: [ID], stages: [{ ownerIds: [ID] }] };

const glass = {
    name: "Glass",
    appId: ID,
    adminOwnerId: ID,
    userIds: [ID],
    resources: [{ resourceId: ID }],
    auditChannelIds: [ID],
};

let registered: { type: string; name: string; inputs: Record<string, unknown>; transforms: number }[] = [];

beforeAll(async () => {
    await pulumi.runtime.setMocks({
        newResource: ({ type, name, inputs, transforms = [] }) => {
            registered.push({ type, name, inputs, transforms: transforms.length });
            return { id: `${name}-id`, state: inputs };
        },
        call: ({ inputs }) => inputs,
    });
});

beforeEach(() => {
    registered = [];
});

const made = () => registered.filter(({ type }) => type.endsWith(":Group"));

const urnOf = ({ urn }: pulumi.Resource) => new Promise<string>((resolve) => urn.apply(resolve));

describe("children of a component", () => {
    it("have the component as parent, are named after it, and are its properties", async () => {
        const yard = new AccessTeam("yard", { ...team, resources: { crane: { resourceId: ID } } });
        const children = [yard.owner, yard.group, yard.members, yard.resources.crane];
        const urns = await Promise.all(children.map((child) => child && urnOf(child)));
        const within = "access-governance:components:AccessTeam$pulumi-nodejs:dynamic/access-governance";
        expect(urns.map((urn) => String(urn).split("::").slice(-2).join(" "))).toEqual([
            `${within}:Owner yard`,
            `${within}:Group yard`,
            `${within}:GroupUsers yard`,
            `${within}:GroupResource yard-crane`,
        ]);
    });

    it("can be changed by transformations of the component", async () => {
        const transformations: pulumi.ResourceTransformation[] = [
            ({ type, props, opts }) =>
                type.endsWith(":Group") ? { props: { ...props, riskSensitivityOverride: "HIGH" }, opts } : undefined,
        ];
        const made = new BreakGlass("glass", glass, { transformations });
        await Promise.all([urnOf(made.group), urnOf(made.users), urnOf(made.resources)]);
        const risks = registered.map(({ type, name, inputs }) => [
            type.split(":").at(-1),
            name,
            inputs.riskSensitivityOverride,
        ]);
        expect(risks).toContainEqual(["Group", "glass", "HIGH"]);
        expect(risks).toContainEqual(["Group", "glass-users", "HIGH"]);
        expect(risks).toContainEqual(["GroupResources", "glass", undefined]);
    });

    it.each([
        [undefined, undefined],
        ["OPAL_GROUP" as const, "OPAL_GROUP" as const],
        ["OPAL_GROUP" as const, pulumi.output("OPAL_GROUP" as const)],
    ])("include groups of type %s if groupType is %s", async (wanted, groupType) => {
        const given = groupType === undefined ? {} : { groupType };
        const groups = [
            new AccessTeam("team", { ...team, ...given }).group,
            new BreakGlass("glass", { ...glass, ...given }).group,
            new JustInTimeAccess("now", { ...asked, groups: { staff: ID }, ...given }).group,
            new VendorAccess("cranes", { ...vendor, people: {}, ...given }).group,
        ];
        await Promise.all(groups.map(urnOf));
        await expect.poll(made).toHaveLength(5);
        for (const { inputs } of made()) expect([inputs.appId, inputs.groupType]).toEqual([ID, wanted]);
    });

    // The engine applies the transforms to the component and all of its children.
    it("are not registered with transforms of their own, only the component is", async () => {
        const made = new BreakGlass("handed", glass, { transforms: [({ props, opts }) => ({ props, opts })] });
        await urnOf(made);
        await urnOf(made.resources);
        const handed = registered.filter(({ transforms }) => transforms > 0).map(({ type }) => type);
        expect(handed).toEqual(["access-governance:components:BreakGlass"]);
    });
});

describe("invalid arguments of a component", () => {
    it.each<[string, () => unknown, string]>([
        [
            "an empty name",
            () => new AccessTeam("", team),
            "The first argument of new AccessTeam(…) must be its name in the program, a non-empty string.",
        ],
        [
            "an unknown group type",
            () => new AccessTeam("team", { ...team, groupType: "OPAL_GROP" as "OPAL_GROUP" }),
            'AccessTeam "team": groupType: "OPAL_GROP" is not allowed: it must be one of "SVC_GROUP", "OPAL_GROUP"; did you mean "OPAL_GROUP"?',
        ],
        [
            "neither resources nor groups",
            () => new JustInTimeAccess("now", asked),
            'JustInTimeAccess "now": resources: set resources or groups, or both.',
        ],
        [
            "a resource instead of its id",
            // A JavaScript program can pass it.
            () => new AccessTeam("yard", { ...team, appId: new AccessTeam("inner", team).group as unknown as string }),
            'AccessTeam "yard": appId is a resource: use its id, such as group.id.',
        ],
        [
            "a record that is an output",
            // A JavaScript program can pass it.
            () => new VendorAccess("cranes", { ...vendor, people: pulumi.output({}) as never }),
            'VendorAccess "cranes": people must be known while the program runs. Only the ids in it can be outputs.',
        ],
        [
            "a membership with the duration 0",
            () =>
                new VendorAccess("cranes", {
                    ...vendor,
                    // @ts-expect-error: a plain number could be 0, which means no end
                    people: { hugo: { userId: ID, durationMinutes: 0 } },
                }),
            'VendorAccess "cranes": people.hugo.durationMinutes: 0 is not allowed: it must be a whole number of minutes, at least 1, such as 480 for eight hours; 0 and -1 would mean unlimited.',
        ],
        [
            "a membership without a duration",
            // @ts-expect-error: a membership requires a duration
            () => new VendorAccess("cranes", { ...vendor, people: { hugo: { userId: ID } } }),
            'VendorAccess "cranes": people.hugo.durationMinutes is required.',
        ],
        [
            "an empty list of approval stages",
            () => new JustInTimeAccess("now", { ...asked, groups: { one: ID }, stages: [] }),
            'JustInTimeAccess "now": stages: [] is not allowed: it must have at least 1 element.',
        ],
    ])("are rejected: %s", (_, make, sentence) => {
        expect(make).toThrow(sentence);
    });
});

describe("a name that is an output", () => {
    const inputsOf = async (name: string, type: string): Promise<Record<string, unknown> | undefined> => {
        const found = () => registered.find((one) => one.name === name && one.type.endsWith(`:${type}`));
        await expect.poll(found).toBeDefined();
        return found()?.inputs;
    };
    // A JavaScript program can pass outputs of any type.
    const later = (value: unknown) => pulumi.output(value) as never;

    it("is used for the names of child groups only if its value is a string", async () => {
        new BreakGlass("glass", { ...glass, name: later(undefined) });
        expect(await inputsOf("glass-users", "Group")).not.toHaveProperty("name");
        new BreakGlass("other", { ...glass, name: later("Late") });
        expect((await inputsOf("other-users", "Group"))?.name).toBe("Late users");
    });
});

describe("duration helpers", () => {
    it("return a number of minutes", () => {
        expect([minutes(5), hours(8), hours(0.5), days(90)]).toEqual([5, 480, 30, 129_600]);
    });

    it.each([
        ["minutes(0)", () => minutes(0)],
        ["minutes(-1)", () => minutes(-1)],
        ["hours(0.001)", () => hours(0.001)],
        ["days(NaN)", () => days(Number.NaN)],
        ["days(1000000)", () => days(1_000_000)],
    ])("reject %s", (text, make) => {
        expect(make).toThrow(`${text}: it must be a whole number of minutes, at least 1`);
    });
});
