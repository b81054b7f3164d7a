/**
 * The local service: the API in memory, for demos, tests and dry runs. It does not depend on Pulumi.
 *
 * In its comments, "Inferred" marks behaviour that neither the API description nor the vendor's guides document.
 */
import type { HttpBindings } from "@hono/node-server";
import { CallLog } from "./control/calls.js";
import { Clock } from "./control/clock.js";
import { createControl, isControl } from "./control/control.js";
import { Faults } from "./control/faults.js";
import { type FaultsForm, readFaults, readFaultsFile } from "./control/faults-form.js";
import { createApp } from "./http/app.js";
import { NotKept } from "./http/errors.js";
import { targetOf } from "./http/incoming.js";
import { RateLimits } from "./http/rate-limits.js";
import { listen } from "./http/server.js";
import { isSeedName, publiclySpelled, type SeedName, seedOrganization } from "./seeds/seed.js";
import { DataFile } from "./storage/data-file.js";
import { readOrganization } from "./storage/file.js";
import type { Organization } from "./storage/organization.js";
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
    /** Base URL; ends with /v1. */
    readonly url: string;
    /** URL of the control endpoints: /control on the same host. */
    readonly controlUrl: string;
    /** The bearer token of the current user, an administrator. */
    readonly token: string;
    /** The organization itself, for inspecting it without the API, or for simulating changes outside Pulumi. */
    readonly store: Store;
    /** The clock of the service. Move it to make grants expire and cooldowns end. */
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** Calls the service in this process, without a socket. */
    fetch(request: Request): Promise<Response>;
    /** A copy of the organization, for the option `organization` or for a seed file. */
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
     * Host names of the service in addition to `host` and those of loopback, such as the name of a container. The service refuses calls
     * to other host names, because a web page could otherwise make its own name resolve to the service.
     */
    readonly allowedHosts?: readonly string[];
    /** Token of the current user, an administrator. Default: `local-token`. */
    readonly token?: string;
    /** Additional tokens. Each belongs to a user of the organization, as an administrator or a member. */
    readonly tokens?: readonly GivenToken[];
    /**
     * A file that stores the organization. It is read at the start if it exists. Each change is on disk before its call is answered: while
     * the service runs, in a journal next to the file.
     */
    readonly data?: string;
    /** Whether to copy a damaged data file or journal and continue with its readable part. Default: the service does not start. */
    readonly recover?: boolean;
    /**
     * Size in bytes up to which the journal may always grow before it is merged into the data file. A larger data file allows a journal of
     * its own size. Default: 1 MiB.
     */
    readonly smallJournal?: number;
    /** Milliseconds to delay every call. Default: 0. */
    readonly latencyMs?: number;
    /** A date or an ISO 8601 date-time. The clock stands still at it until it is moved. Default: the clock follows the machine. */
    readonly clock?: Date | string;
    /** Maximum number of calls in the log. Default: 100,000. */
    readonly callsKept?: number;
    /** Faults that are active from the start, or the path of a JSON file with faults. */
    readonly faults?: FaultsForm | string;
    /** Whether to apply the rate limits of the real service: per second, 50 writes to groups and resources, and 100 other calls. */
    readonly rateLimits?: boolean;
    /** The initial organization: `small` (the default), `medium`, `large`, `other`, `empty`, or the path of a JSON file. */
    readonly seed?: SeedName | (string & {});
    /** Number of the generated organization, for the seeds `medium` and `large`. 0 or more. Default: 0. */
    readonly seedNumber?: number;
    /** Whether types in the seed have the public spelling, such as `OPAL_GROUP` instead of `SVC_GROUP`, for clients that support only that. */
    readonly publicSpelling?: boolean;
    /** The initial organization. Replaces `seed`. */
    readonly organization?: Organization;
}

/**
 * Starts the local service on loopback.
 * @throws StartError if the port is in use, the user of a token does not exist, `clock` is not a date, or a file cannot be read or is
 * invalid
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
    const { data } = options;
    const file = data === undefined ? undefined : new DataFile(data, options.smallJournal);
    try {
        return await start(options, file);
    } catch (error) {
        await file?.close();
        throw error;
    }
}

async function start(options: ServiceOptions, file: DataFile | undefined): Promise<Service> {
    const { port = 0, host = "127.0.0.1", token = DEFAULT_TOKEN, latencyMs = 0, callsKept = 100_000 } = options;
    const store = createStore(file?.read(options.recover) ?? initialOrganization(options));
    const clock = new Clock(options.clock);
    const give = () => giveTokens(store, token, options.tokens ?? [], clock.now());
    give();
    const calls = new CallLog(callsKept);
    const faults = new Faults(store, clock);
    const given = options.faults;
    if (given)
        faults.replace(typeof given === "string" ? readFaultsFile(given) : readFaults("The option faults", given));
    const rateLimits = options.rateLimits ? new RateLimits() : undefined;
    // If the data file is not writable, this fails now instead of at the first change.
    await file?.keep(store);
    // Registered after the data file, so that the journal records a restore before the new tokens.
    store.watch((changes) => {
        if (changes.some((change) => "restoredFrom" in change)) give();
    });
    const save = async () => {
        await file?.save().catch((error) => {
            console.error(`${error instanceof Error ? error.message : error}`);
            throw new NotKept();
        });
    };
    const app = createApp({ store, clock, calls, faults, rateLimits, latencyMs, save });
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
    const seeded = isSeedName(seed) ? seedOrganization(seed, seedNumber) : readOrganization(seed);
    return publicSpelling ? publiclySpelled(seeded) : seeded;
}
