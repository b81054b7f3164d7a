import { Client } from "../../api/client.js";
import { BadRequestError, ForbiddenError, NotFoundError } from "../../api/errors.js";
import type { ClientOptions } from "../../api/options.js";
import { masked } from "../../api/transport/masking.js";
import { SettingsError } from "../../common/errors.js";
import { lineOf, unmarked } from "../../common/printable.js";
import { Cache } from "../live/cache/cache.js";
import { Live } from "../live/live.js";
import { Locks } from "../live/locks.js";
import { Patience } from "../live/patience.js";
import type { Source } from "../live/source.js";
import { type Declarer, identityOf, type State } from "../metadata.js";
import type { OwnDefaults } from "../schema/defaults.js";
import { resourceText } from "../sentences.js";
import { type Config, readSettings, type Settings } from "../settings.js";
import { type Kind, type Scope, sourcesOf } from "../shapes/kind.js";
import { Absence } from "./absence.js";
import { Authors, type Changed } from "./authors.js";
import { checkDefaults } from "./default-settings.js";
import { Moves } from "./moves.js";
import { Names } from "./names.js";
import { Ownership } from "./ownership.js";
import type { ReadAhead } from "./read-ahead.js";
import { type Finding, Summary } from "./summary.js";
import { Visibility } from "./visibility.js";

/** Maximum objects changed outside that are reported with all values, because each costs a call. */
const MOST_IN_FULL = 50;

/** Default time within which a service may not show what was written. */
const LAG_MS = 10 * 60_000;

/** Context of every step: a kind in one run. */
export interface Task {
    readonly session: Session;
    readonly kind: Kind;
}

/** Options for faster runs and better messages. */
export interface Helpers {
    readonly readAhead?: ReadAhead | undefined;
    /** All kinds, to check what a declaration refers to, and to show names in messages instead of ids. */
    readonly kinds?: readonly Kind[];
    /** Look up in the audit events who caused drift. */
    readonly asksWho?: boolean;
    /** Client to use instead of a new one, so that consecutive sessions share a request budget. */
    readonly client?: Client;
}

/** Everything that a provider process keeps during one run: configuration, client and live state. */
export class Session {
    readonly ownership = new Ownership();
    /** Where the objects of each kind are read, by its name. Empty if the session does not know all kinds. */
    readonly sources: ReadonlyMap<string, Source>;
    readonly moves = new Moves();
    private readonly say: (line: string, of?: Declarer) => void;
    private state: Settings | SettingsError | undefined;
    private opened: Opened | undefined;
    private maker: Promise<string | undefined> | undefined;
    private readonly said = new Set<string>();
    private readonly told = new Set<string>();
    private readonly summary = new Summary();
    private readonly secrets = new Set<string>();

    /** `say` prints one line for people, about a resource if it is given; `client` holds options without a setting in the stack. */
    constructor(
        say: (line: string, of?: Declarer) => void,
        private readonly client: Pick<ClientOptions, "retryDelayMs"> = {},
        /** Local time, in milliseconds since 1970. */
        private readonly now: () => number = Date.now,
        private readonly helpers: Helpers = {},
    ) {
        this.say = (line, of) => say(unmarked(line), of);
        this.sources = new Map((helpers.kinds ?? []).flatMap(sourcesOf).map((source) => [source.name, source]));
    }

    /**
     * Keeps the configuration, or the error in it, because the engine would continue with a
     * provider whose configuration threw. Called for each kind of a process, always with the same
     * configuration; only the first call counts.
     */
    configure(config: Config): void {
        if (this.state) return;
        try {
            const settings = readSettings(config);
            if (this.helpers.kinds) checkDefaults(this.helpers.kinds, settings.defaults ?? {});
            this.state = settings;
        } catch (error) {
            if (!(error instanceof SettingsError)) throw error;
            this.state = error;
        }
    }

    /** The fault in the configuration, if any. */
    get problem(): SettingsError | undefined {
        if (this.state instanceof SettingsError) return this.state;
        return this.state ? undefined : new SettingsError("The provider was never configured.");
    }

    /** The service of this run. @throws SettingsError if the configuration is invalid */
    get scope(): Scope {
        return this.open();
    }

    /** Authors of changes. @throws SettingsError if the configuration is invalid */
    get authors(): Authors {
        return this.open().authors;
    }

    /** Missing objects of the state. @throws SettingsError if the configuration is invalid */
    get absence(): Absence {
        return this.open().absence;
    }

    /** Objects that may not be visible yet. @throws SettingsError if the configuration is invalid */
    get visibility(): Visibility {
        return this.open().visibility;
    }

    /** Whether an existing object that matches its declaration may be adopted as the result of an interrupted run. */
    get allowsTakeover(): boolean {
        return !(this.state instanceof SettingsError) && this.state?.allowTakeover === true;
    }

    /** Defaults of this provider, by name of the field. */
    get defaults(): OwnDefaults {
        return this.state instanceof SettingsError ? {} : (this.state?.defaults ?? {});
    }

