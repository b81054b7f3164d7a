import type { Properties } from "../../../src/common/properties.js";
import { pluginType } from "../../../src/common/pulumi-type.js";
import { ignoring } from "../../../src/local/engine/run/steps/goal.js";
import { UserError } from "../../../src/provider/answers.js";
import { KernelPlugin } from "../../../src/provider/plugin/plugin.js";
import { received, sent } from "../../../src/provider/plugin/wire.js";
import { type Kind, secretProperties } from "../../../src/provider/shapes/kind.js";
import type { Adapter } from "../../../src/verify/write/driven-resource.js";

/**
 * Adapter for testing a kind through the provider plugin. The metadata that a dynamic resource passes in properties is passed by the engine in the URN
 * and in separate fields.
 */
export const pluginAdapter: Adapter = (kind, session) => {
    const plugin = new KernelPlugin([kind], session);
    const urn = (metadata: Properties): string => urnOf(kind, metadata);
    const secrets = ({ __secrets }: Properties) => (Array.isArray(__secrets) ? __secrets.map(String) : []);
    const ignored = ({ __ignored }: Properties) => (Array.isArray(__ignored) ? __ignored.map(String) : []);
    const args = (inputs: Properties) => sent(visible(inputs), secrets(inputs));
    const state = (outputs: Properties) => sent(outputs, secrets(outputs));
    return {
        configure: async ({ config }) => session.configure(config),
        check: async (olds, news) => {
            // The engine restores the old values of ignored properties.
            const kept = ignoring(news, olds, ignored(news));
            const { inputs, failures, faults } = await spoken(plugin.check(urn(news), visible(olds), args(kept)));
            const reasons = [...failures, ...faults].map((reason) => ({ property: "", reason }));
            // The form that is stored in the state.
            const __secrets = [...new Set([...secretProperties(kind), ...secrets(news)])];
            return { inputs: { ...metadataOf(news), __secrets, ...received(inputs).values }, failures: reasons };
        },
        diff: async (id, olds, news) => {
            const {
                paths: _,
                replaces,
                ...diff
            } = await spoken(plugin.diff(urn(news), id, state(olds), args(news), ignored(news)));
            return { ...diff, replaces: [...replaces] };
        },
        create: async (inputs) => {
            const { id, properties } = await spoken(plugin.create(urn(inputs), args(inputs)));
            return { id, outs: { ...metadataOf(inputs), ...received(properties).values } };
        },
        read: async (id, outputs = {}) => {
            const { properties, inputs, ...found } = await spoken(plugin.read(urn(outputs), id, state(outputs)));
            if (found.id === "") return { id: "", props: {} };
            const metadata = metadataOf(outputs);
            return {
                id: found.id,
                props: { ...metadata, ...received(properties).values },
                inputs: { ...metadata, ...received(inputs).values },
            };
        },
        update: async (id, olds, news) => {
            const properties = await spoken(plugin.update(urn(news), id, state(olds), args(news), ignored(news)));
            return { outs: { ...metadataOf(news), ...received(properties).values } };
        },
        delete: (id, outputs) => spoken(plugin.delete(urn(outputs), id, state(outputs))),
    };
};

/** Metadata that the class of a dynamic resource adds to its arguments. */
const METADATA = ["__provider", "__label", "__parent", "__secrets", "__ignored"];

function urnOf(kind: Kind, { __label, __parent }: Properties): string {
    const types = typeof __parent === "string" ? `${__parent.split("::")[2]}$` : "";
    return `urn:pulumi:dev::tests::${types}${pluginType(kind.name)}::${String(__label)}`;
}

/** Converts a gRPC error to the form that dynamic resources throw. */
async function spoken<T>(work: Promise<T>): Promise<T> {
    try {
        return await work;
    } catch (error) {
        if (!(error instanceof UserError) || !error.unfinished) throw error;
        const { id, outputs: properties } = error.unfinished;
        throw Object.assign(new Error(error.message), { id, properties, reasons: [error.message] });
    }
}

function visible(properties: Properties): Properties {
    return Object.fromEntries(Object.entries(properties).filter(([name]) => !METADATA.includes(name)));
}

/** The metadata that only the class of a dynamic resource adds, not the kernel. */
function metadataOf(inputs: Properties): Properties {
    return Object.fromEntries(Object.entries(inputs).filter(([name]) => METADATA.includes(name)));
}
