import { Client } from "../../api/client.js";
import type { ClientOptions } from "../../api/options.js";
import { masked } from "../../api/transport/masking.js";
import { counted } from "../../common/counts.js";
import { DeclarationConflictError, type DeclarationError, SettingsError, withHelp } from "../../common/errors.js";
import { type Declarer, declarerKey, resourceText } from "../../common/names.js";
import { Patience } from "../../common/patience.js";
import { messageLine, unmarked } from "../../common/printable.js";
import { isHomeUrl } from "../../common/urls.js";
import type { DeclarationFault } from "../fault.js";
import { Live } from "../live/live.js";
import { Locks } from "../live/locks.js";
import type { Source } from "../live/source.js";
import { TokenRights } from "../live/token-rights.js";
import type { KernelState } from "../metadata.js";
import type { OwnDefaults } from "../schema/defaults.js";
import type { Risk } from "../schema/risk.js";
import { type KernelSettings, type ProviderConfig, readSettings } from "../settings.js";
import { type Kind, kindSources, type Scope } from "../shapes/kind.js";
import { Absence, hasUser } from "./absence.js";
import { Authors, type ChangedObject } from "./authors.js";
import { checkDefaults } from "./default-settings.js";
import { Moves } from "./moves.js";
import { RunNames } from "./names.js";
import { ProgramNestings } from "./nestings.js";
import { NewLevels } from "./new-levels.js";
import { Ownership } from "./ownership.js";
import type { ReadAhead } from "./read-ahead.js";
import { type FindingKind, Summary, UNREAD_TEXT } from "./summary.js";
import { VisibilityWait } from "./visibility.js";

/**
 * Maximum number of objects for which changes made outside Pulumi are reported with values and author. Limited, because each costs a call.
 */
const MOST_IN_FULL = 50;

/** Default time after a write during which reads may not show it yet, in milliseconds. */
const LAG_MS = 10 * 60_000;

/** Context of every provider operation: the session of the run, and the kind. */
export interface Task {
    readonly session: Session;
    readonly kind: Kind;
}

/** A fault that a resource which follows in the program may resolve. */
export interface OpenFault {
    readonly resource: Declarer;
    readonly error: DeclarationError;
}

/** Optional helpers for faster runs and better messages. */
export interface Helpers {
    readonly readAhead?: ReadAhead | undefined;
    /** All kinds. Used to check references in declarations, and to show names instead of ids in messages. */
    readonly kinds?: readonly Kind[];
    /** Whether to find out from the audit events who caused drift. */
    readonly looksUpAuthors?: boolean;
    /** Passes to the program the faults to report at its end, in place of the earlier ones. Returns false if this failed. */
    readonly reportLater?: ((faults: readonly DeclarationFault[]) => boolean) | undefined;
    /** Client to use instead of a new one, so that several sessions share one request budget. */
    readonly client?: Client;
    /** Whether the session serves the provider plugin, and so programs in any language. Some drop null, so that something else stands for it. */
    readonly isPlugin?: boolean;
}

/** Prints one line for the user. `of` is the resource that the line is about, if any. */
export type Say = (line: string, of?: Declarer, severity?: "warning" | "error") => void;

/** All data that a provider process holds during one run: configuration, client and live state. */
export class Session {
    readonly ownership = new Ownership();
    /** Sources of objects, by name of the kind. Empty if the session was created without `kinds`. */
    readonly sources: ReadonlyMap<string, Source>;
    readonly moves = new Moves(undefined, () => this.reportContested());
    readonly nestings = new ProgramNestings();
    readonly newLevels = new NewLevels(() => this.reportContested());
    /** Number of resources that the engine has requested so far. */
    registrations = 0;
    private readonly say: Say;
    private state: KernelSettings | SettingsError | undefined;
    private opened: Opened | undefined;
    private creator: Promise<string | undefined> | undefined;
    private readonly said = new Set<string>();
    private readonly changed = new Set<string>();
    private readonly summary = new Summary();
    private readonly secrets = new Set<string>();
    /** Whether the faults to report at the end of the program could not be passed to it. */
    private isUnreported = false;

    /**
     * @param client client options that are not settings of a stack
     */
    constructor(
        say: Say,
        private readonly client: Pick<ClientOptions, "retryDelayMs"> = {},
        /** Local time, in milliseconds since 1970. */
        private readonly now: () => number = Date.now,
        private readonly helpers: Helpers = {},
    ) {
        this.say = (line, of, severity) => say(unmarked(line), of, severity);
        this.sources = new Map((helpers.kinds ?? []).flatMap(kindSources).map((source) => [source.name, source]));
    }

