import type { WriteStream } from "node:tty";
import type { List, Page } from "../../api/list.js";
import { UsageError } from "../../common/errors.js";
import { printable } from "../../common/printable.js";
import { hint } from "../../common/spelling.js";
import { objectText, tableOf } from "../screen/table.js";

/** An output stream, which may be a terminal. */
type Output = Pick<WriteStream, "write"> & { readonly isTTY?: boolean; readonly columns?: number };

/** Prints responses: as tables on a terminal, otherwise as the JSON that the service sent. */
export class AnswerPrinter {
    private readonly asJson: boolean;

    constructor(
        private readonly out: Output,
        /** Output for progress and notes. */
        private readonly notes: Output,
        json: boolean,
        /** Columns to show. Default: the most useful ones. */
        private readonly fields?: readonly string[],
    ) {
        // Columns can only be selected for a table, so a table is printed even in a pipe.
        this.asJson = json || (!out.isTTY && !fields);
    }

    private get width(): number {
        return this.out.isTTY ? this.out.columns || 80 : Number.POSITIVE_INFINITY;
    }

    /** @param statuses descriptions by status code, printed for responses without a body */
    answer(answer: unknown, statuses: Readonly<Record<string, string>>): void {
        if (answer === undefined) this.note(statuses["204"] ?? statuses["200"] ?? "Done.");
        else if (this.asJson) this.json(answer);
        else if (Array.isArray(answer)) this.rows(answer);
        else
            this.line(
                typeof answer === "object" && answer !== null
                    ? objectText(answer, this.width)
                    : printable(String(answer)),
            );
    }

    page({ items, next, answer }: Page<unknown, unknown>, flag: string): void {
        if (this.asJson) this.json(answer);
        else this.rows(items);
        if (next !== undefined && !this.asJson)
            this.note(`More results are available. Continue with ${flag} ${next}, or use --all.`);
    }

    /** Prints all items of a list. JSON is written page by page, as a single array. */
    async everything(list: List<unknown, unknown>): Promise<void> {
        const rows: unknown[] = [];
        let count = 0;
        // Progress lines must not appear between lines of JSON on the same terminal.
        const progress = this.notes.isTTY && !(this.asJson && this.out.isTTY);
        try {
            for await (const { items } of list.pages()) {
                for (const item of items) {
                    if (this.asJson) this.element(item, count);
                    else rows.push(item);
                    count += 1;
                }
                if (progress) this.notes.write(`\r${count} read`);
            }
        } finally {
            if (progress) this.notes.write("\r\u001b[K");
        }
        if (!this.asJson) this.rows(rows);
        else this.line(count === 0 ? "[]" : "\n]");
    }

    private rows(items: readonly unknown[]): void {
        if (items.length === 0) this.note("None.");
        else this.line(tableOf(this.chosen(items.map(nodeOf)), this.width, this.fields));
    }

    /** Returns the items unchanged. @throws UsageError if a requested field is not in any item */
    private chosen(items: readonly object[]): readonly object[] {
        const known = new Set(items.flatMap((item) => Object.keys(item)));
        for (const field of this.fields ?? [])
            if (!known.has(field))
                throw new UsageError(
                    `Unknown field ${JSON.stringify(field)}${hint(field, [...known]) || `. Use one of ${[...known].join(", ")}.`}`,
                );
        return items;
    }

    private element(item: unknown, at: number): void {
        const text = JSON.stringify(item, undefined, 2).replaceAll("\n", "\n  ");
        this.out.write(`${at === 0 ? "[" : ","}\n  ${text}`);
    }

    private json(value: unknown): void {
        this.line(JSON.stringify(value, undefined, 2));
    }

    private line(text: string): void {
        this.out.write(`${text}\n`);
    }

    private note(text: string): void {
        this.notes.write(`${text}\n`);
    }
}

/** Unwraps edges of Relay lists, and wraps items that are not objects, such as ids. */
function nodeOf(item: unknown): object {
    if (typeof item !== "object" || item === null) return { value: item };
    return "node" in item && typeof item.node === "object" && item.node !== null ? item.node : item;
}
