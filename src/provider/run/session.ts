import { Client } from "../../api/client.js";
import { BadRequestError, ForbiddenError, NotFoundError } from "../../api/errors.js";
import { masked } from "../../api/masking.js";
import type { ClientOptions } from "../../api/options.js";
import { SettingsError } from "../../common/errors.js";
import { lineOf, unmarked } from "../../common/printable.js";
import { Cache } from "../live/cache/cache.js";
import { Live } from "../live/live.js";
import { Locks } from "../live/locks.js";
import { Patience } from "../live/patience.js";
import { type Declarer, identityOf, type State } from "../metadata.js";
import { resourceText } from "../sentences.js";
import { type Config, readSettings, type Settings } from "../settings.js";
import type { Kind, Scope } from "../shapes/kind.js";
import { Absence } from "./absence.js";
import { Authors, type Changed } from "./authors.js";
import { Moves } from "./moves.js";
import { Names } from "./names.js";
import { Ownership } from "./ownership.js";
import type { ReadAhead } from "./read-ahead.js";
import { type Finding, Summary } from "./summary.js";
import { Visibility } from "./visibility.js";

/** So many objects that changed outside are told with all values: nobody reads more, and each costs a call. */
const MOST_IN_FULL = 50;

/** Time within which a service may not show what was written, unless a setting says otherwise. */
const LAG_MS = 10 * 60_000;

/** What every step works on: a kind, in one run. */
export interface Task {
    readonly session: Session;
    readonly kind: Kind;
}

/** What makes a run faster, or its lines better to read. */
export interface Helpers {
    readonly readAhead?: ReadAhead | undefined;
    /** Every kind that the lines may speak of: by them ids get names. */
    readonly kinds?: readonly Kind[];
    /** Ask the audit events who changed what drifted. */
    readonly asksWho?: boolean;
    /** Client to use in place of one of its own: sessions that follow each other share its request budget. */
    readonly client?: Client;
}

/** All that a provider process remembers while it serves one run: one configuration, one client, one picture of the live state. */
export class Session {
    readonly ownership = new Ownership();
    readonly moves = new Moves();
    private readonly say: (line: string, of?: Declarer) => void;
    private state: Settings | SettingsError | undefined;
    private opened: Opened | undefined;
    private maker: Promise<string | undefined> | undefined;
    private readonly said = new Set<string>();
    private readonly told = new Set<string>();
    private readonly summary = new Summary();
    private readonly secrets = new Set<string>();

    /** `say` prints one line for people, about a resource if it is given; `client` holds what no setting of the stack names. */
    constructor(
        say: (line: string, of?: Declarer) => void,
        private readonly client: Pick<ClientOptions, "retryDelayMs"> = {},
        /** The time of this machine, in milliseconds since 1970. */
        private readonly now: () => number = Date.now,
        private readonly helpers: Helpers = {},
    ) {
        this.say = (line, of) => say(unmarked(line), of);
    }

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
    get problem(): SettingsError | undefined {
        if (this.state instanceof SettingsError) return this.state;
        return this.state ? undefined : new SettingsError("The provider was never configured.");
    }

    /** The service as this run knows it. @throws SettingsError when the configuration is at fault. */
    get scope(): Scope {
        return this.open();
    }

    /** Who changed what. @throws SettingsError when the configuration is at fault. */
    get authors(): Authors {
        return this.open().authors;
    }

    /** What of the state is not there. @throws SettingsError when the configuration is at fault. */
    get absence(): Absence {
        return this.open().absence;
    }

    /** Which objects may not be visible yet. @throws SettingsError when the configuration is at fault. */
    get visibility(): Visibility {
        return this.open().visibility;
    }

    /** Whether what exists as a creation would have made it may be taken for what an earlier run made and could not keep. */
    get allowsTakeover(): boolean {
        return !(this.state instanceof SettingsError) && this.state?.allowTakeover === true;
    }

    get url(): string {
        return this.scope.client.url;
    }

    /** Whether what was made at `url` is to be found here. */
    isHome(url: string): boolean {
        const former = this.state instanceof SettingsError ? undefined : this.state?.formerUrl;
        return url === this.url || url === former;
    }

    /** Id of the user whose token this is, for the state of what this run makes; undefined if the service does not say. */
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

    /** These are values of secret properties: what the service says while it makes the run wait may repeat them. */
    hides(secrets: readonly string[]): void {
        for (const secret of secrets) this.secrets.add(secret);
    }

    /** Prints a line about a resource, once: its name as its author knows it, then `text`. Without a name, `id` stands for it. */
    tell(resource: Declarer, text: string, id?: string): void {
        const line = resourceText(resource, id) + text;
        const said = `${identityOf(resource)} ${line}`;
        if (this.said.has(said)) return;
        this.said.add(said);
        this.say(line, resource);
    }

    /**
     * Prints what happened to an object outside of the program, once for each object: its lines together, and then who did it, if that is known. After
     * many objects the `short` line alone.
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
        // By now more of the names may be known.
        for (const text of texts.full()) this.tell(resource, text, changed.id);
        if (by !== undefined) this.say(`    ${by}`, resource);
    }

    /** Counts something for the end of the run. */
    note(finding: Finding, resource: Declarer): void {
        this.summary.note(finding, identityOf(resource));
    }

    /** The state knows an object by these properties: what people call it may help to speak of others. */
    knows(kind: Kind, id: string, { outputs, secrets }: Pick<State, "outputs" | "secrets">): void {
        this.open().names.knows(kind, id, outputs, secrets);
    }

    /** The name of an object, if something tells it that was read. */
    readonly nameOf = (id: string): string | undefined => this.open().names.of(id);

    /** Whether the program said that nothing is written, and that it tells of conflicts itself. */
    get isPreview(): boolean {
        return this.helpers.readAhead?.isPreview === true;
    }

    /** The run is over: one line says what it found outside of the program, if anything. */
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

/** What there is as soon as the configuration is known. */
interface Opened extends Scope {
    readonly absence: Absence;
    readonly names: Names;
    readonly authors: Authors;
    readonly visibility: Visibility;
}

/** Whether the organization knows a user; undefined if the service refuses to say. A question that fails is no answer. */
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
