import { CallError } from "../../api/errors.js";
import type { ClientOptions } from "../../api/options.js";
import { ForeignObjectError } from "../../common/errors.js";
import { Patience } from "../../common/patience.js";
import { messageLine } from "../../common/printable.js";
import { type Kind, Session } from "../../kernel.js";
import type { KernelSettings } from "../../provider/settings.js";
import { Cleanup, isKnown, type Leftover } from "./cleanup.js";
import { Creator } from "./creator.js";
import type { LoggedSession } from "./driven-resource.js";
import type { Fixture, Surroundings } from "./fixture.js";
import { fixtures } from "./fixtures/all.js";
import { type CreatedObject, TrialInventory } from "./inventory.js";
import { isOpen, type JournalEntry, journalFile, TrialJournal } from "./journal.js";
import type { KindName } from "./naming.js";
import { checkPrefix, labelsOf, Naming } from "./naming.js";
import { type KindChoice, type PlannedKind, planTrials } from "./plan.js";
import { surroundingsOf, TrialStage, UnmetNeedError } from "./stage.js";
import { STEPS, type TrialResult, WriteTrial } from "./trial.js";
import { RunStoppedError, WatchedClient } from "./watched-client.js";

/** Options of a run. */
export interface WriteRunOptions extends KindChoice {
    readonly settings: KernelSettings;
    readonly kinds: readonly Kind[];
    readonly prefix: string;
    /** Path of the journal file. Default: a file in the state folder of the user. */
    readonly journal?: string;
    /** Whether to return only the plan, without writing to the service or to the journal. */
    readonly isDryRun?: boolean;
    /** Called before the first write; the run ends if it returns false. Default: always confirmed. */
    readonly confirm?: (plan: WritePlan) => Promise<boolean>;
    /** Interrupts the run, which then deletes the objects that it created. */
    readonly signal?: AbortSignal;
    readonly onProgress?: (line: string) => void;
    /** Milliseconds before the first retry of a read or a call. Default: the client's default. */
    readonly retryDelayMs?: number;
    /** Identifies this run. Default: random. */
    readonly run?: string;
}

/** The plan of a run. */
export interface WritePlan {
    readonly url: string;
    readonly userId: string;
    readonly kinds: readonly PlannedKind[];
    /** Objects left by an interrupted run, which are deleted first. */
    readonly leftovers: readonly Pick<Leftover, "kind" | "name">[];
}

/** Result of the trial of one kind. */
export interface KindResult extends TrialResult {
    readonly kind: KindName;
}

/** Result of a run. */
export interface WriteReport {
    readonly plan: WritePlan;
    readonly outcome: "planned" | "declined" | "interrupted" | "done";
    readonly kinds: readonly KindResult[];
    /** Objects that could not be deleted. */
    readonly left: readonly Leftover[];
    /** Objects that remain because the API cannot delete them. */
    readonly kept: readonly Pick<Leftover, "kind" | "name">[];
    readonly calls: number;
    readonly writes: number;
    readonly seconds: number;
}

/**
 * Creates one object of each kind in an organization, checks the laws on it, and deletes it.
 * @throws UsageError before any call, if an option is invalid
 * @throws ForeignObjectError if objects with the prefix exist that are not in the journal
 */
export async function runWrites(options: WriteRunOptions): Promise<WriteReport> {
    checkPrefix(options.prefix);
    planTrials(options.kinds, fixtures, options);
    const client = new WatchedClient(clientOptions(options));
    const stop = () => client.stop();
    options.signal?.addEventListener("abort", stop);
    try {
        if (options.signal?.aborted) stop();
        const surroundings = await surroundingsOf(client);
        const home = { url: client.url, userId: surroundings.userId };
        const file = options.journal ?? journalFile(home);
        if (options.isDryRun) {
            const run = new WriteRun(options, client, surroundings, undefined, TrialJournal.read(file, home));
            return run.report("planned", await run.plan());
        }
        const journal = TrialJournal.open(file, home);
        try {
            return await new WriteRun(options, client, surroundings, journal, journal.all).run(journal);
        } finally {
            journal.close();
        }
    } finally {
        options.signal?.removeEventListener("abort", stop);
    }
}

const labelOf = labelsOf(fixtures);

/** One run, from its plan to its cleanup. */
class WriteRun {
    private readonly begun = performance.now();
    private readonly inventory: TrialInventory;
    private readonly patience: Patience;
    private readonly kinds: KindResult[] = [];
    private readonly tell: (line: string) => void;

    constructor(
        private readonly options: WriteRunOptions,
        private readonly client: WatchedClient,
        private readonly surroundings: Surroundings,
        private readonly journal: TrialJournal | undefined,
        private readonly entries: readonly JournalEntry[],
    ) {
        this.inventory = new TrialInventory(client, options.kinds, labelOf, options.prefix);
        this.patience = new Patience(options.retryDelayMs);
        this.tell = options.onProgress ?? (() => {});
    }

    /**
     * Plans the run. Announced objects that have become visible are recorded in the journal, so that the cleanup deletes them.
     * @throws ForeignObjectError
     */
    async plan(): Promise<WritePlan> {
        const { found, unlisted } = await this.inventory.withPrefix();
        const foreign = found.filter((one) => !isKnown(this.entries, one));
        if (foreign.length > 0) throw foreignObjects(foreign, this.options.prefix);
        const late = found.filter(({ kind, label, id }) =>
            this.entries.some((entry) => entry.kind === kind && entry.name === label && !entry.ids.has(id)),
        );
        for (const { kind, label, id } of late) this.journal?.created(kind, label, id);
        const open = this.entries.filter(isOpen).map(({ kind, name }) => ({ kind, name }));
        const unknown = late.filter(({ kind, label }) => !open.some((one) => one.kind === kind && one.name === label));
        return {
            url: this.client.url,
            userId: this.surroundings.userId,
            kinds: planTrials(this.options.kinds, fixtures, this.options, unlisted),
            leftovers: [...open, ...unknown.map(({ kind, label }) => ({ kind, name: label }))],
        };
    }