    /**
     * Stores the configuration, or the error if it is invalid. Does not throw, because the engine would continue with a provider whose
     * configuration failed. Called for each kind of a process, always with the same configuration; only the first call has an effect.
     */
    configure(config: ProviderConfig): void {
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

    /** The error in the configuration, if any. */
    get problem(): SettingsError | undefined {
        if (this.state instanceof SettingsError) return this.state;
        return this.state ? undefined : new SettingsError("The provider is not configured.");
    }

    /**
     * The client, the live state and the other objects that kinds work with.
     * @throws SettingsError if the configuration is invalid
     */
    get scope(): Scope {
        return this.open();
    }

    /**
     * Finds the authors of changes.
     * @throws SettingsError if the configuration is invalid
     */
    get authors(): Authors {
        return this.open().authors;
    }

    /**
     * Tracks missing objects of the state.
     * @throws SettingsError if the configuration is invalid
     */
    get absence(): Absence {
        return this.open().absence;
    }

    /**
     * Tracks objects that may not be visible yet.
     * @throws SettingsError if the configuration is invalid
     */
    get visibility(): VisibilityWait {
        return this.open().visibility;
    }

    /**
     * What the token may see.
     * @throws SettingsError if the configuration is invalid
     */
    get rights(): TokenRights {
        return this.open().rights;
    }

    /** Returns the kind with this name; undefined if the session was created without `kinds`. */
    kindNamed(name: string): Kind | undefined {
        return this.helpers.kinds?.find((kind) => kind.name === name);
    }

    /** Whether an existing object that matches its declaration may be adopted as the result of an interrupted run. */
    get allowsTakeover(): boolean {
        return !(this.state instanceof SettingsError) && this.state?.allowTakeover === true;
    }

    /** The provider's defaults for omitted fields, by field name. */
    get defaults(): OwnDefaults {
        return this.state instanceof SettingsError ? {} : (this.state?.defaults ?? {});
    }

    get url(): string {
        return this.scope.client.url;
    }

    /** Whether an object that was created at `url` belongs to this service: `url` is the current or the former URL. */
    isHome(url: string): boolean {
        const formerUrl = this.state instanceof SettingsError ? undefined : this.state?.formerUrl;
        return isHomeUrl({ url: this.url, formerUrl }, url);
    }

    /** Id of the user that the token belongs to. Stored with new objects. Undefined if the service does not return it. */
    createdBy(): Promise<string | undefined> {
        this.creator ??= this.scope.client.call("getCurrentUser").then(
            (user) => user.user_id,
            () => undefined,
        );
        return this.creator;
    }

    /** Called when the engine requests a resource of the program. */
    asked(resource: Declarer): void {
        this.registrations += 1;
        this.helpers.readAhead?.asked(resource, this.scope, !this.readsOnlyChanged);
    }

    /** Returns the resources that contain an id, according to the program. Undefined if it does not announce its resources. */
    mentioning(id: string): readonly Pick<Declarer, "kind" | "name">[] | undefined {
        return this.helpers.readAhead?.mentioning(id);
    }

    /** Called when the provider reads an object for the engine, so that it is not read ahead again. */
    reads(kind: Kind, id: string): void {
        this.helpers.readAhead?.pass(kind.name, id);
    }

    /** Adds values to mask in messages about waiting, because error messages of the service may repeat them. */
    addSecrets(secrets: readonly string[]): void {
        for (const secret of secrets) this.secrets.add(secret);
    }

    /**
     * Prints a line about a resource, unless it was already printed: the resource's name in the program (or `id`, if it has none), then
     * `text`.
     */
    tell(resource: Declarer, text: string, id?: string): void {
        const line = resourceText(resource, id) + text;
        const said = `${declarerKey(resource)} ${line}`;
        if (this.said.has(said)) return;
        this.said.add(said);
        this.say(line, resource);
    }

    /** Prints the error of a resource. Does not end the run. */
    report(line: string, of: Declarer): void {
        this.say(line, of, "error");
    }

    /** Prints a warning about the whole run, unless it was already printed. */
    warn(line: string): void {
        if (this.said.has(line)) return;
        this.said.add(line);
        this.say(line, undefined, "warning");
    }

    /**
     * Reports a change that was made to an object outside Pulumi, once for each object: the `full` lines, then the author, if known. After
     * `MOST_IN_FULL` objects, prints only the `short` line.
     * @param risk the effect on access if the next `pulumi up` repairs it
     */
    async tellChange(
        resource: Declarer,
        finding: FindingKind | undefined,
        changed: ChangedObject,
        texts: { readonly full: () => readonly string[]; readonly short: string },
        risk?: Risk,
    ): Promise<void> {
        this.note(finding, resource, risk);
        const key = `${declarerKey(resource)} ${finding} ${changed.id}`;
        if (this.changed.has(key)) return;
        this.changed.add(key);
        if (this.changed.size > MOST_IN_FULL) return this.tell(resource, texts.short, changed.id);
        const by = this.helpers.looksUpAuthors ? await this.authors.textOf(changed) : undefined;
        // The text is built after this call, because more names may be known by then.
        for (const text of texts.full()) this.tell(resource, text, changed.id);
        if (by !== undefined) this.say(`    ${by}`, resource);
    }

    /** Counts a finding for the summary of the run, and the effect of its repair on access. */
    note(finding: FindingKind | undefined, resource: Declarer, risk?: Risk): void {
        this.summary.note(finding, declarerKey(resource), risk);
    }

    /** Whether only what the program changed is to be read; see `Settings.read`. */
    get readsOnlyChanged(): boolean {
        return !(this.state instanceof SettingsError) && this.state?.read === "changed";
    }

    /**
     * Whether objects whose declaration did not change are left unread; see `Settings.read`. Objects are read until one is found, because
     * otherwise new ones could be created in the wrong organization.
     */
    get leavesUnread(): boolean {
        return this.readsOnlyChanged && this.absence.isAtHome;
    }

    /** Counts an object that was compared with the state only. A plugin, which is not told when a run ends, says so instead. */
    noteUnread(resource: Declarer): void {
        this.summary.noteUnread(declarerKey(resource));
        if (this.isPlugin) this.warn(UNREAD_TEXT);
    }

    /** Records the name of an object from its properties in the state. */
    rememberName(kind: Kind, id: string, { outputs, secrets }: Pick<KernelState, "outputs" | "secrets">): void {
        this.open().names.remember(kind, id, outputs, secrets);
    }

    /** Returns the name of an object, if a read returned it. */
    readonly nameOf = (id: string): string | undefined => this.open().names.of(id);

    /** Whether this is a preview in which the program itself reports conflicts. */
    get isPreview(): boolean {
        return this.helpers.readAhead?.isPreview === true;
    }

    /** Called at the end of a run. Prints what will fail and was not reported yet, and a summary of the findings, if any. */
    end(): void {
        for (const { resource, error } of this.openFaults) {
            this.note(error instanceof DeclarationConflictError ? "conflict" : "wrong reference", resource);
            if (!this.reportsLater) this.say(masked(error.fault, [...this.secrets]), resource);
        }
        const { text, unreadText } = this.summary;
        const isCut = this.changed.size > MOST_IN_FULL;
        const all = `; ${MOST_IN_FULL} of them shown in full; \`pulumi preview --refresh --diff\` shows all`;
        if (text !== undefined) this.say(`In all: ${text}${isCut ? all : ""}`);
        if (unreadText !== undefined) this.say(unreadText);
        const left = this.opened?.live.leftMembers ?? 0;
        if (left > 0)
            this.say(
                `${counted(left, "member")} of complete lists ${left === 1 ? "has" : "have"} access by an approved request, an access rule, an on-call schedule, break-glass access or the end system: not drift, and not removed`,
            );
    }

    /** Whether the program may be in any language. Otherwise, it is in TypeScript or JavaScript. */
    get isPlugin(): boolean {
        return this.helpers.isPlugin === true;
    }

    /** See `KernelSettings.ignoredFields`. */
    get ignoredFields(): readonly string[] {
        return this.state instanceof SettingsError ? [] : (this.state?.ignoredFields ?? []);
    }

    /** Whether the program reports at its end what turns out to be wrong. */
    private get reportsLater(): boolean {
        return this.isPreview && this.helpers.reportLater !== undefined && !this.isUnreported;
    }

    /** What will fail unless a resource that follows in the program resolves it. */
    private get openFaults(): readonly OpenFault[] {
        const contested = this.moves.contested.map(({ resource, error }) => ({ resource, error: error() }));
        return [...contested, ...this.newLevels.missing];
    }

    private reportContested(): void {
        if (!this.reportsLater) return;
        const faults = this.openFaults.map(({ error }) => ({
            lines: [unmarked(messageLine(masked(withHelp(error), [...this.secrets])))],
            advice: "",
        }));
        this.isUnreported = this.helpers.reportLater?.(faults) === false;
    }

    private open(): Opened {
        if (this.opened) return this.opened;
        if (!this.state || this.state instanceof SettingsError) throw this.problem;
        const onWait = (line: string) => this.say(messageLine(masked(line, [...this.secrets])));
        const client = this.helpers.client ?? new Client({ ...this.client, ...this.state, onWait }, this.now);
        const userId = () => this.createdBy();
        const patience = new Patience(this.client.retryDelayMs);
        const live = new Live(client, patience);
        const authors = new Authors(client);
        this.opened = {
            client,
            live,
            names: new RunNames(this.helpers.kinds ?? [], live, this.helpers.readAhead?.names),
            authors,
            rights: new TokenRights(client, userId),
            visibility: new VisibilityWait(client, patience, authors, this.state.lagMs ?? LAG_MS),
            locks: new Locks(),
            now: () => client.now(),
            absence: new Absence(this.state.allowMissing, (userId) => hasUser(client, userId)),
        };
        return this.opened;
    }
}

/** Parts of a session that can be created only after the configuration is known. */
interface Opened extends Scope {
    readonly absence: Absence;
    readonly names: RunNames;
    readonly authors: Authors;
    readonly rights: TokenRights;
    readonly visibility: VisibilityWait;
}
