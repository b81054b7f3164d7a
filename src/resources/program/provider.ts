import * as pulumi from "@pulumi/pulumi";
import { unknownProperty } from "../../provider/schema/problems.js";
import { settingNames } from "../../provider/settings.js";
import { programError } from "./program-error.js";

/** Values for fields that a program omits, in every resource and component of the provider that has such a field. */
export interface Defaults {
    /** Owner that administers groups, resources and bundles. Its id must be known, such as that of a lookup. */
    adminOwnerId?: pulumi.Input<string>;
    /** Reviewers must pass MFA. */
    requireMfaToApprove?: pulumi.Input<boolean>;
    /** Maximum duration of a request, in minutes. */
    maxDurationMinutes?: pulumi.Input<number>;
    /** The duration that a request suggests, in minutes. */
    recommendedDurationMinutes?: pulumi.Input<number>;
    /** Any other field that may be omitted, at any depth, by its name. */
    [field: string]: pulumi.Input<string | number | boolean> | undefined;
}

/** How to reach one organization. */
export interface ProviderArgs {
    /** Base URL of the API, ending in `/v1`. */
    url: pulumi.Input<string>;
    /** API token; kept encrypted. */
    token: pulumi.Input<string>;
    /** Maximum concurrent calls. Default: 10. */
    concurrency?: pulumi.Input<number>;
    /** Reads per second. Default: 100. */
    readsPerSecond?: pulumi.Input<number>;
    /** Writes per second. Default: 50. */
    writesPerSecond?: pulumi.Input<number>;
    /** Maximum number of retries of a call. Default: 4. */
    retries?: pulumi.Input<number>;
    /** Timeout of a call in seconds. Default: 30. */
    timeoutSeconds?: pulumi.Input<number>;
    /** Maximum total seconds that a run waits because the service throttles, fails or does not answer. Default: 300. */
    maxWaitSeconds?: pulumi.Input<number>;
    /** Maximum size of an uncompressed answer in MiB. Default: 64. */
    maxAnswerMegabytes?: pulumi.Input<number>;
    /** Allows plain HTTP to another machine, which exposes the token. */
    allowHttp?: pulumi.Input<boolean>;
    /** Treats missing objects as deleted even if no object of the stack is found. */
    allowMissing?: pulumi.Input<boolean>;
    /** Seconds after a write during which a missing object does not count as deleted, because the service may lag. Default: 600. */
    lagSeconds?: pulumi.Input<number>;
    /** Former URL of the service. */
    formerUrl?: pulumi.Input<string>;
    /** Caches reads for the next run: true, or the path of a file. Default: no cache. Audit events show what to read again. */
    cache?: pulumi.Input<boolean | string>;
    /** Lets each run create and delete a tag, to verify that the audit events are up to date. Otherwise, the cache is not used. */
    cacheProbe?: pulumi.Input<boolean>;
    /** Values for fields that the program omits. */
    defaults?: pulumi.Input<Defaults>;
}

/** One of several organizations in a program: give it to resources as the option `provider`. Each provider runs in its own process. */
export class Provider extends pulumi.ProviderResource {
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
            "access-governance:url": given(label, args, "url"),
            "access-governance:token": pulumi.secret(given(label, args, "token")),
        };
        super("pulumi-nodejs", name, { ...Object.fromEntries(inputs), ...required }, options);
    }
}

function settingText(value: unknown): string | undefined {
    if (value === undefined) return undefined;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Required of every provider: otherwise the organization of the environment would be used by mistake. */
function given(label: string, args: ProviderArgs | undefined, key: "url" | "token"): pulumi.Output<string> {
    return pulumi.output(args?.[key]).apply((known) => {
        if (typeof known === "string" && known.trim() !== "") return known;
        throw programError(
            `${label}: ${key} is missing: give it, such as new pulumi.Config().require("${key}"). A provider does not use the settings of the stack.`,
        );
    });
}
