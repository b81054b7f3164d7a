import { orAbsent } from "../../api/absent.js";
import { JournalError } from "../../common/errors.js";
import type { Patience } from "../../common/patience.js";
import { messageLine, quotedPair } from "../../common/printable.js";
import type { Properties } from "../../common/properties.js";
import { differences, type Kind, remembered } from "../../kernel.js";
import type { Creator } from "./creator.js";
import type { DrivenOptions, DrivenOutcome, DrivenResource } from "./driven-resource.js";
import { editOutside, type Scene } from "./fixture.js";
import type { KindName } from "./naming.js";
import { RunStoppedError, type WatchedClient } from "./watched-client.js";

/** The steps of a trial, in order. */
export const STEPS = [
    "create",
    "read back",
    "clean preview",
    "outside edit",
    "repair",
    "update",
    "import by id",
    "delete",
] as const;

export type StepName = (typeof STEPS)[number];

/** Result of one step. `because` is the reason why it did not pass. */
export type StepResult =
    | { readonly step: StepName; readonly result: "passed" }
    | { readonly step: StepName; readonly result: "failed" | "skipped"; readonly because: string };

/** Results of all steps. */
export interface TrialResult {
    readonly steps: readonly StepResult[];
    /** Whether a step needs a call that the token is not allowed to make or that the service does not support. */
    readonly isIncomplete: boolean;
}

/** Checks the laws for one object of a kind, and compares the provider's results with the objects that the API returns. */
export class WriteTrial {
    readonly resource: DrivenResource;
    private readonly kind: Kind;
    private args: Properties;

    constructor(
        private readonly name: KindName,
        private readonly scene: Scene,
        private readonly creator: Creator,
        private readonly client: WatchedClient,
        private readonly patience: Patience,
    ) {
        this.kind = creator.kind(name);
        this.resource = creator.resource(name);
        this.args = scene.args;
    }

    /**
     * Runs all steps. After a failure, skips the remaining steps except the deletion, because they could fail for the same reason.
     * @throws RunStoppedError if the run was interrupted
     */
    async run(): Promise<TrialResult> {
        const steps: StepResult[] = [];
        let ended: string | undefined;
        let isIncomplete = false;
        for (const step of STEPS) {
            const isTried = ended === undefined || (step === "delete" && this.resource.state !== undefined);
            const result = isTried ? await this.step(step) : skipped(step, ended ?? "");
            // Missing permissions do not count as a failure of the step.
            const refused = this.client.takeRefused();
            const isRefused = result.result === "failed" && refused !== undefined;
            steps.push(isRefused ? skipped(step, messageLine(refused.message)) : result);
            if (isRefused) ended ??= messageLine(refused.message);
            else if (result.result === "failed") ended ??= `"${step}" failed`;
            isIncomplete ||= isRefused;
        }
        return { steps, isIncomplete };
    }

    private async step(step: StepName): Promise<StepResult> {
        this.client.takeDoubtful();
        this.client.takeRefused();
        const fault = await this.attempt(step);
        this.client.assertRunning();
        if (typeof fault === "object") return skipped(step, fault.because);
        // A call that failed but took effect is a fault, even if the provider recovered from it.
        const [doubtful] = this.client.takeDoubtful();
        const because = fault ?? (doubtful && `${doubtful.failure.operation} ${doubtful.outcome}, but took effect`);
        return because === undefined
            ? { step, result: "passed" }
            : { step, result: "failed", because: messageLine(because) };
    }

    private async attempt(step: StepName): Promise<TrialFault> {
        try {
            return await this.steps[step]();
        } catch (error) {
            // Errors of any other class come from the provider.
            const isOwn = [RunStoppedError, JournalError, TypeError, RangeError].some((type) => error instanceof type);
            if (isOwn || !(error instanceof Error)) throw error;
            return error.message;
        }
    }