    get url(): string {
        return this.scope.client.url;
    }

    /** Whether objects created at `url` belong to this service. */
    isHome(url: string): boolean {
        const former = this.state instanceof SettingsError ? undefined : this.state?.formerUrl;
        return url === this.url || url === former;
    }

    /** Id of the user of the token, stored with new objects; undefined if the service does not return it. */
    createdBy(): Promise<string | undefined> {
        this.maker ??= this.scope.client.call("getCurrentUser").then(
            (user) => user.user_id,
            () => undefined,
        );
        return this.maker;
    }

    /** The engine asks for a resource of the program. */
    asked(resource: Declarer): void {
        this.helpers.readAhead?.asked(resource, this.scope);
    }

    /** An object is read for the engine. */
    reads(kind: Kind, id: string): void {
        this.helpers.readAhead?.pass(kind.name, id);
    }

    /** Values of secret properties, which the service's messages may repeat while the run waits. */
    hides(secrets: readonly string[]): void {
        for (const secret of secrets) this.secrets.add(secret);
    }

    /**
     * Prints a line about a resource, once: its name in the program, then `text`. Without a name,
     * it prints `id`.
     */
    tell(resource: Declarer, text: string, id?: string): void {
        const line = resourceText(resource, id) + text;
        const said = `${identityOf(resource)} ${line}`;
        if (this.said.has(said)) return;
        this.said.add(said);
        this.say(line, resource);
    }

    /**
     * Prints what happened to an object outside the program, once per object: its lines, then the author, if known. After
     * many objects, only the `short` line.
     */
    async tellChange(
        resource: Declarer,
        finding: Finding,
        changed: Changed,
        texts: { readonly full: () => readonly string[]; readonly short: string },
    ): Promise<void> {
        this.note(finding, resource);
        const key = `${identityOf(resource)} ${finding} ${changed.id}`;
        if (this.told.has(key)) return;
        this.told.add(key);
        if (this.told.size > MOST_IN_FULL) return this.tell(resource, texts.short, changed.id);
        const by = this.helpers.asksWho ? await this.authors.textOf(changed) : undefined;
        // More names may be known by now.
        for (const text of texts.full()) this.tell(resource, text, changed.id);
        if (by !== undefined) this.say(`    ${by}`, resource);
    }

    /** Counts something for the summary of the run. */
    note(finding: Finding, resource: Declarer): void {
        this.summary.note(finding, identityOf(resource));
    }

    /** Learns the name of an object from its properties in the state. */
    knows(kind: Kind, id: string, { outputs, secrets }: Pick<State, "outputs" | "secrets">): void {
        this.open().names.knows(kind, id, outputs, secrets);
    }

    /** The name of an object, if a read returned it. */
    readonly nameOf = (id: string): string | undefined => this.open().names.of(id);

    /** Whether this is a preview whose program reports conflicts itself. */
    get isPreview(): boolean {
        return this.helpers.readAhead?.isPreview === true;
    }

    /** Ends the run and prints a summary of the changes outside, if any. */
    end(): void {
        const { text } = this.summary;
        const isCut = this.told.size > MOST_IN_FULL;
        const all = `; ${MOST_IN_FULL} of them in full, all with \`pulumi preview --refresh --diff\``;
        if (text !== undefined) this.say(`In all: ${text}${isCut ? all : ""}`);
    }

    private open(): Opened {
        if (this.opened) return this.opened;
        if (!this.state || this.state instanceof SettingsError) throw this.problem;
        const onWait = (line: string) => this.say(lineOf(masked(line, [...this.secrets])));
        const client = this.helpers.client ?? new Client({ ...this.client, ...this.state, onWait }, this.now);
        const { cache: path, cacheProbe: mayProbe = false } = this.state;
        const userId = () => this.createdBy();
        const patience = new Patience(this.client.retryDelayMs);
        const cache =
            path === undefined ? undefined : new Cache({ client, path, mayProbe, userId, patience, say: this.say });
        const live = new Live(client, patience, cache);
        const authors = new Authors(client);
        this.opened = {
            client,
            live,
            names: new Names(this.helpers.kinds ?? [], live, this.helpers.readAhead?.names),
            authors,
            visibility: new Visibility(client, patience, authors, this.state.lagMs ?? LAG_MS),
            locks: new Locks(),
            now: () => client.now(),
            absence: new Absence(this.state.allowMissing, (userId) => knowsUser(client, userId)),
        };
        return this.opened;
    }
}

/** Parts of a session that need the configuration. */
interface Opened extends Scope {
    readonly absence: Absence;
    readonly names: Names;
    readonly authors: Authors;
    readonly visibility: Visibility;
}

/** Whether the organization has a user; undefined if the service refuses to answer. */
async function knowsUser(client: Client, userId: string): Promise<boolean | undefined> {
    try {
        await client.call("getUser", { query: { user_id: userId } });
        return true;
    } catch (error) {
        if (error instanceof NotFoundError) return false;
        if (error instanceof ForbiddenError || error instanceof BadRequestError) return undefined;
        throw error;
    }
}
