import { Client } from "../api/client.js";
import { CallError, NotFoundError } from "../api/errors.js";
import type { ClientOptions } from "../api/options.js";
import { Census } from "./census.js";
import { type Claimant, Claims, type Share } from "./claims.js";
import { type Config, readSettings, type Settings } from "./config.js";
import { SettingsError } from "./errors.js";
import type { Scope } from "./kind.js";
import { Live } from "./live.js";
import { Locks } from "./locks.js";

/** All that a provider process remembers while it serves one run: one configuration, one client, one picture of the live state. */
export class Session {
    private state: Settings | SettingsError | undefined;
    private opened: (Scope & { readonly census: Census }) | undefined;
    private maker: Promise<string | undefined> | undefined;
    private readonly claims = new Claims();
    private readonly said = new Set<string>();
    private readonly taken = new Set<string>();
    private readonly made = new Set<string>();
    private readonly giving = new Set<string>();
    private readonly renewing = new Set<string>();
    private readonly keeping = new Set<string>();

    /** `say` prints one line for people; `client` holds what no setting of the stack names. */
    constructor(
        private readonly say: (line: string) => void,
        private readonly client: Pick<ClientOptions, "retryDelayMs"> = {},
        /** The time, in milliseconds since 1970. */
        private readonly now: () => number = Date.now,
    ) {}

    /**
     * Keeps the configuration, or what is wrong with it: the engine would go on with a provider whose configuring threw. It is called
     * for each kind of a process, always with the same configuration; the first call counts, since what it opened serves them all.
     */
    configure(config: Config): void {
        if (this.state) return;
        try {
            this.state = readSettings(config);
        } catch (error) {
            if (!(error instanceof SettingsError)) throw error;
            this.state = error;
        }
    }

    /** What is wrong with the configuration. */
    get problem(): string | undefined {
        if (this.state instanceof SettingsError) return this.state.message;
        return this.state ? undefined : "The provider was never configured.";
    }

    /** The service as this run knows it. @throws SettingsError when the configuration is at fault. */
    get scope(): Scope & { readonly census: Census } {
        if (this.opened) return this.opened;
        if (!this.state || this.state instanceof SettingsError) {
            throw this.state ?? new SettingsError("The provider was never configured.");
        }
        const client = new Client({ ...this.client, ...this.state, onWait: this.say });
        const census = new Census(this.state.allowMissing, (userId) => knowsUser(client, userId));
        this.opened = { client, live: new Live(client), locks: new Locks(), now: this.now, census };
        return this.opened;
    }

    get url(): string {
        return this.scope.client.url;
    }

    /** Whether what was made at `url` is to be found here. */
    isHome(url: string): boolean {
        const former = this.state instanceof SettingsError ? undefined : this.state?.formerUrl;
        return url === this.url || url === former;
    }

    /** Id of the user whose token this is, as a witness of the organization; undefined where the service won't say. */
    witness(): Promise<string | undefined> {
        this.maker ??= this.scope.client.call("getCurrentUser").then(
            (user) => user.user_id,
            () => undefined,
        );
        return this.maker;
    }

    /** Prints a line, once for each `topic`. */
    tell(topic: string, line: string): void {
        if (this.said.has(topic)) return;
        this.said.add(topic);
        this.say(line);
    }

    /** Notes that a resource declares this thing. @throws TakenError when another one does too. */
    claimThing(thing: string, what: string, who: Claimant): void {
        this.claims.add(thing, what, "whole", who);
    }

    /** Notes that a resource declares a document of the object `id`, or one member of it. @throws TakenError when that cannot be. */
    claim(document: string, id: string, share: Share, who: Claimant): void {
        this.claims.add(`${document} of ${id}`, `the ${document} of ${id}`, share, who);
    }

    /** Another resource of this run that declares a document of the object `id`, so that `who` must not write it. */
    rival(document: string, id: string, share: Share, who: Claimant): Claimant | undefined {
        return this.claims.rival(`${document} of ${id}`, share, who);
    }

    /** Notes that a resource of this run now stands for the object, so that the end of another one must not delete it. */
    take(kind: string, id: string): void {
        this.taken.add(`${kind} ${id}`);
    }

    /** Notes that this run made the object. */
    make(id: string): void {
        this.made.add(id);
    }

    /** True for an object that is new in this run: what it holds so far is nobody's. */
    hasMade(id: string): boolean {
        return this.made.has(id);
    }

    hasTaken(kind: string, id: string): boolean {
        return this.taken.has(`${kind} ${id}`);
    }

    /**
     * Notes that this run replaces the object of the resource called `name`, by one of the same natural key where `keepsKey`, so that it is not
     * in the way of its successor.
     */
    give(kind: string, id: string, name: string, keepsKey = false): void {
        this.giving.add(`${kind} ${id}`);
        this.renewing.add(`${kind} ${name}`);
        if (keepsKey) this.keeping.add(`${kind} ${name}`);
    }

    isGiving(kind: string, id: string): boolean {
        return this.giving.has(`${kind} ${id}`);
    }

    /** True for a resource whose object this run replaces by one of the same natural key. */
    isKeepingKey(kind: string, name: string): boolean {
        return this.keeping.has(`${kind} ${name}`);
    }

    /** True for a resource whose object this run replaces. */
    isRenewing(kind: string, name: string): boolean {
        return this.renewing.has(`${kind} ${name}`);
    }
}

async function knowsUser(client: Client, userId: string): Promise<boolean | undefined> {
    try {
        await client.call("getUser", { query: { user_id: userId } });
        return true;
    } catch (error) {
        if (error instanceof NotFoundError) return false;
        if (error instanceof CallError) return undefined;
        throw error;
    }
}
