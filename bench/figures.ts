import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Measurement, Row } from "./comparison.js";

/** The median of some measurements, and what it lies between. */
export interface Figure {
    readonly median: number;
    readonly least: number;
    readonly most: number;
}

/** What was measured of one stack. Null where the platform does not tell. */
export interface Figures {
    readonly calls: Figure;
    readonly writes: Figure;
    readonly wall: Figure;
    readonly processor: Figure | null;
    readonly memory: Figure | null;
}

/** A line of a table: an operation of both stacks. */
export interface FiguredRow {
    readonly words: string;
    readonly objects: number;
    readonly ours: Figures;
    readonly nothing: Figures;
}

/** What a command has measured, and under which conditions. */
export interface Table {
    readonly engine: string;
    readonly runs: number;
    /** Milliseconds that the service takes for a call. */
    readonly latency: number;
    readonly groups: number;
    readonly rows: readonly FiguredRow[];
}

export function figuresOf({ words, objects, ours, nothing }: Row): FiguredRow {
    return { words, objects, ours: summary(ours), nothing: summary(nothing) };
}

/** The tables of a file, by command. */
export function readTables(file: string): Partial<Record<string, Table>> {
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Table>) : {}; // written by addTable
}

/** Adds the table of a command to a file, in place of the one that it had. */
export function addTable(file: string, command: string, table: Table): void {
    writeFileSync(file, `${JSON.stringify({ ...readTables(file), [command]: table }, undefined, 2)}\n`);
}

function summary(measurements: readonly Measurement[]): Figures {
    const of = (name: keyof Measurement): Figure | null => {
        const values = measurements.flatMap((one) => one[name] ?? []).sort((a, b) => a - b);
        const at = (place: number) => rounded(values[place] ?? 0);
        const last = values.length - 1;
        // Of an even number the lower one of the two in the middle, so that it is one that was measured.
        return last < 0 ? null : { median: at(Math.floor(last / 2)), least: at(0), most: at(last) };
    };
    const none = { median: 0, least: 0, most: 0 };
    return {
        calls: of("calls") ?? none,
        writes: of("writes") ?? none,
        wall: of("wall") ?? none,
        processor: of("processor"),
        memory: of("memory"),
    };
}

/** More digits than these are noise. */
function rounded(value: number): number {
    return Math.round(value * 1000) / 1000;
}
