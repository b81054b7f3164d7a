/** Records of one type, stored as columns of indexes into a list of shared values. Takes a fifth of the space of JSON. */
export interface Columns {
    readonly count: number;
    readonly columns: Readonly<Record<string, Column>>;
}

/**
 * Numbers, or run-length encoded differences between them: `{ runs: [5, 3] }` means 5, 10, 15. Columns of sequential ids and of sorted
 * records need only a few runs.
 */
export type Column = readonly number[] | { readonly runs: readonly number[] };

/** Index for a property that the record does not have. */
const ABSENT = -1;

/** Assigns an index to each distinct value. */
export class IndexedValues {
    readonly list: unknown[] = [];
    readonly #numbers = new Map<string, number>();

    number(value: unknown): number {
        if (value === undefined) return ABSENT;
        const key = sortedText(value);
        const known = this.#numbers.get(key);
        if (known !== undefined) return known;
        this.list.push(JSON.parse(key));
        this.#numbers.set(key, this.list.length - 1);
        return this.list.length - 1;
    }
}

export function columnsOf(records: readonly object[], values: IndexedValues): Columns {
    // Sorted, so that the order of properties in a record does not affect the output.
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))].sort();
    const columnOf = (name: string): Column =>
        compressed(records.map((record) => values.number((record as Record<string, unknown>)[name]))); // the cast allows access to any property
    return { count: records.length, columns: Object.fromEntries(names.map((name) => [name, columnOf(name)])) };
}

/** Restores the records. Values that are objects are shared between records and must not be modified. */
export function recordsFrom({ count, columns }: Columns, values: readonly unknown[]): Record<string, unknown>[] {
    const read = Object.entries(columns).map(([name, column]) => [name, numbersOf(column)] as const);
    return Array.from({ length: count }, (_, place) => {
        const record: Record<string, unknown> = {};
        for (const [name, numbers] of read) {
            const number = numbers[place] ?? ABSENT;
            if (number !== ABSENT) record[name] = values[number];
        }
        return record;
    });
}

/** Serializes a value as JSON with sorted properties, so that equal values produce equal text. */
export function sortedText(value: unknown): string {
    return JSON.stringify(value, (_, part: unknown) =>
        part !== null && typeof part === "object" && !Array.isArray(part)
            ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
            : part,
    );
}

function compressed(numbers: readonly number[]): Column {
    const runs: number[] = [];
    let last = 0;
    for (const number of numbers) {
        const step = number - last;
        const place = runs.length - 2;
        if (runs[place] === step) runs[place + 1] = (runs[place + 1] ?? 0) + 1;
        else runs.push(step, 1);
        last = number;
    }
    return JSON.stringify(runs).length < JSON.stringify(numbers).length ? { runs } : numbers;
}

function numbersOf(column: Column): readonly number[] {
    if (!("runs" in column)) return column;
    const numbers: number[] = [];
    let last = 0;
    for (let place = 0; place < column.runs.length; place += 2) {
        const [step = 0, times = 0] = column.runs.slice(place, place + 2);
        for (let time = 0; time < times; time += 1) {
            last += step;
            numbers.push(last);
        }
    }
    return numbers;
}
