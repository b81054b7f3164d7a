/**
 * A thread that polls the processes of the benchmark and their descendants in short intervals, because the engine may block the main thread for
 * longer. Receives "begin" and "end" of a run. After each, it posts the usage in between.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");

/** Milliseconds between two polls. */
const INTERVAL = 20;
/** Ticks per second of user and system time, the same on every Linux. */
const TICKS = 100;

/**
 * A process, identified by its id and start time, because ids are reused. `own` is its processor time in ticks, and `reaped` that of the child
 * processes whose end it has awaited. `before` contains both at the start of the run.
 * @typedef {{ id: number, key: string, parent: number, own: number, reaped: number }} Process
 * @typedef {Process & { above: string | undefined, before: { own: number, reaped: number }, isAlive: boolean }} Known
 */

/** This process and all its descendants. @type {Map<string, Known>} */
let known = new Map();
/** Peak memory of the run in kilobytes. */
let peak = 0;
/** @type {NodeJS.Timeout | undefined} */
let timer;

parentPort?.on("message", (/** @type {"begin" | "end"} */ order) => {
    clearInterval(timer);
    look();
    if (order === "begin") {
        const alive = [...known.values()].filter(({ isAlive }) => isAlive);
        known = new Map(alive.map((one) => [one.key, { ...one, before: one }]));
        peak = 0;
        timer = setInterval(look, INTERVAL);
    }
    const root = [...known.values()].find(({ id }) => id === process.pid);
    const ticks = root ? ticksOf(root) - root.own + root.before.own : 0;
    parentPort?.postMessage({ processor: ticks / TICKS, memory: peak / 1024 });
});

function look() {
    const all = processes();
    const keys = new Set([...all.values()].map(({ key }) => key));
    let memory = 0;
    for (const one of known.values()) one.isAlive = keys.has(one.key);
    for (const one of all.values()) {
        const last = known.get(one.key);
        // A known process stays even if its parent has ended.
        if (!last && !isOurs(one, all)) continue;
        const { above, before } = last ?? { above: all.get(one.parent)?.key, before: { own: 0, reaped: 0 } };
        known.set(one.key, { ...one, above, before, isAlive: true });
        // The local engine keeps processes that may be idle in this run.
        if (one.id !== process.pid && one.own > before.own) memory += kilobytesOf(one.id);
    }
    peak = Math.max(peak, memory);
}

/**
 * Processor time of a process and all its descendants in this run. For descendants that have ended, the parent has the exact time if it awaited
 * them. The time seen at the last poll is less, but the only source for processes that were not awaited.
 * @param {Known} one @returns {number}
 */
function ticksOf({ key, own, reaped, before }) {
    const below = [...known.values()].filter(({ above }) => above === key);
    const ended = below.filter(({ isAlive }) => !isAlive);
    const ofEarlierRuns = sum(ended.map(({ before }) => before.own + before.reaped));
    const awaited = reaped - before.reaped - ofEarlierRuns;
    const alive = below.filter(({ isAlive }) => isAlive);
    return own - before.own + Math.max(awaited, sum(ended.map(ticksOf))) + sum(alive.map(ticksOf));
}

/** @param {number[]} numbers */
function sum(numbers) {
    return numbers.reduce((all, one) => all + one, 0);
}

/** @returns {Map<number, Process>} */
function processes() {
    const ids = readdirSync("/proc").map(Number).filter(Number.isInteger);
    return new Map(ids.flatMap((id) => processOf(id) ?? []).map((one) => [one.id, one]));
}

/** Undefined if the process has ended. @param {number} id @returns {Process | undefined} */
function processOf(id) {
    // Skips the name, which is in parentheses and may contain anything.
    const fields = contentOf(`/proc/${id}/stat`)?.split(") ").at(-1)?.split(" ");
    if (!fields) return undefined;
    const number = (/** @type {number} */ field) => Number(fields[field - 3]);
    return {
        id,
        key: `${id} ${number(22)}`,
        parent: number(4),
        own: number(14) + number(15),
        reaped: number(16) + number(17),
    };
}

/** Whether a process is this one or its descendant. @param {Process} one @param {Map<number, Process>} all @returns {boolean} */
function isOurs({ id, parent }, all) {
    if (workerData.except.includes(id)) return false;
    const above = all.get(parent);
    return id === process.pid || (above !== undefined && isOurs(above, all));
}

/** @param {number} id */
function kilobytesOf(id) {
    return Number(/^VmRSS:\s+(\d+)/m.exec(contentOf(`/proc/${id}/status`) ?? "")?.[1] ?? 0);
}

/** @param {string} file */
function contentOf(file) {
    try {
        return readFileSync(file, "utf8");
    } catch {
        return undefined;
    }
}
