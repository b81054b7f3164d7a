/**
 * A thread that looks at the processes which the bench has started, and at theirs, in short intervals: the engine may keep the main thread
 * busy for longer. In: "begin" and "end" of a run. Out, after each: what was used in between.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");

/** Milliseconds between two looks. */
const INTERVAL = 20;
/** User and system time are told in hundredths of a second on every Linux. */
const TICKS = 100;

/**
 * A process by its id and start, since ids are given again. `own` is what it has taken in ticks, and `reaped` what those have taken that it
 * started, and whose end it has awaited; both come with what they were before the run.
 * @typedef {{ id: number, key: string, parent: number, own: number, reaped: number }} Process
 * @typedef {Process & { above: string | undefined, before: { own: number, reaped: number }, isAlive: boolean }} Known
 */

/** This process, and all that come from it. @type {Map<string, Known>} */
let known = new Map();
/** Kilobytes at the worst moment of the run. */
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
        // What lost its parent stays one of ours.
        if (!last && !isOurs(one, all)) continue;
        const { above, before } = last ?? { above: all.get(one.parent)?.key, before: { own: 0, reaped: 0 } };
        known.set(one.key, { ...one, above, before, isAlive: true });
        // The local engine keeps processes that may have nothing to do in this run.
        if (one.id !== process.pid && one.own > before.own) memory += kilobytesOf(one.id);
    }
    peak = Math.max(peak, memory);
}

/**
 * What a process and all below it have taken in this run. Of those that ended, their parent knows all if it awaited their end; what was
 * last seen of them is less, but all that there is of those that nobody awaited.
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

/** Nothing for one that has ended. @param {number} id @returns {Process | undefined} */
function processOf(id) {
    // The name, which comes before and may hold anything, is in parentheses.
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

/** Whether it is this process or comes from it. @param {Process} one @param {Map<number, Process>} all @returns {boolean} */
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
