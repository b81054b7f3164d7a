import { printable } from "../../common/printable.js";

/** Interval of progress lines in a pipe or a log. */
const LOG_MS = 15_000;

/** Interval of updates on a terminal. */
const SCREEN_MS = 100;

const BAR = 24;

/** Progress of a long read: a bar on a terminal, occasional lines in a log. */
export class Progress {
    private readonly begun = Date.now();
    private shown = Date.now();
    private isDrawn = false;
    private isOver = false;

    constructor(private readonly out: NodeJS.WriteStream) {}

    /** @param total number of items known at this time, which can grow */
    show(done: number, total: number): void {
        const now = Date.now();
        // Reads may continue after a failure, but their progress is not shown.
        if (this.isOver || now - this.shown < (this.out.isTTY ? SCREEN_MS : LOG_MS)) return;
        this.shown = now;
        const perItem = (now - this.begun) / Math.max(done, 1);
        // Shows no estimate if everything known so far is done, although the total can still grow.
        const left = done < total ? `, about ${durationText((total - done) * perItem)} left` : "";
        if (!this.out.isTTY) {
            this.out.write(`${done} of ${total} read${left}\n`);
            return;
        }
        const filled = Math.round((BAR * done) / Math.max(total, 1));
        this.out.write(`\r${"█".repeat(filled)}${"░".repeat(BAR - filled)} ${done} of ${total} read${left}\u001b[K`);
        this.isDrawn = true;
    }

    /** Prints a line above the bar. */
    say(line: string): void {
        this.clear();
        this.out.write(`${printable(line)}\n`);
    }

    /** Removes the bar permanently. */
    end(): void {
        this.clear();
        this.isOver = true;
    }

    private clear(): void {
        if (this.isDrawn) this.out.write("\r\u001b[K");
        this.isDrawn = false;
    }
}

function durationText(milliseconds: number): string {
    const seconds = Math.ceil(milliseconds / 1000);
    return seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
