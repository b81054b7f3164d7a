/** The local service: the API in memory, for demos, tests and dry runs. Knows nothing of Pulumi. */
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
    /** The organization itself, to look past the API or to change something behind a program's back. */
    readonly store: Store;
    /** The clock of the service; moving it lets grants expire and cooldowns end. */
    readonly clock: Clock;
    readonly calls: CallLog;
    readonly faults: Faults;
    /** A call in process, without a socket. */
    fetch(request: Request): Promise<Response>;
    /** A copy of the organization, which `organization` or a seed file takes again. */
    snapshot(): Organization;
    /** Cuts all connections and waits for the data file. */
    close(): Promise<void>;
}

export interface ServiceOptions {
    /** 0, the default, takes a free one. */
    readonly port?: number;
    /** Default: 127.0.0.1, reachable only locally. */
    readonly host?: string;
    /**
     * Further host names of the service, besides those of loopback and `host`, such as that of a container. Calls for others are refused,
     * since a web page could otherwise point its own name to the service.
     */
    readonly allowedHosts?: readonly string[];
    /** Token of an administrator, the current user. Default: `local-token`. */
    readonly token?: string;
    /** More tokens, each of a user of the organization, as an administrator or a member. */
    readonly tokens?: readonly GivenToken[];
    /**
     * A file that keeps the organization: read when it exists. A change is on the disk before it is answered, in a journal beside the file
     * while the service runs.
     */
    readonly data?: string;
    /** Whether to continue with what can be read of a damaged data file or journal, after copying it. Default: such a file is refused. */
    readonly recover?: boolean;
    /**
     * Maximum size of the journal next to the data file while it is only appended to, in bytes;
     * above this, it may grow to the size of the file. Default: 1 MiB.
     */
    readonly smallJournal?: number;
    /** Milliseconds that every call takes longer. Default: 0. */
    readonly latencyMs?: number;
    /** A date or an ISO 8601 date-time at which the clock stands still until it is moved. Default: the time of the machine. */
    readonly clock?: Date | string;
    /** Maximum calls in the log. Default: 100,000. */
    readonly callsKept?: number;
    /** Faults from the start, or a JSON file of them. */
    readonly faults?: FaultsForm | string;
    /** Whether calls are limited as those of the real service: 50 writes of groups and resources a second, 100 other calls. */
    readonly rateLimits?: boolean;
    /** What the organization starts with: `small` (the default), `medium`, `large`, `other`, `empty`, or a JSON file. */
    readonly seed?: SeedName | (string & {});
    /** Which one of the medium or large organizations, 0 or more. Default: 0. */
    readonly seedNumber?: number;
    /** Types of the seed in the public spelling, `OPAL_GROUP` in place of `SVC_GROUP`, for clients that know no other. */
    readonly publicSpelling?: boolean;
    /** Initial organization, instead of `seed`. */
    readonly organization?: Organization;
}

/**
 * Starts the local service on loopback.
 * @throws StartError if the port is taken, a token has no user, the clock's start is not a date, or
 * a file is unreadable or invalid.
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
    // Reports an unwritable data file now, not at the first change.
    await file?.keep(store);
    // After the file, whose journal must precede these changes.
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
