/**
 * The local service: an in-memory implementation of the API for demos, tests and dry runs. It does not depend on Pulumi. If a comment
 * states that the API does not document something, neither the API description nor the vendor's guides specify it.
 */
import type { HttpBindings } from "@hono/node-server";
import { CallLog } from "./control/calls.js";
import { Clock } from "./control/clock.js";
import { createControl, isControl } from "./control/control.js";
import { Faults } from "./control/faults.js";
import { type FaultsForm, readFaults, readFaultsFile } from "./control/faults-form.js";
import { createApp } from "./http/app.js";
import { NotSaved } from "./http/errors.js";
import { targetOf } from "./http/incoming.js";
import { RateLimits } from "./http/rate-limits.js";
import { listen } from "./http/server.js";
import { isSeedName, publiclySpelled, type SeedName, seedOrganization } from "./seeds/seed.js";
import { DataFile } from "./storage/data-file.js";
import type { Organization } from "./storage/organization.js";
import { readOrganizationFile } from "./storage/organization-file.js";
import { createStore, type Store } from "./storage/store.js";
import { type GivenToken, giveTokens } from "./tokens/credentials.js";
import { DEFAULT_TOKEN } from "./tokens/default-token.js";

export type { OperationName } from "../../api/generated/operations.gen.js";
export { CallLog, type LoggedCall } from "./control/calls.js";
export { Clock } from "./control/clock.js";
export { type Duration, type Fault, type FaultAnswer, Faults, type OperationPattern } from "./control/faults.js";
export type { FaultsForm } from "./control/faults-form.js";
export { StartError } from "./http/errors.js";
export { type SeedName, seedOrganization } from "./seeds/seed.js";
export type { Organization, Records } from "./storage/organization.js";
export type { Store } from "./storage/store.js";
export type { Table } from "./storage/table.js";
export type { GivenToken } from "./tokens/credentials.js";
export { DEFAULT_TOKEN } from "./tokens/default-token.js";

export interface Service {
    /** Base URL of the API. It ends with /v1. */
    readonly url: string;
    /** URL of the control endpoints: /control on the same host. */
    readonly controlUrl: string;
    /** The bearer token of the current user, an administrator. */
    readonly token: string;
    /** The organization. Use it to inspect objects without API calls, or to simulate changes outside Pulumi. */
    readonly store: Store;
    /** The clock of the service. Move it forward to make access expire or cooldowns end. */
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Calls the service within this process, without a socket. */
    fetch(request: Request): Promise<Response>;
    /** Returns a copy of the organization, which can be used for the `organization` option or stored as a seed file. */
    snapshot(): Organization;
    /** Closes all connections and waits until the data file is written. */
    close(): Promise<void>;
}

export interface ServiceOptions {
    /** Port to listen on. Default: 0 (any free port). */
    readonly port?: number;
    /** Address to listen on. Default: 127.0.0.1, which only this machine can reach. */
    readonly host?: string;
    /**
     * Host names of the service, such as the name of a container, in addition to `host` and the loopback names. The service refuses calls
     * to other host names; otherwise, a web page could make its own name resolve to the service.
     */
    readonly allowedHosts?: readonly string[];
    /** Token of the current user, an administrator. Default: `local-token`. */
    readonly token?: string;
    /** Additional tokens. Each token belongs to an existing user and has the role of an administrator or a member. */
    readonly tokens?: readonly GivenToken[];
    /** File that stores the organization. If it exists, it is read at the start. Each change is saved before the call gets its response. */
    readonly data?: string;
    /** Delay in milliseconds for every call. Default: 0. */
    readonly latencyMs?: number;
    /**
     * Start time of the clock, as a date or an ISO 8601 date-time. The clock stays at this time until it is moved. Default: the clock
     * follows the system clock.
     */
    readonly clock?: Date | string;
    /** Maximum number of calls in the log. Default: 100,000. */
    readonly callsKept?: number;
    /** Faults that are active from the start, or the path of a JSON file that contains faults. */
    readonly faults?: FaultsForm | string;
    /**
     * Whether to apply the rate limits of the real service: 50 writes to groups and resources per second, and 100 other calls per second.
     * Default: false.
     */
    readonly rateLimits?: boolean;
    /**
     * Names of fields that the API description does not contain, but that the service accepts in every object of a request, stores and
     * returns, as a newer service would.
     */
    readonly newerFields?: readonly string[];
    /** The initial organization: `small` (the default), `medium`, `large`, `other`, `empty`, or the path of a JSON file. */
    readonly seed?: SeedName | (string & {});
    /** Selects one of the generated organizations for the seeds `medium` and `large`. Must be 0 or more. Default: 0. */
    readonly seedNumber?: number;
    /**
     * Whether the seed uses the type names of the public API, such as `OPAL_GROUP` instead of `SVC_GROUP`, for clients that support only
     * those.
     */
    readonly publicSpelling?: boolean;
    /** The initial organization. Takes precedence over `seed`. */
    readonly organization?: Organization;
}

/**
 * Starts the local service.
 * @throws StartError if the port is in use, the user of a token does not exist, `clock` is not a valid date, or a file is invalid or cannot
 * be read
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
    const { data } = options;
    const file = data === undefined ? undefined : new DataFile(data);
    try {
        return await start(options, file);
    } catch (error) {
        await file?.close();
        throw error;
    }
}

async function start(options: ServiceOptions, file: DataFile | undefined): Promise<Service> {
    const { port = 0, host = "127.0.0.1", token = DEFAULT_TOKEN, latencyMs = 0, callsKept = 100_000 } = options;
    const newerFields = new Set(options.newerFields);
    const store = createStore(file?.read() ?? initialOrganization(options));
    const clock = new Clock(options.clock);
    const give = () => giveTokens(store, token, options.tokens ?? [], clock.now());
    give();
    const calls = new CallLog(callsKept);
    const faults = new Faults(store, clock);
    const given = options.faults;
    if (given)
        faults.replace(typeof given === "string" ? readFaultsFile(given) : readFaults("The option faults", given));
    const rateLimits = options.rateLimits ? new RateLimits() : undefined;
    // Writes the data file now, so that an error is reported at the start and not at the first change.
    await file?.keep(store);
    store.watch((changes) => {
        if (!changes) give();
    });
    const save = async () => {
        await file?.save().catch((error) => {
            console.error(`${error instanceof Error ? error.message : error}`);
            throw new NotSaved();
        });
    };
    const app = createApp({ store, clock, calls, faults, rateLimits, latencyMs, newerFields, save });
    const control = createControl({ store, clock, calls, faults, save });
    const answer = (request: Request, env?: Partial<HttpBindings>) =>
        (isControl(targetOf(request, env).path) ? control : app).fetch(request, env);
    const { url, close } = await listen(answer, port, host, options.allowedHosts);
    return {
        url,
        controlUrl: url.replace(/v1$/, "control"),
        token,
        store,
        clock,
        calls,
        faults,
        fetch: async (request) => answer(request),
        snapshot: store.snapshot,
        async close() {
            await close();
            await file?.close();
        },
    };
}

function initialOrganization(options: ServiceOptions): Organization {
    const { seed = "small", seedNumber, organization, publicSpelling = false } = options;
    if (organization) return organization;
    const seeded = isSeedName(seed) ? seedOrganization(seed, seedNumber) : readOrganizationFile(seed);
    return publicSpelling ? publiclySpelled(seeded) : seeded;
}