    private readonly steps: Readonly<Record<StepName, () => Promise<TrialFault>>> = {
        create: async () => expected("create", await this.up()),

        "read back": () => this.until(() => this.readBack()),

        "clean preview": () =>
            this.until(async () => {
                const fault = unchanged(await this.resource.preview(this.args));
                if (fault !== undefined) return fault;
                const lines = await this.resource.refresh();
                return lines.length > 0 ? `refresh reports: ${lines.join("; ")}` : undefined;
            }),

        "outside edit": async () => {
            const [edit] = Object.entries(this.scene.outside);
            if (!edit) return noEdit(this.scene);
            const [path, value] = edit;
            await editOutside(this.scene, this.id, path, value);
            return this.until(async () => drifted(path, await this.resource.preview(this.args)));
        },

        repair: async () => {
            if (Object.keys(this.scene.outside).length === 0) return noEdit(this.scene);
            return expected("update", await this.up()) ?? this.until(() => this.readBack());
        },

        update: async () => {
            const [[property = "", value] = []] = Object.entries(this.scene.edits);
            const isReplaced = this.kind.replacing.includes(property);
            if (isReplaced && this.kind.removal.does === "leave")
                return { because: "a replacement would leave a second object" };
            this.args = { ...this.args, [property]: value };
            const { id } = this;
            return (
                expected(isReplaced ? "replace" : "update", await this.up()) ??
                (await this.until(() => this.readBack())) ??
                // If the object was replaced by one with another id, the old one must be deleted.
                (id === this.id ? undefined : await this.until(() => this.afterDelete(id, false))) ??
                this.until(async () => unchanged(await this.resource.preview(this.args)))
            );
        },

        "import by id": async () => {
            const twin = this.creator.resource(this.name);
            const options: DrivenOptions = { import: this.id, name: "imported" };
            const before = this.client.writes;
            // Not announced in the journal, because an import does not create anything.
            const fault = expected("create", await twin.up(this.args, options));
            if (fault !== undefined) return fault;
            if (twin.state?.id !== this.id) return `the import has the id ${twin.state?.id}, not ${this.id}`;
            if (this.client.writes > before) return "the import wrote to the service";
            return unchanged(await twin.preview(this.args, options));
        },

        delete: async () => {
            const { id } = this;
            const lines = await this.resource.destroy();
            const stays = this.kind.removal.does === "leave";
            if (stays && !lines.some((line) => line.includes(" stays ")))
                return "the output does not report that the object remains on the service";
            return this.until(() => this.afterDelete(id, stays));
        },
    };

    /** Returns the id of the object. Empty if there is no state; the steps are then skipped. */
    private get id(): string {
        return this.resource.state?.id ?? "";
    }

    private up(): Promise<DrivenOutcome> {
        return this.creator.up(this.name, this.resource, this.args);
    }

    /** Compares the service with the declaration. */
    private async readBack(): Promise<TrialFault> {
        const live = await orAbsent(this.scene.read(this.id));
        return live ? this.differing(this.args, live) : "the object does not exist on the service";
    }

    private async afterDelete(id: string, stays: boolean): Promise<TrialFault> {
        const live = await orAbsent(this.scene.read(id));
        const left = this.scene.left ?? (stays ? this.args : undefined);
        if (left) return live ? this.differing(left, live) : "the object no longer exists on the service";
        return live ? `the deletion succeeded, but ${id} still exists on the service` : undefined;
    }

    private differing(declared: Properties, live: Properties): TrialFault {
        const found = differences(this.kind.fields, declared, remembered(this.kind.fields, live, declared));
        return found.length > 0 ? found.map(trialDifferenceText).join("; ") : undefined;
    }

    /** Repeats a check while it finds a fault, as often as the provider repeats a read, because a read may not show the last write yet. */
    private async until(check: () => Promise<TrialFault>): Promise<TrialFault> {
        let fault = await check();
        for (let attempt = 0; fault !== undefined && attempt < this.patience.attempts; attempt += 1) {
            await this.client.untilStopped(this.patience.wait(attempt));
            fault = await check();
        }
        return fault;
    }
}

/** A fault, or the reason why a step cannot be tried. Undefined if the step passed. */
type TrialFault = string | { readonly because: string } | undefined;

/** The reason why an object cannot be edited outside the program. */
function noEdit({ write }: Scene): { readonly because: string } {
    return { because: write ? "the API does not return the change" : "the API cannot change it" };
}

function skipped(step: StepName, because: string): StepResult {
    return { step, result: "skipped", because };
}

function expected(action: DrivenOutcome["action"], { action: found, failures }: DrivenOutcome): string | undefined {
    if (failures.length > 0) return failures.join("; ");
    return found === action ? undefined : `the result is "${found}", not "${action}"`;
}

function unchanged({ action, lines, failures }: DrivenOutcome): string | undefined {
    if (action === "same" && lines.length === 0) return undefined;
    return [`a preview without a change results in "${action}"`, ...failures, ...lines].join("; ");
}

/** Checks that a preview shows drift of this property and nothing else. */
function drifted(path: string, { action, lines, failures }: DrivenOutcome): string | undefined {
    const [line = "", ...more] = lines;
    const isOf = [`drifted: ${path} is `, `drifted: ${path}: `].some((text) => line.includes(text));
    if (action === "update" && isOf && more.length === 0) return undefined;
    const found = [...failures, ...lines].join("; ");
    return `${path} was changed outside the program, but the preview results in "${action}"${found ? `: ${found}` : ""}`;
}

function trialDifferenceText({ path, live, declared }: ReturnType<typeof differences>[number]): string {
    const [left, right] = quotedPair(live, declared);
    return `${path} is ${left}, declared ${right}`;
}
