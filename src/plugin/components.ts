/**
 * Creates components for programs in other languages. Runs in a separate process, because it needs Pulumi's SDK, which the plugin does not
 * load. The plugin starts this process for the first component, and forwards the engine's requests to it.
 */
import * as pulumi from "@pulumi/pulumi";
import { UnknownKindError } from "../common/errors.js";
import { packageVersion } from "../common/package-version.js";
import { componentClasses } from "../resources/components/component-classes.js";
import { declareForPlugin } from "../resources/program/resource.js";

const provider: pulumi.provider.Provider = {
    version: packageVersion(),
    async construct(name, type, inputs, options) {
        const Component = componentClasses.get(type);
        if (!Component)
            throw new UnknownKindError(
                `This version of access-governance does not support the component type ${JSON.stringify(type)}. Install a version that does.`,
            );
        // The component validates its arguments itself.
        const component = new Component(name, inputs as never, options);
        return { urn: component.urn, state: component.registered ?? {} };
    },
};

declareForPlugin();
// The plugin holds the other end of this pipe, so the pipe closes when the plugin exits.
process.stdin.on("end", () => process.exit()).resume();
pulumi.provider.main(provider, process.argv.slice(2));
