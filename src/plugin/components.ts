/**
 * Makes components for programs in other languages: a process of its own, since it needs Pulumi's SDK, which the plugin does without. The plugin
 * starts it for the first component, and passes on what the engine asks of it.
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
                `Unknown component type ${JSON.stringify(type)} in this version of access-governance. Install a version that has it.`,
            );
        // The component itself checks its arguments.
        const component = new Component(name, inputs as never, options);
        return { urn: component.urn, state: component.registered ?? {} };
    },
};

declareForPlugin();
// The plugin holds the other end, and goes with its engine.
process.stdin.on("end", () => process.exit()).resume();
pulumi.provider.main(provider, process.argv.slice(2));
