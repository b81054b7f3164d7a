/** Migration of states from dynamic resources to the plugin and back. */
import { describe, expect, test } from "vitest";
import { kindOfType } from "../../../src/cli/steps/kind-of.js";
import { FORMS, type FormName, pluginType, pulumiType } from "../../../src/common/pulumi-type.js";
import { handlerOf } from "../../../src/provider/shapes/kind.js";
import type { DeploymentDocument, StateEntry } from "../../../src/stack/deployment.js";
import { migrated } from "../../../src/stack/recovery/migration.js";

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:abc" };
const urn = (type: string, name: string) => `urn:pulumi:dev::tests::${type}::${name}`;
const stack = { urn: urn("pulumi:pulumi:Stack", "tests-dev"), type: "pulumi:pulumi:Stack" };
const provider = (form: FormName, name = "default", inputs: object = {}): StateEntry => {
    const type = FORMS[form].provider;
    return { urn: urn(type, name), type, id: `id-${name}`, inputs: { ...inputs }, outputs: { ...inputs } };
};
const served = (one: StateEntry) => `${one.urn}::${one.id}`;
const team = {
    urn: urn("access-governance:components:AccessTeam", "team"),
    type: "access-governance:components:AccessTeam",
};
const within = `${team.type}$`;

const owner = (form: FormName, changes: Partial<StateEntry> = {}): StateEntry => {
    const metadata = { __label: "platform", __secrets: ["description"], __parent: team.urn };
    const handled = { ...metadata, __provider: handlerOf("Owner") };
    const given = { name: "Platform", description: SECRET };
    const kept = { ...given, userIds: [], __url: "https://service.test/v1", __declared: ["description", "name"] };
    const type = form === "dynamic" ? pulumiType("Owner") : pluginType("Owner");
    return {
        urn: urn(`${within}${type}`, "platform"),
        type,
        id: "o1",
        inputs: form === "dynamic" ? { ...given, ...handled } : given,
        outputs: form === "dynamic" ? { ...kept, ...handled } : { ...kept, ...metadata },
        parent: team.urn,
        provider: served(provider(form)),
        ...changes,
    };
};

const documentOf = (...resources: StateEntry[]): DeploymentDocument => ({ version: 3, deployment: { resources } });
const move = (to: FormName, ...resources: StateEntry[]) => {
    const { document, count } = migrated(documentOf(...resources), to, kindOfType);
    return { count, entries: document.deployment.resources ?? [] };
};
const ADDRESS = { url: "https://service.test/v1" };
const settingsOf = (form: FormName) => ({ [`${FORMS[form].settings}url`]: ADDRESS.url });

describe("the migration of a state", () => {
    const stateOf = (form: FormName) => [stack, provider(form, "default", settingsOf(form)), team, owner(form)];

    test.each<[FormName, FormName]>([
        ["dynamic", "plugin"],
        ["plugin", "dynamic"],
    ])("from %s to %s produces the same state as a program in the new form", (from, to) => {
        expect(move(to, ...stateOf(from))).toEqual({ count: 1, entries: stateOf(to) });
    });

    test("returns the same document if there is nothing to migrate", () => {
        const document = documentOf(...stateOf("plugin"));
        expect(migrated(document, "plugin", kindOfType)).toEqual({ document, count: 0 });
        expect(migrated(document, "plugin", kindOfType).document).toBe(document);
    });

    test("renames references, but not texts that only look like one", () => {
        const name = `x::${pulumiType("Owner")}`;
        const other: StateEntry = {
            urn: urn("other:index:Thing", name),
            type: "other:index:Thing",
            id: "t",
            inputs: { text: pulumiType("Owner") },
            outputs: { text: pulumiType("Owner") },
            dependencies: [owner("dynamic").urn],
            propertyDependencies: { text: [owner("dynamic").urn], rest: null },
            deletedWith: owner("dynamic").urn,
        };
        const { entries } = move("plugin", ...stateOf("dynamic"), other);
        const renamed = owner("plugin").urn;
        expect(entries.at(-1)).toEqual({
            ...other,
            dependencies: [renamed],
            propertyDependencies: { text: [renamed], rest: null },
            deletedWith: renamed,
        });
    });

    test("keeps the dynamic provider if resources of other packages use it", () => {
        const own = provider("dynamic");
        const type = "pulumi-nodejs:dynamic:Resource";
        const other: StateEntry = {
            urn: urn(type, "probe"),
            type,
            id: "p",
            provider: served(own),
            inputs: {},
            outputs: {},
        };
        const { entries } = move("plugin", stack, own, team, owner("dynamic"), other);
        expect(entries).toContainEqual(own);
        expect(entries).toContainEqual(provider("plugin", "default", ADDRESS));
        expect(entries).toContainEqual(other);
    });

    test("migrates the settings of an explicit provider", () => {
        const settings = { "access-governance:url": "https://other.test/v1", "access-governance:token": SECRET };
        const own = provider("dynamic", "other", settings);
        const { entries } = move("plugin", own, team, owner("dynamic", { provider: served(own) }));
        const moved = provider("plugin", "other", { url: "https://other.test/v1", token: SECRET });
        expect(entries).toEqual([moved, team, owner("plugin", { provider: served(moved) })]);
    });

    test("merges the default providers of several plugin versions into one", () => {
        const [older, newer] = ["default_0_1_0", "default_0_2_0"].map((name) => provider("plugin", name, ADDRESS));
        if (!older || !newer) throw new Error("There are two.");
        older.inputs = { ...older.inputs, version: "0.1.0", pluginDownloadURL: "https://plugins.test" };
        const second = owner("plugin", {
            urn: urn(`${within}${pluginType("Owner")}`, "second"),
            provider: served(newer),
        });
        const { entries } = move("dynamic", older, newer, team, owner("plugin", { provider: served(older) }), second);
        const providers = entries.filter(({ type }) => type === FORMS.dynamic.provider);
        expect(providers.map((one) => one.urn)).toEqual([provider("dynamic").urn]);
        // Dynamic resources do not use the other inputs of the plugin provider, such as its version.
        expect(providers[0]?.inputs).toEqual(settingsOf("dynamic"));
        const references = entries.flatMap((one) => one.provider ?? []);
        expect(new Set(references)).toEqual(new Set(providers.map(served)));
    });
});

describe("the migration rejects a state", () => {
    test.each<[string, StateEntry[], RegExp]>([
        [
            "with an unknown type",
            [owner("dynamic", { type: pulumiType("Nothing") })],
            /does not support the type .*Nothing/,
        ],
        [
            "with resources that are still to be deleted",
            [owner("dynamic", { delete: true })],
            /waiting to be deleted .* `pulumi up`/,
        ],
        [
            "with an explicit provider that other packages also use",
            [
                provider("dynamic", "other"),
                owner("dynamic", { provider: served(provider("dynamic", "other")) }),
                { urn: urn("x:y:Z", "z"), type: "x:y:Z", provider: served(provider("dynamic", "other")) },
            ],
            /also serves resources of other packages/,
        ],
    ])("%s", (_, resources, sentence) => {
        expect(() => move("plugin", ...resources)).toThrow(sentence);
    });

    test("with pending operations", () => {
        const document = documentOf(owner("dynamic"));
        document.deployment.pending_operations = [{ type: "creating", resource: owner("dynamic") }];
        expect(() => migrated(document, "plugin", kindOfType)).toThrow(/pending operations.*recover/);
    });
});
