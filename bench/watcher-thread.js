/**
 * A thread that looks at the processes which the bench has started, and at theirs, in short intervals: the engine may keep the main thread
 * busy for longer. In: "begin" and "end" of a run. Out, after each: what was used in between.
 */
const { readdirSync, readFileSync } = require("node:fs");
const { parentPort, workerData } = require("node:worker_threads");

/** Milliseconds between two looks: so much of the time of a process that ends is lost at most. */
const INTERVAL = 20;
/** User and system time are told in hundredths of a second on every Linux. */
const TICKS = 100;

/** Processes by id and start, since ids are given again. @type {Map<string, { before: number, ticks: number }>} */
let known = new Map();
/** Kilobytes at the worst moment of the run. */
let peak = 0;
/** @type {NodeJS.Timeout | undefined} */
let timer;

parentPort?.on("message", (/** @type {"begin" | "end"} */ order) => {
    clearInterval(timer);
    look();
    if (order === "begin") {
        known = new Map([...known].map(([key, { ticks }]) => [key, { before: ticks, ticks }]));
        peak = 0;
        timer = setInterval(look, INTERVAL);
    }
    const ticks = [...known.values()].reduce((sum, { ticks, before }) => sum + ticks - before, 0);
    parentPort?.postMessage({ processor: ticks / TICKS, memory: peak / 1024 });
});

function look() {
    const all = processes();
    let memory = 0;
    for (const one of all.values()) {
        // What lost its parent stays one of ours.
        if (!known.has(one.key) && !isOurs(one, all)) continue;
        const { before } = known.get(one.key) ?? { before: 0 };
        known.set(one.key, { before, ticks: one.ticks });
        // The local engine keeps processes that may have nothing to do in this run.
        if (one.ticks > before) memory += kilobytesOf(one.id);
    }
    peak = Math.max(peak, memory);
}

/** @returns {Map<number, Process>} */
function processes() {
    const ids = readdirSync("/proc").map(Number).filter(Number.isInteger);
    return new Map(ids.flatMap((id) => processOf(id) ?? []).map((one) => [one.id, one]));
}

/** @typedef {{ id: number, key: string, parent: number, ticks: number }} Process */

/** Nothing for one that has ended. @param {number} id @returns {Process | undefined} */
function processOf(id) {
    // The name, which comes before and may hold anything, is in parentheses.
    const fields = contentOf(`/proc/${id}/stat`)?.split(") ").at(-1)?.split(" ").map(Number);
    if (!fields) return undefined;
    const [, parent = 0] = fields;
    return { id, key: `${id} ${fields[19]}`, parent, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) };
}

/** Whether the bench has started it, or one that the bench has started. @param {Process} one @param {Map<number, Process>} all @returns {boolean} */
function isOurs({ id, parent }, all) {
    if (workerData.except.includes(id)) return false;
    const above = all.get(parent);
    return parent === process.pid || (above !== undefined && isOurs(above, all));
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