    async run(journal: TrialJournal): Promise<WriteReport> {
        const plan = await this.plan();
        const isConfirmed = (await this.options.confirm?.(plan)) ?? true;
        this.client.assertRunning();
        if (!isConfirmed) return this.report("declined", plan);
        const cleanup = this.cleanup(journal);
        const creator = this.creator(journal);
        let failure: unknown;
        try {
            // Stops if these objects cannot be deleted, because objects of this run could then not be deleted either.
            const left = await cleanup.run((kind, name) => this.tell(`deleting ${kind} ${name} of an earlier run`));
            if (left.length > 0) return this.report("done", plan, left);
            await this.trials(plan, creator);
        } catch (error) {
            failure = error;
        }
        await creator.settle();
        this.client.resume();
        const isInterrupted = failure instanceof RunStoppedError;
        if (isInterrupted) this.tell("interrupted: deleting what was created");
        const left = await cleanup.run((kind, name) => this.tell(`deleting ${kind} ${name}`));
        if (failure !== undefined && !isInterrupted) throw failure;
        return this.report(isInterrupted ? "interrupted" : "done", plan, left);
    }

    report(outcome: WriteReport["outcome"], plan: WritePlan, left: readonly Leftover[] = []): WriteReport {
        const kept = this.journal?.all.filter(({ isKept }) => isKept) ?? [];
        return {
            plan,
            outcome,
            kinds: this.kinds,
            left,
            kept: kept.map(({ kind, name }) => ({ kind, name })),
            calls: this.client.calls,
            writes: this.client.writes,
            seconds: Math.round((performance.now() - this.begun) / 100) / 10,
        };
    }

    private async trials({ kinds }: WritePlan, creator: Creator): Promise<void> {
        const naming = new Naming(this.options.prefix, this.options.run);
        const stage = new TrialStage(this.client, this.surroundings, naming, creator);
        const chosen = kinds.filter(({ skipped }) => skipped === undefined);
        for (const { kind, skipped } of kinds) {
            if (skipped !== undefined) {
                this.kinds.push(untried(kind, skipped));
                continue;
            }
            const number = chosen.findIndex((one) => one.kind === kind) + 1;
            this.tell(`${number} of ${chosen.length}: ${kind}`);
            const result = await this.trial(kind, fixtures[kind], stage, creator);
            this.kinds.push(result);
            // A failed trial may have changed shared objects, so the next ones use new objects.
            if (result.steps.some((step) => step.result === "failed")) stage.renew();
        }
    }

    private async trial(kind: KindName, fixture: Fixture, stage: TrialStage, creator: Creator): Promise<KindResult> {
        try {
            const scene = await fixture.arrange(stage);
            if ("because" in scene) return untried(kind, scene.because);
            return { kind, ...(await new WriteTrial(kind, scene, creator, this.client, this.patience).run()) };
        } catch (error) {
            this.client.assertRunning();
            if (!(error instanceof CallError) && !(error instanceof UnmetNeedError)) throw error;
            stage.renew();
            return { ...untried(kind, messageLine(error.message)), isIncomplete: true };
        }
    }

    private creator(journal: TrialJournal): Creator {
        return new Creator(this.client, this.options.kinds, labelOf, journal, () => this.session());
    }

    private cleanup(journal: TrialJournal): Cleanup {
        const scope = () => this.session().session.scope;
        return new Cleanup(this.options.kinds, this.inventory, journal, scope, this.patience);
    }

    /** Opens a session like that of a provider process, but with the client of this run. */
    private session(): LoggedSession {
        const { url, token } = this.options.settings;
        const config: Readonly<Record<string, string>> = {
            "access-governance:url": url,
            "access-governance:token": token,
        };
        const lines: string[] = [];
        const { retryDelayMs } = this.options;
        const timing = retryDelayMs === undefined ? {} : { retryDelayMs };
        const session = new Session((line) => lines.push(line), timing, Date.now, { client: this.client });
        session.configure({ get: (key) => config[key] });
        return { session, lines };
    }
}

function clientOptions({ settings, retryDelayMs, onProgress }: WriteRunOptions): ClientOptions {
    return {
        ...settings,
        ...(retryDelayMs === undefined ? {} : { retryDelayMs }),
        ...(onProgress ? { onWait: onProgress } : {}),
    };
}

function untried(kind: KindName, because: string): KindResult {
    return { kind, steps: STEPS.map((step) => ({ step, result: "skipped", because })), isIncomplete: false };
}

function foreignObjects(found: readonly CreatedObject[], prefix: string): ForeignObjectError {
    const most = 10;
    const names = found.slice(0, most).map(({ kind, label, id }) => `${kind} ${JSON.stringify(label)} (${id})`);
    const more = found.length > most ? ` and ${found.length - most} more` : "";
    return new ForeignObjectError(
        `Found objects whose names start with ${JSON.stringify(prefix)} that are not in the journal of this user: ${names.join(", ")}${more}. ` +
            "Nothing was changed. Delete or rename them, or use another --prefix. If they were created by another user or on another machine, run the command there.",
    );
}
