import * as pulumi from "@pulumi/pulumi";
import { FORMS, resourceTypeOf } from "../../common/pulumi-type.js";
import { unknownProperty } from "../../provider/schema/problems.js";
import { settingNames } from "../../provider/settings.js";
import { programError } from "./program-error.js";

/** Default values for fields that the program omits, for all resources and components of the provider that have the field. */
export interface Defaults {
    /** Owner that administers groups, resources and bundles. The id must be known during a preview, for example from a lookup. */
    adminOwnerId?: pulumi.Input<string>;
    /** Reviewers must pass MFA. */
    requireMfaToApprove?: pulumi.Input<boolean>;
    /** Maximum duration of a request, in minutes. */
    maxDurationMinutes?: pulumi.Input<number>;
    /** Suggested duration of a request, in minutes. */
    recommendedDurationMinutes?: pulumi.Input<number>;
    /** Any other optional field, by name, at any depth. */
    [field: string]: pulumi.Input<string | number | boolean> | undefined;
}

/** Connection and settings for one organization. */
export interface ProviderArgs {
    /** Base URL of the API, ending in `/v1`. */
    url: pulumi.Input<string>;
    /** API token. Encrypted in the state. */
    token: pulumi.Input<string>;
    /** Maximum number of concurrent calls. Default: 10. */
    concurrency?: pulumi.Input<number>;
    /** Maximum number of reads per second. Default: 100. */
    readsPerSecond?: pulumi.Input<number>;
    /** Maximum number of writes per second. Default: 50. */
    writesPerSecond?: pulumi.Input<number>;
    /** Maximum number of retries per call. Default: 4. */
    retries?: pulumi.Input<number>;
    /** Timeout of a call in seconds. Default: 30. */
    timeoutSeconds?: pulumi.Input<number>;
    /** Maximum total time in seconds that a run waits because the service throttles, fails or does not respond. Default: 300. */
    maxWaitSeconds?: pulumi.Input<number>;
    /** Maximum size of an uncompressed response in MiB. Default: 64. */
    maxAnswerMegabytes?: pulumi.Input<number>;
    /** Allows unencrypted HTTP to another machine, which exposes the token. */
    allowHttp?: pulumi.Input<boolean>;
    /**
     * Treats missing objects as deleted even if all objects of the stack are missing. Default: false, which reports an error in this case.
     */
    allowMissing?: pulumi.Input<boolean>;
    /** Time in seconds after a write during which a missing object is not treated as deleted, because the service may lag. Default: 600. */
    lagSeconds?: pulumi.Input<number>;
    /** Previous URL of the service. */
    formerUrl?: pulumi.Input<string>;
    /**
     * Which declared objects a preview and an update read. `changed`: only those whose declaration changed since the last `pulumi up`; all
     * others are compared with the state, so changes outside Pulumi do not show. A refresh always reads all. Default: `all`.
     */
    read?: pulumi.Input<"all" | "changed">;
    /**
     * Names of fields that this version does not know, as the API spells them, and whose changes are not drift, because the service itself
     * changes them. Default: none.
     */
    ignoredFields?: pulumi.Input<readonly pulumi.Input<string>[]>;
    /** Default values for fields that the program omits. */
    defaults?: pulumi.Input<Defaults>;
}

/**
 * A provider for one of several organizations in a program. Pass it to resources with the option `provider`. Each provider runs in a
 * separate process.
 */
export class Provider extends pulumi.ProviderResource {
    /**
     * Whether an object is a provider of this package, in either form. Providers of all dynamic resources have the same type, also those of
     * other packages.
     */
    static override isInstance(object: unknown): object is Provider {
        return Object.values(FORMS).some(({ provider }) => provider === resourceTypeOf(object));
    }

    constructor(name: string, args: ProviderArgs, options?: pulumi.ResourceOptions) {
        const label = `Provider ${JSON.stringify(name)}`;
        const unknown = Object.keys(args ?? {}).find((key) => !settingNames.some((known) => known === key));
        if (unknown !== undefined)
            throw programError(`${label}: ${unknown}: ${unknownProperty(unknown, settingNames)}`);
        const inputs = Object.entries(args ?? {}).map(([key, value]) => [
            `access-governance:${key}`,
            pulumi.output(value).apply(settingText),
        ]);
        const required = {
            "access-governance:url": requiredSetting(label, args, "url"),
            "access-governance:token": pulumi.secret(requiredSetting(label, args, "token")),
        };
        super("pulumi-nodejs", name, { ...Object.fromEntries(inputs), ...required }, options);
    }
}

function settingText(value: unknown): string | undefined {
    if (value === undefined) return undefined;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns a required setting. Without this check, the organization in the environment would be used by mistake. */
function requiredSetting(label: string, args: ProviderArgs | undefined, key: "url" | "token"): pulumi.Output<string> {
    return pulumi.output(args?.[key]).apply((known) => {
        if (typeof known === "string" && known.trim() !== "") return known;
        throw programError(
            `${label}: ${key} is missing. Set it, for example to new pulumi.Config().require("${key}"). A provider does not use the settings of the stack.`,
        );
    });
}
