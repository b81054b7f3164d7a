import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Measurement, Row } from "./comparison.js";

/** The median, minimum and maximum of some measurements. */
export interface Figure {
    readonly median: number;
    readonly least: number;
    readonly most: number;
}

/** The figures of one stack. Null if the platform does not provide them. */
export interface Figures {
    readonly calls: Figure;
    readonly writes: Figure;
    readonly wall: Figure;
    readonly processor: Figure | null;
    readonly memory: Figure | null;
}

/** A row of a table: one operation, for both stacks. */
export interface FiguredRow {
    readonly words: string;
    readonly objects: number;
    readonly ours: Figures;
    readonly nothing: Figures;
}

/** The results of a command, and the conditions of the measurement. */
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

/** Adds the table of a command to a file. Replaces an earlier one. */
export function addTable(file: string, command: string, table: Table): void {
    writeFileSync(file, `${JSON.stringify({ ...readTables(file), [command]: table }, undefined, 2)}\n`);
}

function summary(measurements: readonly Measurement[]): Figures {
    const of = (name: keyof Measurement): Figure | null => {
        const values = measurements.flatMap((one) => one[name] ?? []).sort((a, b) => a - b);
        const at = (place: number) => rounded(values[place] ?? 0);
        const last = values.length - 1;
        // For an even number, takes the lower of the two middle values, so that the median is a measured value.
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

/** Rounds to three digits: more would be noise. */
function rounded(value: number): number {
    return Math.round(value * 1000) / 1000;
}
