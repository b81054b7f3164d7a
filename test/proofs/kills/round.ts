import { setTimeout as sleep } from "node:timers/promises";
import type { Organization } from "../../../src/local/service/index.js";
import { TAKEOVER } from "../../../src/provider/settings.js";
import type { Dice } from "../simulator/dice.js";
import { type Damage, damageOf } from "./audit.js";
import { type Declared, writesOf } from "./declared.js";
import { alive, below, isProvider, kill, type Running } from "./processes.js";
import type { Ended, Stage } from "./stage.js";

/** Process to kill: the `pulumi` command, its provider, or the service. */
export const victims = ["run", "provider", "service"] as const;
export type Victim = (typeof victims)[number];

/** The command that is interrupted, and that completes the recovery. */
export const UP = ["up", "--yes", "--skip-preview", "--suppress-progress"];

/** Maximum milliseconds between the last write and the kill, which is about the time of a few writes. */
const AFTER_WRITE_MS = 60;

/** Maximum milliseconds until a killed service is restarted. */
const AWAY_MS = 2_000;

/** Milliseconds within which every provider must exit. */
const PROVIDER_MS = 120_000;

/** A deployment from one program to the next that is interrupted by a kill. */
export interface Round {
    readonly victim: Victim;
    readonly before: Declared;
    readonly declared: Declared;
    /** Data of the service before the first run. */
    readonly organization: Organization;
    /** Milliseconds from the start of a run to its first write. */
    readonly startMs: number;
    readonly dice: Dice;
}

export interface Outcome {
    /** Such as "after 12 of about 320 writes". */
    readonly moment: string;
    /** Exit code of the interrupted run. */
    readonly exitCode: number;
    /** Number of pending objects that the recovery found, by result. */
    readonly recovered: Readonly<Record<string, number>>;
    readonly damage: Damage;
    /** Steps of the recovery that failed, with their output. */
    readonly stuck: readonly string[];
}

/** Runs a round. Returns undefined if the run ended before the kill. */
export async function play(stage: Stage, round: Round): Promise<Outcome | undefined> {
    const { victim, declared, organization, dice } = round;
    const all = writesOf(round.before, declared);
    const writes = dice.below(all);
    const delay = dice.below(writes === 0 ? round.startMs : AFTER_WRITE_MS);
    stage.declare(declared);
    const run = stage.start(UP);
    const moment = stage.writes(writes).then(() => sleep(delay, true));
    if (!(await Promise.race([moment, run.ended.then(() => false)]))) return undefined;
    const started = await killVictim(stage, victim, run, dice);
    if (!started) return undefined;
    const killed = await run.ended;
    const stuck = await leftRunning(started);

    const recovery = await stage.recover();
    if (recovery.exitCode !== 0) stuck.push(textOf("the recovery", recovery));
    // If its provider dies, the engine does not record pending operations, so the user has to allow adoption.
    const consent = victim === "provider" ? { [TAKEOVER]: "true" } : {};
    const up = await stage.pulumi(UP, consent);
    if (up.exitCode !== 0) stuck.push(textOf("`pulumi up`", up));
    const damage = damageOf(await stage.snapshot(), organization, declared);
    const preview = await stage.pulumi(["preview", "--expect-no-changes", "--suppress-progress"]);
    if (preview.exitCode !== 0) stuck.push(textOf("the preview afterwards", preview));
    return {
        moment: `after ${writes} of about ${all} writes`,
        exitCode: killed.exitCode,
        recovered: resultsOf(recovery.output),
        damage,
        stuck,
    };
}

/** Kills the victim and returns the processes that the run had started. Returns undefined if the victim had already exited. */
async function killVictim(
    stage: Stage,
    victim: Victim,
    run: { readonly pid: number; readonly ended: Promise<Ended> },
    dice: Dice,
): Promise<Running[] | undefined> {
    if (victim === "run") {
        const started = below([run.pid]);
        kill(run.pid);
        return started;
    }
    if (victim === "service") {
        await stage.killService();
        const started = below([run.pid]);
        await sleep(dice.below(AWAY_MS));
        await stage.startService();
        return started;
    }
    let hasEnded = false;
    void run.ended.then(() => {
        hasEnded = true;
    });
    while (!hasEnded) {
        const started = below([run.pid]);
        const providers = started.filter(isProvider);
        for (const { pid } of providers) kill(pid);
        if (providers.length > 0) return started;
        await sleep(50);
    }
    return undefined;
}

/** Waits until all providers of a run have exited, and kills its other processes. */
async function leftRunning(started: readonly Running[]): Promise<string[]> {
    const all = [...started, ...below(started.map(({ pid }) => pid))];
    let left = alive(all);
    for (const end = Date.now() + PROVIDER_MS; left.some(isProvider) && Date.now() < end; left = alive(all)) {
        await sleep(200);
    }
    for (const { pid } of left) kill(pid);
    return left
        .filter(isProvider)
        .map(({ pid }) => `the provider ${pid} ran for ${PROVIDER_MS / 1000} s after the kill`);
}

const textOf = (what: string, { exitCode, output }: Ended): string =>
    `${what} exited with ${exitCode}:\n${output.trim()}`;

/** Counts each result in the table of `access-governance recover`. */
function resultsOf(output: string): Record<string, number> {
    const counts: Record<string, number> = {};
    const row = / {2}(taken over, unfinished|taken over|to be made|left pending|in the state already)\b/gm;
    for (const [, result = ""] of output.matchAll(row)) counts[result] = (counts[result] ?? 0) + 1;
    return counts;
}
